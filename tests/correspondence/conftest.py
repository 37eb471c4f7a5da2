"""A fresh, migrated database of each kind, and people to play with."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from correspondence.games import starting
from correspondence.settings import Settings
from correspondence.store import Store
from tests.correspondence.people import People


@pytest.fixture
def settings(database_url: str, tmp_path: Path) -> Settings:
    """Settings for one test: its own database and data folder, letters to the local mailbox."""
    return Settings(
        data_dir=tmp_path, database_url=database_url, secret_key="a key for tests", sender="r@rookery.example"
    )


@pytest.fixture
def store(settings: Settings) -> Iterator[Store]:
    """A database with all its tables."""
    made = Store(settings)
    made.upgrade()
    yield made
    made.close()


@pytest.fixture
def people(store: Store, monkeypatch: pytest.MonkeyPatch) -> People:
    """Accounts and games on the database; the first game, the second and so on go alike at every run."""
    numbers = itertools.count(1)
    monkeypatch.setattr(starting, "draw_seed", lambda: hashlib.sha256(f"game {next(numbers)}".encode()).hexdigest())
    return People(store)
