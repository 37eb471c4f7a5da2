"""Sites with games on them, played once for all test processes and copied for each test that begins with them."""

from __future__ import annotations

import hashlib
import itertools
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from correspondence.host_editions import watch
from correspondence.lobby import seating
from correspondence.models.accounts import Account
from correspondence.settings import Settings
from correspondence.store import Store
from tests.correspondence.people import People
from tests.kept_for_all import kept
from tests.migrated import make_tables


@dataclass(frozen=True)
class Played:
    """The whole database after something was played, when that was, how many games were drawn, and what `play` gave.
    What a site keeps beside its database is layers of maps, which it draws again."""

    database: bytes
    now: datetime
    seeds: int
    gave: Any


def copied(name: str, people: People, play: Callable[[People], Any]) -> Any:
    """What `play` gives, as if it were played here, where nobody is known yet; else it is.

    `name` is that of what is played. What is given has to last beyond the process.
    """
    settings = replace(people.store.settings, data_dir=Path(), database_url="")
    if people.store.engine.dialect.name != "sqlite" or somebody_is_there(people.store):
        return play(people)
    mark = hashlib.sha256(repr(settings).encode()).hexdigest()[:16]
    played: Played = kept(f"{name}-{mark}", lambda: _played(settings, play))
    # If it was played just now, editions were looked for where that was.
    watch(people.store.settings.data_dir)
    people.store.close()
    Path(str(people.store.engine.url.database)).write_bytes(played.database)
    # The next game is drawn as it would be after these.
    for _ in range(played.seeds):
        seating.draw_seed()
    people.now = played.now
    return played.gave


def somebody_is_there(store: Store) -> bool:
    """Whether anybody has an account."""
    with store.read() as session:
        return session.scalar(select(Account.id).limit(1)) is not None


def _played(settings: Settings, play: Callable[[People], Any]) -> Played:
    numbers = itertools.count(1)

    def seed() -> str:
        return hashlib.sha256(f"game {next(numbers)}".encode()).hexdigest()

    with tempfile.TemporaryDirectory(prefix="rookery-played-") as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(seating, "draw_seed", seed)
        path = Path(folder) / "rookery.db"
        store = Store(replace(settings, data_dir=path.parent, database_url=f"sqlite:///{path}"))
        make_tables(store)
        people = People(store)
        gave = play(people)
        # The last connection that closes leaves everything in one file.
        store.close()
        assert not path.with_name(f"{path.name}-wal").exists()
        return Played(path.read_bytes(), people.now, next(numbers) - 1, gave)
