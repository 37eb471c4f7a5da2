"""`python -m tests.bench.month`: a month of 200 games, and whether everything in it was as promised."""

from __future__ import annotations

import json
import tempfile
import time
from collections import Counter
from datetime import timedelta
from pathlib import Path

import click
from sqlalchemy import select

from correspondence import logs
from correspondence.models.games import Game
from correspondence.settings import Settings
from correspondence.store import Store
from tests.bench.calendar_month import STEP, Month
from tests.bench.promises import about, broken, everything_told
from tests.migrated import make_tables


def faults(store: Store, month: Month) -> list[str]:
    """What went wrong; empty if nothing did."""
    found = [f"{name}: handed over {times} times" for name, times in month.mails.handed.items() if times > 1]
    with store.read() as session:
        return found + broken(session)


def counts(store: Store, month: Month) -> dict[str, int]:
    """What happened, and how many emails of each kind were written: the same again for the same seed."""
    with store.read() as session:
        games = set(session.scalars(select(Game.public_id)))
        matters = [about(told.key) for told in everything_told(session)]
    kinds = Counter(matter.kind if matter and matter.game in games else "other" for matter in matters)
    return {**dict(sorted(month.done.items())), **{f"letters: {kind}": n for kind, n in sorted(kinds.items())}}


def simulate(
    folder: Path, games: int, days: float, seed: str, step: timedelta = STEP
) -> tuple[dict[str, int], list[str]]:
    """Run a month on a new database in a folder; what happened in it, counted, and what went wrong."""
    settings = Settings(
        data_dir=folder,
        database_url=f"sqlite:///{folder / 'month.db'}",
        secret_key="a month",
        sender="r@rookery.example",
    )
    store = Store(settings)
    make_tables(store)
    month = Month(store, games, seed, step)
    month.run(days)
    told, found = counts(store, month), faults(store, month)
    store.close()
    return {"handed over": sum(month.mails.handed.values()), **told}, found


@click.command()
@click.option("--games", default=200, show_default=True, type=click.IntRange(1, 5000))
@click.option("--days", default=33.0, show_default=True, type=click.FloatRange(1, 366))
@click.option("--seed", default="a month", show_default=True)
def main(games: int, days: float, seed: str) -> None:
    """Simulate, and say in one JSON object what happened."""
    logs.configure()
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="rookery-month-") as folder:
        told, found = simulate(Path(folder), games, days, seed)
    told = {"games": games, "seconds": round(time.monotonic() - begun), **told}
    click.echo(json.dumps({**told, "days": days, "seed": seed, "faults": found}, indent=1))
    raise SystemExit(1 if found else 0)


if __name__ == "__main__":
    main()
