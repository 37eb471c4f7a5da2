"""`python -m tests.bench.week`: a realistic week of ten thousand games on PostgreSQL, with a mail server that takes
everything; how much of the processor each part takes, when the load peaks, and what a host needs for it.

Each process has a share of the games and their people; turns and emails they take from the same queues, as workers do.
Nothing here is a test: a busy machine proves nothing.
"""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import queue
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import Any

import click
from sqlalchemy import func, select, text

from correspondence import logs
from correspondence.evaluations import replay_stored_game
from correspondence.models.games import Game
from correspondence.models.mail import OutgoingMail
from correspondence.models.turns import Adjudication, Turn
from correspondence.outbox.delivery import transport_for
from correspondence.settings import Settings
from correspondence.store import Store
from tests.bench.calendar_week import BEGIN, STEP, Share, Tally
from tests.bench.rush import analyze, database
from tests.bench.sink import Sink, mail_server

CHECKED = 200
PATIENCE_SECONDS = 7200
STEPS_OF_AN_HOUR = 12


def live(settings: Settings, number: int, games: int, days: float, seed: str, barrier: Barrier, told: Any) -> None:
    """The whole week of one process; its tally goes into the queue."""
    logs.configure(level="warning")
    store = Store(settings)
    share = Share(store, transport_for(settings, store), number, seed)
    share.found(games)
    for _ in range(int(days * 24 * 60 * 60 // STEP.total_seconds())):
        barrier.wait(PATIENCE_SECONDS)
        share.advance()
        share.people()
        barrier.wait(PATIENCE_SECONDS)
        if number == 0:
            if share.step % STEPS_OF_AN_HOUR == 1:
                analyze(store)
            share.chores()
        share.adjudicate()
        share.post()
        if share.step % STEPS_OF_AN_HOUR == 0:
            share.measure()
            _say(share, number)
    told.put(share.tally)
    store.close()


def _say(share: Share, number: int) -> None:
    if number == 0 and share.now.hour % 6 == 0:
        counts = share.tally.counts
        click.echo(
            f"{share.now:%a %H:%M} the first process: {counts['adjudications']} adjudications,"
            f" {counts['sheets']} sheets, {counts['letters']} letters",
            err=True,
        )


def faults(store: Store, sink: Sink) -> list[str]:
    """What was not as promised."""
    found = []
    with store.read() as session:
        adjudications = Counter(session.scalars(select(Adjudication.turn_id)))
        found += [f"call {turn} was adjudicated {n} times" for turn, n in adjudications.items() if n > 1]
        closed = set(session.scalars(select(Turn.id).where(Turn.status == "closed")))
        found += [f"call {turn} is closed and was not adjudicated" for turn in closed - set(adjudications)]
        waiting = session.scalar(
            select(func.count()).where(OutgoingMail.sent_at.is_(None), OutgoingMail.failed_at.is_not(None))
        )
        if waiting:
            found.append(f"{waiting} letters failed")
        if aside := session.scalar(select(func.count()).where(Game.status == "set-aside")):
            found.append(f"{aside} games are set aside")
        ids = session.scalars(select(Game.public_id).order_by(Game.public_id).limit(CHECKED)).all()
        for game_id in ids:
            found += [f"{game_id}: {line}" for line in replay_stored_game(session, game_id).differences]
    if sink.twice:
        found.append(f"{sink.twice} letters came twice")
    return found


def peaks(tallies: Sequence[Tally], what: str) -> dict[str, Any]:
    """The busiest hour and the busiest step of the week for something, and how much of it.

    The total has all of it; no peak is the first hour, which catches up with what was before the week.
    """
    steps: Counter[int] = Counter()
    for tally in tallies:
        for (name, step), times in tally.by_step.items():
            if name == what:
                steps[step] += times
    found: dict[str, Any] = {"total": sum(steps.values())}
    steps = Counter({step: times for step, times in steps.items() if step >= STEPS_OF_AN_HOUR})
    hours: Counter[int] = Counter()
    for step, times in steps.items():
        hours[step // STEPS_OF_AN_HOUR] += times
    if steps:
        (hour, in_hour), (step, in_step) = hours.most_common(1)[0], steps.most_common(1)[0]
        found |= {
            "busiest_hour": f"{BEGIN + hour * STEP * STEPS_OF_AN_HOUR:%a %H:%M} UTC",
            "in_it": in_hour,
            "busiest_step": f"{BEGIN + step * STEP:%a %H:%M} UTC",
            "in_that": in_step,
        }
    return found


def report(tallies: Sequence[Tally], days: float) -> dict[str, Any]:
    """The figures: counts and peaks, and milliseconds of one core for each thing done."""
    counts, seconds = Counter[str](), defaultdict[str, float](float)
    for tally in tallies:
        counts.update(tally.counts)
        for stage, spent in tally.seconds.items():
            seconds[stage] += spent
    each = {"adjudications": "adjudications", "letters": "letters", "sheets": "sheets", "pages": "sheets"}
    service = sum(seconds[stage] for stage in (*each, "chores"))
    return {
        **{what: peaks(tallies, what) for what in ("sheets", "adjudications", "letters")},
        "refused": {code: n for code, n in counts.items() if code not in each},
        "core_ms_each": {stage: round(seconds[stage] * 1000 / max(1, counts[of]), 2) for stage, of in each.items()},
        "core_seconds": {stage: round(spent, 1) for stage, spent in seconds.items()},
        "share_of_one_core": round(service / (days * 86400), 4),
        "kilobytes_first_last_most": [
            (t.kilobytes[0], t.kilobytes[-1], max(t.kilobytes)) for t in tallies if t.kilobytes
        ],
    }


def size(store: Store) -> int:
    """How much room the database takes, in bytes."""
    with store.read() as session:
        return int(session.scalar(text("select pg_database_size(current_database())")) or 0)


@click.command()
@click.option("--games", default=10_000, show_default=True, type=click.IntRange(2, 1_000_000))
@click.option("--days", default=7.0, show_default=True, type=click.FloatRange(0.05, 60))
@click.option("--processes", default=2, show_default=True, type=click.IntRange(1, 64))
@click.option("--seed", default="a week", show_default=True)
def main(games: int, days: float, processes: int, seed: str) -> None:
    """Live through the week, and say in one JSON object what it took."""
    begun = time.monotonic()
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="rookery-week-")))
        sink = Sink()
        settings = Settings(
            data_dir=folder,
            database_url=stack.enter_context(database()),
            smtp_url=stack.enter_context(mail_server(sink)),
            secret_key="a key for the week",
            sender="rookery@rookery.example",
        )
        store = Store(settings)
        stack.callback(store.close)
        store.upgrade()
        empty = size(store)
        tallies = _together(settings, games, days, processes, seed)
        told = {"games": games, "days": days, **report(tallies, days), "wall_seconds": round(time.monotonic() - begun)}
        told["database_kilobytes_a_game"] = round((size(store) - empty) / games / 1024, 1)
        found = faults(store, sink)
    click.echo(json.dumps({**told, "faults": found[:50]}, indent=1))
    raise SystemExit(1 if found else 0)


def _together(settings: Settings, games: int, days: float, processes: int, seed: str) -> list[Tally]:
    """Start the processes, and wait for their tallies."""
    context = multiprocessing.get_context("spawn")
    barrier, told = context.Barrier(processes), context.Queue()
    shares = [games // processes + (number < games % processes) for number in range(processes)]
    living = [
        context.Process(target=live, args=(settings, number, shares[number], days, seed, barrier, told))
        for number in range(processes)
    ]
    for process in living:
        process.start()
    try:
        tallies: list[Tally] = []
        while len(tallies) < processes:
            with contextlib.suppress(queue.Empty):
                tallies.append(told.get(timeout=1))
            if dead := [process for process in living if process.exitcode]:
                raise click.ClickException(f"{len(dead)} of {processes} processes ended before the week did")
        return tallies
    finally:
        for process in living:
            process.kill()


if __name__ == "__main__":
    main()
