"""A migrated, empty database of each kind for every test, and people to play with."""

from __future__ import annotations

import hashlib
import itertools
import shutil
import uuid
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import Engine, QueuePool, text

from correspondence.lobby import seating
from correspondence.settings import Settings
from correspondence.store import Store
from correspondence.tables import METADATA
from tests import services
from tests.correspondence.people import People
from tests.migrated import empty_tables


def settings_for(database_url: str, folder: Path) -> Settings:
    """Settings for a test: its own data folder, emails to the local mailbox."""
    return Settings(
        data_dir=folder, database_url=database_url, secret_key="a key for tests", sender="r@rookery.example"
    )


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database file with all tables, to be copied; migrating once is enough."""
    path = tmp_path_factory.mktemp("template") / "rookery.db"
    path.write_bytes(empty_tables())
    return path


@pytest.fixture(scope="session")
def migrated_postgres(postgres_server: str, postgres_template: str) -> Iterator[str]:
    """A PostgreSQL database with all tables, for this test process alone."""
    name = f"rookery_test_{uuid.uuid4().hex[:12]}"
    url = f"{postgres_server.rsplit('/', 1)[0]}/{name}"
    with psycopg.connect(services.plain(postgres_server), autocommit=True) as admin:
        admin.execute(f'create database "{name}" template "{postgres_template}" encoding \'UTF8\'')
        # What a test wrote need not outlast a power cut; a disk takes milliseconds for each commit that must.
        admin.execute(f'alter database "{name}" set synchronous_commit = off')
        try:
            yield url
        finally:
            admin.execute(f'drop database if exists "{name}" with (force)')


@pytest.fixture(scope="session")
def postgres_engine(migrated_postgres: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """Connections to that database, kept from test to test: a new one must learn all tables and statements again."""
    made = Store(settings_for(migrated_postgres, tmp_path_factory.mktemp("engine")))
    yield made.engine
    made.close()


@cache
def _emptying() -> str:
    """One statement that empties all tables in which there is something: sixty would take longer than most tests."""
    # The audit log lets nobody remove its rows one by one.
    removing = {"audit_log": "truncate audit_log"}
    steps = (
        f"if exists (select from {table.name}) then {removing.get(table.name, f'delete from {table.name}')}; end if;"
        for table in reversed(METADATA.sorted_tables)
    )
    return f"do $$ begin {' '.join(steps)} end $$"


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An empty database with all its tables."""
    if request.param == "sqlite":
        shutil.copy(request.getfixturevalue("sqlite_template"), tmp_path / "rookery.db")
        made = Store(settings_for(f"sqlite:///{tmp_path / 'rookery.db'}", tmp_path))
    else:
        made = Store(settings_for(request.getfixturevalue("migrated_postgres"), tmp_path))
        # One of its own on the same connections: what a test listens to ends with the test.
        made.engine = request.getfixturevalue("postgres_engine").execution_options()
        with made.begin() as session:
            session.execute(text(_emptying()))
    yield made
    # On PostgreSQL a single connection that nobody holds may serve the next test; whatever else is left is closed.
    pool = made.engine.pool
    if request.param == "sqlite" or not isinstance(pool, QueuePool) or (pool.checkedin(), pool.checkedout()) != (1, 0):
        made.close()


@pytest.fixture
def settings(store: Store) -> Settings:
    """The settings of the database."""
    return store.settings


@pytest.fixture
def unmade(database_url: str, tmp_path: Path) -> Settings:
    """Settings of a database without any table."""
    return settings_for(database_url, tmp_path)


@pytest.fixture
def people(store: Store, monkeypatch: pytest.MonkeyPatch) -> People:
    """Accounts and games on the database; the first game, the second and so on go alike at every run."""
    numbers = itertools.count(1)
    monkeypatch.setattr(seating, "draw_seed", lambda: hashlib.sha256(f"game {next(numbers)}".encode()).hexdigest())
    return People(store)
