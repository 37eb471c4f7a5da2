"""The site on a fresh database, people who visit it, and a clock that only moves when it is told to."""

from __future__ import annotations

import hashlib
import itertools
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from correspondence.lobby import seating
from correspondence.settings import Settings
from correspondence.store import Store
from tests.correspondence.people import People
from tests.migrated import empty_tables
from tests.web.copied_sites import copied
from tests.web.visitors import Browser, Program, browser_of, program_of
from web import create_app, rate_limits
from web.app_context import AppContext


def settings_in(folder: Path, database_url: str = "") -> Settings:
    """Settings with their own folder and database; emails go to the local mailbox."""
    url = database_url or f"sqlite:///{folder / 'rookery.db'}"
    return Settings(
        data_dir=folder, database_url=url, secret_key="a key for tests", sender="r@rookery.example", rate_limits=False
    )


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database file with all tables and no rows, to copy."""
    path = tmp_path_factory.mktemp("empty") / "rookery.db"
    path.write_bytes(empty_tables())
    return path


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings for one test."""
    return settings_in(tmp_path)


@pytest.fixture
def store(settings: Settings, empty_database: Path) -> Iterator[Store]:
    """A database with all its tables."""
    shutil.copy(empty_database, settings.data_dir / "rookery.db")
    made = Store(settings)
    yield made
    made.close()


@pytest.fixture
def people(store: Store, monkeypatch: pytest.MonkeyPatch) -> People:
    """Accounts, games and the clock; the first game, the second and so on go alike at every run."""
    numbers = itertools.count(1)
    monkeypatch.setattr(seating, "draw_seed", lambda: hashlib.sha256(f"game {next(numbers)}".encode()).hexdigest())
    return People(store)


@pytest.fixture
def tasks() -> list[str]:
    """What was rung for the worker."""
    return []


# Describing the API takes longer than most tests: a process makes one site for all tests whose settings differ in
# nothing but where data lies, and each finds it as it was made.
_SITES: dict[Settings, tuple[Flask, dict[str, Any]]] = {}


@pytest.fixture
def app(settings: Settings, store: Store, people: People, tasks: list[str]) -> Flask:
    """The site; its time is the people's."""
    kind = replace(settings, data_dir=Path(), database_url="")
    if kind not in _SITES:
        made = create_app(settings, store, people.clock, tasks.append)
        _SITES[kind] = made, dict(made.config)
    site, config = _SITES[kind]
    site.config.clear()
    site.config.update(config)
    rate_limits.count_anew(site, settings)
    site.extensions["rookery"] = AppContext(settings, store, people.clock, tasks.append)
    return site


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """Somebody unknown."""
    return app.test_client()


@pytest.fixture
def signed_in(app: Flask, people: People) -> Callable[[str], Browser]:
    """Makes the browser of somebody who is signed in."""
    return lambda name: browser_of(app, people, name)


@pytest.fixture
def program(app: Flask, people: People) -> Callable[[str], Program]:
    """Makes a program with a token of somebody; for nobody (`""`) one without."""
    return lambda name: program_of(app, people, name) if name else Program(app.test_client())


@pytest.fixture
def running_game(people: People) -> str:
    """The id of a game in which ada plays stark against four bots; its first turn is open."""
    return str(copied("running-game", people, lambda there: there.game({"stark": "ada"})))
