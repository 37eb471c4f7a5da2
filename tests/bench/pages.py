"""`python -m tests.bench.pages`: the pages of running games and a long lobby, asked for at a steady pace from the site
as hosts run it, on PostgreSQL. Tells how long each kind of page took, from the request to its last byte.

Nothing here is a test: a busy machine proves nothing.
"""

from __future__ import annotations

import contextlib
import http.client
import itertools
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
from sqlalchemy import insert, select

from correspondence.accounts.use_cases import open_session
from correspondence.closing import adjudicate
from correspondence.messages import sending
from correspondence.models.games import Conversation, Game, Seat
from correspondence.models.turns import Turn
from correspondence.settings import Settings
from correspondence.store import Store
from tests.bench.rush import analyze, database, fill
from tests.services import free_port

HOUSES = ("baratheon", "greyjoy", "lannister", "stark", "tyrell")
# The lobby's games: of four in ten players are looked for, half run, the rest are over.
STATUSES = ("lobby", "lobby", "lobby", "lobby", "running", "running", "running", "running", "running", "finished")
MESSAGES = 12


@dataclass(frozen=True)
class Place:
    """Where a reader goes: a running game as one of its players sees it."""

    game: str
    turn: str
    thread: str
    cookie: str


PATHS = {
    "board": "/games/{game}",
    "board.svg": "/games/{game}/map.svg",
    "board.png": "/games/{game}/map.png",
    "round": "/games/{game}/rounds/4",
    "results": "/games/{game}/turns/1",
    "sheet": "/turns/{turn}",
    "what-if": "/turns/{turn}/what-if",
    "what-if.svg": "/turns/{turn}/what-if/0/map.svg",
    "press": "/games/{game}/messages",
    "thread": "/conversations/{thread}",
    "home": "/",
    "lobby": "/lobby",
    "lobby running": "/lobby?kind=running",
    "lobby title": "/lobby?title=table+77",
}


def played(store: Store, count: int) -> list[Place]:
    """Running games in their fifth round, with a round of events behind them and emails between the houses."""
    games = fill(store, count)
    now = datetime.now(UTC)
    with store.begin() as session:
        due = {turn.public_id: turn for turn in session.scalars(select(Turn))}
        for turn in due.values():
            turn.due_at = turn.closes_at = now
    for turn_id in due:
        adjudicate(store, turn_id, "the bench", lambda: datetime.now(UTC))
    return [_place(store, game) for game in games]


def _place(store: Store, game_id: str) -> Place:
    now = datetime.now(UTC)
    with store.begin() as session:
        game = session.scalars(select(Game).where(Game.public_id == game_id)).one()
        players = {seat.house: seat.account for seat in game.seats if seat.account is not None and seat.house}
        for number in range(MESSAGES):
            writer = HOUSES[number % 5]
            to = tuple(house for house in HOUSES[number % 3 : number % 3 + 2] if house != writer)
            sent = sending.send(session, players[writer], game_id, "houses", to, f"Word {number}. " * 30, now)
        thread = session.get_one(Conversation, sent.thread_id).public_id
        turn = session.scalars(select(Turn).where(Turn.game_id == game.id, Turn.status == "open"))
        token = open_session(session, players[HOUSES[(MESSAGES - 1) % 5]], now)
        return Place(game_id, turn.one().public_id, thread, f"rookery_session={token}")


def long_lobby(store: Store, count: int) -> None:
    """Many games more, each a copy of a running one but for its name and what has become of it; without boards."""
    with store.begin() as session:
        sample = session.scalars(select(Game).limit(1)).one()
        seats = list(sample.seats)
        rows, places = [], []
        first = sample.id + 1_000_000
        for number in range(count):
            names = {"public_id": f"lobby{number:08d}", "title": f"Table {number}", "join_code": f"code{number}"}
            status = STATUSES[number % len(STATUSES)]
            rows.append(_copy(Game, sample, first + number, names | {"status": status, "visibility": "open"}))
            for place, seat in enumerate(seats[: 3 if status == "lobby" else 5]):
                of = {
                    "public_id": f"s{number:07d}{place}",
                    "game_id": first + number,
                    "account_id": None,
                    "kind": "steward",
                }
                places.append(_copy(Seat, seat, first + number * 5 + place, of))
        session.execute(insert(Game), rows)
        session.execute(insert(Seat), places)


def _copy(kind: type[Any], row: Any, key: int, other: dict[str, Any]) -> dict[str, Any]:
    columns = {column.name: getattr(row, column.name) for column in kind.__table__.columns}
    return columns | {"id": key} | other


@contextlib.contextmanager
def site(settings: Settings, processes: int, folder: Path) -> Iterator[int]:
    """The site as a host runs it; gives its port."""
    port = free_port()
    env = os.environ | {
        "ROOKERY_DATA": str(settings.data_dir),
        "DATABASE_URL": settings.database_url,
        "SECRET_KEY": settings.secret_key,
        "BASE_URL": f"http://127.0.0.1:{port}",
    }
    command = [sys.executable, "-m", "worker", "serve", "--port", str(port), "--processes", str(processes)]
    with (folder / "site.log").open("wb") as log:
        process = subprocess.Popen(command, env=env, stdout=log, stderr=log)
    try:
        _wait(port, process, folder / "site.log")
        yield port
    finally:
        process.terminate()
        process.wait(30)


def _wait(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end and process.poll() is None:
        with contextlib.suppress(OSError):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
            connection.request("GET", "/health/live")
            if connection.getresponse().status == 200:
                return
        time.sleep(0.2)
    raise RuntimeError(f"the site does not answer: {log.read_text()[-2000:]}")


@dataclass
class Visits:
    """What was measured: milliseconds by kind of page, and what went wrong."""

    port: int
    took: dict[str, list[float]] = field(default_factory=dict)
    bytes_: dict[str, int] = field(default_factory=dict)
    bad: list[str] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    own: threading.local = field(default_factory=threading.local)

    def make(self, kind: str, path: str, cookie: str, at: float) -> None:
        """Wait for the moment, ask, read everything."""
        time.sleep(max(0.0, at - time.perf_counter()))
        begun = time.perf_counter()
        self.late.append((begun - at) * 1000)
        try:
            status, body = self._ask(path, cookie)
        except (OSError, http.client.HTTPException):
            # The server may close a connection that was idle just as we use it, as with any browser: ask once more.
            self.own.connection = None
            status, body = self._ask(path, cookie)
        self.took.setdefault(kind, []).append((time.perf_counter() - begun) * 1000)
        self.bytes_[kind] = len(body)
        if status != 200:
            self.bad.append(f"{path}: {status}")

    def _ask(self, path: str, cookie: str) -> tuple[int, bytes]:
        connection = getattr(self.own, "connection", None) or http.client.HTTPConnection("127.0.0.1", self.port)
        self.own.connection = connection
        connection.request("GET", path, headers={"Cookie": cookie, "Accept-Encoding": "gzip"})
        answer = connection.getresponse()
        return answer.status, answer.read()


def visit(port: int, places: list[Place], paths: dict[str, str], rate: float, seconds: float) -> Visits:
    """Ask for all kinds of pages in turn, `rate` a second, whether or not those before have come."""
    visits, kinds = Visits(port), itertools.cycle(paths.items())
    begun = time.perf_counter() + 0.2
    with ThreadPoolExecutor(32) as readers:
        jobs = []
        for number in range(int(rate * seconds)):
            (kind, path), place = next(kinds), places[number % len(places)]
            where = path.format(game=place.game, turn=place.turn, thread=place.thread)
            jobs.append(readers.submit(visits.make, kind, where, place.cookie, begun + number / rate))
        for job in jobs:
            job.result()
    return visits


def told(visits: Visits) -> dict[str, Any]:
    """The figures: of all pages together, and of each kind."""
    every = [took for kind in visits.took.values() for took in kind]
    return {
        "all": _spread(every),
        "late_ms_p95": round(statistics.quantiles(visits.late, n=20)[-1], 1),
        "bad": visits.bad[:5],
        **{kind: _spread(took) | {"bytes": visits.bytes_[kind]} for kind, took in visits.took.items()},
    }


def _spread(took: list[float]) -> dict[str, float]:
    cuts = statistics.quantiles(took, n=100)
    return {"count": len(took), "p50": round(cuts[49], 1), "p95": round(cuts[94], 1), "p99": round(cuts[98], 1)}


@click.command()
@click.option("--games", default=20, show_default=True, type=click.IntRange(1, 1000), help="That are played.")
@click.option("--lobby", default=10_000, show_default=True, type=click.IntRange(0, 100_000), help="Games listed.")
@click.option("--rate", default=50.0, show_default=True, help="Requests a second.")
@click.option("--seconds", default=30.0, show_default=True)
@click.option("--processes", default=2, show_default=True, type=click.IntRange(1, 64), help="Of the site.")
@click.option("--only", default="", help="Kinds of pages, with commas between.")
def main(games: int, lobby: int, rate: float, seconds: float, processes: int, only: str) -> None:
    """Ask for pages at a steady pace, and measure."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="rookery-pages-")))
        settings = Settings(
            data_dir=folder, database_url=stack.enter_context(database()), secret_key="a key for the pages"
        )
        store = Store(settings)
        stack.callback(store.close)
        store.upgrade()
        places = played(store, games)
        long_lobby(store, lobby)
        analyze(store)
        paths = {kind: path for kind, path in PATHS.items() if not only or kind in only.split(",")}
        port = stack.enter_context(site(settings, processes, folder))
        # Every process has read its templates and words once.
        visit(port, places, paths, rate / 2, 4 * len(paths) * 2 / rate)
        click.echo(json.dumps(told(visit(port, places, paths, rate, seconds)), indent=1))
        errors = (folder / "site.log").read_text()
        if errors:
            click.echo(errors[-2000:], err=True)


if __name__ == "__main__":
    main()
