"""`python -m tests.bench.memory`: adjudications one after the other in one process, and how much memory it holds.

A process whose memory grows with what it has done would have to be ended now and then. The database is SQLite in a
temporary folder; every game is taken back to the same turn again and again, so that nothing grows but what leaks.
"""

from __future__ import annotations

import gc
import json
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import click
from sqlalchemy import Table, delete, update

from correspondence.closing import adjudicate_due
from correspondence.models.archive import CurrentPosition, JournalPart, RoundBoard, RoundRecords, Snapshot, TurnBoard
from correspondence.models.mail import OutgoingMail
from correspondence.models.turns import Adjudication, Attendance, Reminder, Turn
from correspondence.rows import Row
from correspondence.settings import Settings
from correspondence.store import Store
from tests.bench import rush

GAMES = 20


def resident() -> float:
    """The memory of this process that is in use, in MiB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1024**2


def take_back(store: Store, kept: dict[int, bytes]) -> None:
    """Forget everything that came after the first turn of each game, and let that be due."""
    due = datetime.now(UTC) - timedelta(seconds=1)
    with store.begin() as session:
        session.execute(delete(OutgoingMail))
        later: tuple[type[Row], ...] = (Adjudication, Attendance, Reminder)
        for table in later:
            session.execute(delete(table))
        for numbered in (JournalPart, Snapshot):
            session.execute(delete(numbered).where(numbered.turn_number >= 1, numbered.game_id.in_(kept)))
        session.execute(delete(RoundRecords).where(RoundRecords.part >= 1))
        session.execute(delete(RoundBoard))
        opened = [row for (row,) in session.execute(Turn.__table__.select().with_only_columns(Turn.id))]
        first = sorted(opened)[: len(kept)]
        session.execute(delete(TurnBoard).where(TurnBoard.turn_id.not_in(first)))
        session.execute(delete(Turn).where(Turn.id.not_in(first)))
        again = {"status": "open", "closed_at": None, "attempts": 0, "claim": "", "claimed_until": None}
        session.execute(update(Turn).values(due_at=due, closes_at=due, **again))
        for game_id, document in kept.items():
            here = update(CurrentPosition).where(CurrentPosition.game_id == game_id)
            session.execute(here.values(document=document, turn_number=0))


def positions(store: Store) -> dict[int, bytes]:
    """Where each game stands."""
    table: Table = CurrentPosition.__table__  # type: ignore[assignment]
    with store.read() as session:
        return {row.game_id: row.document for row in session.execute(table.select())}


@click.command()
@click.option("--adjudications", default=10_000, show_default=True, type=click.IntRange(100, 1_000_000))
@click.option("--points", default=10, show_default=True, help="How often to look at the memory.")
def main(adjudications: int, points: int) -> None:
    """Adjudicate very often in one process, and print the memory it held on the way, in MiB."""
    with tempfile.TemporaryDirectory(prefix="rookery-memory-") as folder:
        url = f"sqlite:///{folder}/rookery.db"
        store = Store(Settings(data_dir=Path(folder), database_url=url, secret_key="a key for the measurement"))
        store.upgrade()
        rush.fill(store, GAMES)
        kept, held, done = positions(store), [], 0
        while done < adjudications:
            take_back(store, kept)
            claimed = 1
            while claimed:
                claimed, closed = adjudicate_due(store, "memory", lambda: datetime.now(UTC), GAMES)
                done += closed
            if done >= len(held) * adjudications / points:
                gc.collect()
                held.append(round(resident(), 1))
        store.close()
        # What the first tenth filled are caches.
        grown = round(held[-1] - held[1], 1)
        click.echo(json.dumps({"adjudications": done, "resident_mib": held, "grown_after_the_first_tenth_mib": grown}))


if __name__ == "__main__":
    main()
