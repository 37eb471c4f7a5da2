"""`python -m tests.bench.rush`: many games due at one moment, adjudicated by real workers, their emails taken by a
mail server. Tells how long it took from the deadline until every email of a game was handed over.

PostgreSQL and Redis are those of the tests; `--embedded` takes SQLite and the file broker instead, and one worker. The
CPU time of all processes is told too, which says more than the clock where a machine is shared. Nothing here is a test:
a busy machine proves nothing.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import click
import psycopg
from sqlalchemy import func, select, text, update
from sqlalchemy.orm import Session

from adjudicator import documents, games
from adjudicator.thrones.sheets.sheet import write_sheet
from correspondence import logs
from correspondence.archive.records import board_document
from correspondence.games.options import NewGame, houses
from correspondence.lobby.use_cases import create_game, join_game
from correspondence.models.archive import CurrentPosition, RoundRecords, TurnBoard
from correspondence.models.games import Game, Seat
from correspondence.models.turns import Turn
from correspondence.outbox.delivery import transport_for
from correspondence.outbox.sending import deliver_due
from correspondence.settings import Settings
from correspondence.sheets.use_cases import submit_sheet
from correspondence.sign_in.use_cases import get_or_create_account
from correspondence.store import Store
from tests.bench import stages
from tests.bench.sink import Sink, mail_server
from tests.services import plain, postgres, redis_server
from worker import measurements

FAR = timedelta(days=2)
PATIENCE_SECONDS = 900.0
# Workers that wait spend less than this share of a processor, all together.
SETTLING_SECONDS, AT_REST = 2.0, 0.05


@contextlib.contextmanager
def database() -> Iterator[str]:
    """A new database, removed afterwards."""
    name = f"rookery_rush_{secrets.token_hex(4)}"
    with postgres() as url, psycopg.connect(plain(url), autocommit=True) as admin:
        admin.execute(f'create database "{name}"')
        try:
            yield url.rpartition("/")[0] + f"/{name}"
        finally:
            admin.execute(f'drop database if exists "{name}" with (force)')


def analyze(store: Store) -> None:
    """Let the database count what its tables hold, as PostgreSQL's autovacuum does on a host.

    Some machines have it switched off; every plan is then made as for empty tables.
    """
    with store.begin() as session:
        session.execute(text("analyze"))


def fill(store: Store, count: int, first: int = 0) -> list[str]:
    """Games in the middle of a planning turn, each on a board of its own, with five sheets handed in; their ids.

    `first` is the number of the first one, for boards that no game had before.
    """
    stored, sheets = measurements.planning_turn()
    written = {house: write_sheet(sheet) for house, sheet in sheets.items()}
    return [_game(store, number, stored, written) for number in range(first, first + count)]


def _game(store: Store, number: int, stored: bytes, written: dict[str, bytes]) -> str:
    now = datetime.now(UTC)
    playing = houses(measurements.FIRST.edition, measurements.FIRST.players)
    with store.begin() as session:
        people = {
            h: get_or_create_account(session, f"{h}{number}@rookery.example", now, name=h.title()) for h in playing
        }
        new = NewGame(title=f"Rush {number}", players=measurements.FIRST.players, house=playing[0], window_hours=48)
        game = create_game(session, people[playing[0]], new, now)
        for house in playing[1:]:
            join_game(session, people[house], game.public_id, now, code=game.join_code, house=house)
        session.flush()
        position = documents.decode(stored)
        for place, house in enumerate(playing):
            # Every board differs, so that every game needs a picture of its own.
            position.board.power[house] = number // 8**place % 8
        shown = games.of(position).resume(documents.decode(documents.encode(position)))
        session.get_one(CurrentPosition, game.id).document = documents.encode(position)
        turn = session.scalars(select(Turn).where(Turn.game_id == game.id)).one()
        turn.window, turn.round = f"r{measurements.ROUND}-planning", measurements.ROUND
        turn.due_at = turn.closes_at = now + FAR
        game.round = measurements.ROUND
        _told_so_far(session, game, position.progress.reported)
        session.get_one(TurnBoard, turn.id).document = board_document(shown.showing.board)
        session.flush()
        for house, document in written.items():
            submit_sheet(session, people[house], turn.public_id, document, now)
        return game.public_id


def _told_so_far(session: Session, game: Game, reported: int) -> None:
    """What was told before this turn, as a game in its middle has it; nobody reads more of it than the numbers."""
    last = session.scalar(select(func.max(RoundRecords.last)).where(RoundRecords.game_id == game.id)) or 0
    session.add(
        RoundRecords(
            game_id=game.id,
            round=measurements.ROUND - 1,
            part=0,
            first=last + 1,
            last=reported,
            document=documents.encode([]),
        )
    )


def workers(settings: Settings, count: int, folder: Path) -> list[subprocess.Popen[bytes]]:
    """Worker processes as a host runs them; the first keeps the schedule."""
    env = os.environ | {
        "ROOKERY_DATA": str(settings.data_dir),
        "DATABASE_URL": settings.database_url,
        "BROKER_URL": settings.broker_url,
        "SMTP_URL": settings.smtp_url or "",
        "SECRET_KEY": settings.secret_key,
    }
    embedded = settings.broker_url == "filesystem"
    arguments = ["worker"] if embedded else ["workers", "--adjudicators", str(count), "--mailers", str(count)]
    command = [sys.executable, "-m", "worker", *arguments]
    with (folder / "worker.log").open("wb") as log:
        return [subprocess.Popen(command, env=env, stdout=log, stderr=log)]


def cpu_seconds(store: Store, leaders: list[subprocess.Popen[bytes]]) -> tuple[float, float]:
    """What the workers and all their children, and the database's connections, have spent so far."""
    workers = sum(spent_by(pid) for pid in _family([process.pid for process in leaders]))
    if store.engine.dialect.name != "postgresql":
        return workers, 0.0
    with store.read() as session:
        pids = session.scalars(
            text("select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()")
        )
        return workers, sum(spent_by(pid) for pid in pids)


def _family(pids: list[int]) -> list[int]:
    """These processes and all that came of them."""
    parents = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            parents[int(path.parent.name)] = int(path.read_text().rpartition(")")[2].split()[1])
    found = list(pids)
    for pid in found:
        found += [child for child, parent in parents.items() if parent == pid]
    return found


def spent_by(pid: int) -> float:
    """CPU seconds of a process and of its children that ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def _ticks() -> list[int]:
    """What all processors together spent so far, by kind, as the kernel counts it."""
    return [int(number) for number in Path("/proc/stat").read_text().partition("\n")[0].split()[1:9]]


def _taken(before: list[int], after: list[int]) -> float:
    """How much of the processors' time another guest of the same host had, in percent; the eighth kind, `steal`."""
    spent = [now - then for then, now in zip(before, after, strict=True)]
    return round(100 * spent[7] / max(1, sum(spent)), 1)


@click.command()
@click.option("--games", default=1000, show_default=True, type=click.IntRange(1, 20_000))
@click.option("--processes", default=2, show_default=True, type=click.IntRange(1, 64))
@click.option("--embedded", is_flag=True, help="SQLite, the file broker and one worker.")
@click.option("--stages", "sample", default=30, show_default=True, help="Games by which the stages are measured after.")
def main(games: int, processes: int, embedded: bool, sample: int) -> None:
    """Let many five-player games fall due in one moment, and measure."""
    logs.configure(level="warning")
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="rookery-rush-")))
        sink = Sink()
        settings = Settings(
            data_dir=folder,
            database_url=f"sqlite:///{folder / 'rookery.db'}" if embedded else stack.enter_context(database()),
            broker_url="filesystem" if embedded else stack.enter_context(redis_server()).rpartition("/")[0] + "/13",
            smtp_url=stack.enter_context(mail_server(sink)),
            secret_key="a key for the rush",
            sender="rookery@rookery.example",
        )
        store = Store(settings)
        stack.callback(store.close)
        store.upgrade()
        begun = time.time()
        ids = fill(store, games)
        analyze(store)
        click.echo(f"{games} games in {time.time() - begun:.0f} s", err=True)
        running = workers(settings, processes, folder)
        for process in running:
            stack.callback(_stop, process)
        _warm_up(store, sink, running)
        before, pace = cpu_seconds(store, running), [stages.calibration()]
        due, ticks = _due_now(store), _ticks()
        told: dict[str, Any] = _watch(store, sink, ids, due)
        told["cpu_percent_taken_by_others"] = _taken(ticks, _ticks())
        pace.append(stages.calibration())
        after = cpu_seconds(store, running)
        for name, spent, had in zip(("workers", "database"), after, before, strict=True):
            told[f"cpu_ms_a_game_{name}"] = round(1000 * (spent - had) / games, 1)
        told["calibration_ms"] = round(statistics.mean(pace))
        for process in running:
            _stop(process)
        told["stages_cpu_ms"] = _stages(store, sample, games)
        told["floor_ms"] = stages.FLOOR
        click.echo(json.dumps(told))
        if told["missing"]:
            click.echo((folder / "worker.log").read_text()[-3000:], err=True)


def _stages(store: Store, count: int, first: int) -> dict[str, float]:
    """What each stage costs, by some more games, in this process alone."""
    fill(store, count, first)
    transport = transport_for(store.settings, store)
    while deliver_due(store, transport, lambda: datetime.now(UTC), limit=20)[1]:
        pass
    transport.close()
    now = datetime.now(UTC) - timedelta(seconds=1)
    with store.begin() as session:
        newest = select(Turn.id).where(Turn.status == "open").order_by(Turn.id.desc()).limit(count)
        ids = session.scalars(newest).all()
        session.execute(update(Turn).where(Turn.id.in_(ids)).values(due_at=now, closes_at=now))
    return stages.measure(store)


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(30)
    except subprocess.TimeoutExpired:
        process.kill()


def _warm_up(store: Store, sink: Sink, leaders: list[subprocess.Popen[bytes]]) -> None:
    """Wait until the workers are up: the emails that opened the games are gone, and all processes have loaded what
    they need, which is not what a game costs."""
    from correspondence.models.mail import OutgoingMail

    end = time.time() + PATIENCE_SECONDS
    while time.time() < end:
        with store.read() as session:
            if session.scalar(select(OutgoingMail.id).where(OutgoingMail.sent_at.is_(None)).limit(1)) is None:
                break
        time.sleep(0.5)
    spent = -1.0
    while time.time() < end and (now := cpu_seconds(store, leaders)[0]) - spent > AT_REST * SETTLING_SECONDS:
        spent = now
        time.sleep(SETTLING_SECONDS)
    sink.taken.clear()


def _due_now(store: Store) -> float:
    """All turns fall due in a moment that lies a little ahead, on a whole five seconds as deadlines do; when."""
    soon = datetime.now(UTC) + timedelta(seconds=3)
    due = soon + timedelta(seconds=5 - soon.timestamp() % 5)
    with store.begin() as session:
        session.execute(Turn.__table__.update().values(due_at=due, closes_at=due))
    return due.timestamp()


def _watch(store: Store, sink: Sink, ids: list[str], due: float) -> dict[str, float | int]:
    """Wait for five emails of every game, and tell how long they took, in seconds from the deadline."""
    wanted = len(ids) * measurements.FIRST.players
    end = time.time() + PATIENCE_SECONDS
    while len(sink.taken) < wanted and time.time() < end:
        time.sleep(0.2)
    times: dict[str, list[float]] = {game: [] for game in ids}
    for name, at in sink.taken.items():
        times[name.partition(".")[0]].append(at - due)
    whole = sorted(max(found) for found in times.values() if len(found) == measurements.FIRST.players)
    with store.read() as session:
        people = session.query(Seat).count() // max(1, session.query(Game).count())
    return {
        "games": len(ids),
        "letters": len(sink.taken),
        "twice": sink.twice,
        "missing": wanted - len(sink.taken),
        "people_in_a_game": people,
        "seconds_median": round(statistics.median(whole), 2) if whole else -1.0,
        "seconds_p99": round(whole[int(len(whole) * 0.99)], 2) if whole else -1.0,
        "seconds_last": round(whole[-1], 2) if whole else -1.0,
        "games_per_second": round(len(whole) / whole[-1], 1) if whole else 0.0,
    }


if __name__ == "__main__":
    main()
