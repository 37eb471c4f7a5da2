"""The site with something at every address, made once for all test processes and copied for each test."""

from __future__ import annotations

import hashlib
import itertools
import tempfile
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import func, select

from correspondence.host_editions.seeking import watch
from correspondence.lobby import starting
from correspondence.models.games import Game
from correspondence.settings import Settings
from correspondence.store import Store
from tests.correspondence.people import People
from tests.kept_for_all import kept
from tests.migrated import make_tables
from tests.web.places import SHARP, Places
from tests.web.visitors import SESSION_COOKIE, Browser, Program


@dataclass(frozen=True)
class Made:
    """Places as they were made: the whole database, what is where, when that is, and the cookie of ada's browser. What
    the site keeps beside its database is layers of maps, which it draws again."""

    database: bytes
    at: dict[str, str]
    now: datetime
    session: str
    seeds: int


class CopiedPlaces(Places):
    """`Places` as they would be made on a site on which there is nothing yet."""

    def __init__(self, app: Flask, people: People) -> None:
        self.people, self.words = people, SHARP
        settings = replace(people.store.settings, data_dir=Path(), database_url="")
        mark = hashlib.sha256(repr(settings).encode()).hexdigest()[:16]
        made = kept(f"places-{mark}", lambda: _made(app, settings))
        # If they were made just now, editions were looked for where they were made.
        watch(people.store.settings.data_dir)
        _put(people.store, made.database)
        # The next game is drawn as it would be after these.
        for _ in range(made.seeds):
            starting.draw_seed()
        people.now, self.at = made.now, dict(made.at)
        self.browser = Browser(app.test_client())
        self.browser.client.set_cookie(SESSION_COOKIE, made.session)
        self.program = Program(app.test_client(), self.at["secret"])


def _put(store: Store, database: bytes) -> None:
    """Nothing is in the store yet; then all of this is."""
    with store.read() as session:
        assert session.scalar(select(func.count()).select_from(Game)) == 0
    store.close()
    Path(str(store.engine.url.database)).write_bytes(database)


def _made(app: Flask, settings: Settings) -> Made:
    numbers = itertools.count(1)

    def seed() -> str:
        return hashlib.sha256(f"game {next(numbers)}".encode()).hexdigest()

    with tempfile.TemporaryDirectory(prefix="rookery-places-") as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(starting, "draw_seed", seed)
        path = Path(folder) / "rookery.db"
        store = Store(replace(settings, data_dir=path.parent, database_url=f"sqlite:///{path}"))
        make_tables(store)
        people = People(store)
        places = Places(app, people)
        cookie = places.browser.client.get_cookie(SESSION_COOKIE)
        assert cookie is not None
        # The last connection that closes leaves everything in one file.
        store.close()
        assert not path.with_name(f"{path.name}-wal").exists()
        return Made(path.read_bytes(), places.at, people.now, cookie.value, next(numbers) - 1)
