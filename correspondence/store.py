"""The store: one database, sessions on it, its tables brought up to date.

store = Store(settings)
store.upgrade()
with store.begin() as session:  # commits at the end, rolls back on an error
    ...
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.orm import Session

from correspondence import migrating
from correspondence.settings import Settings

READ_ONLY = "rookery_read_only"
_SETTINGS = "settings"


class Store:
    """One database. Cheap to make; connections are opened at first use, in the process that uses them."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.engine = make_engine(settings.database_url)

    @contextmanager
    def begin(self) -> Iterator[Session]:
        """A session in a transaction that may write: commits at the end, rolls back if an exception leaves."""
        with Session(self.engine, expire_on_commit=False, info={_SETTINGS: self.settings}) as session, session.begin():
            yield session

    @contextmanager
    def read(self) -> Iterator[Session]:
        """A session in a transaction that only reads; on SQLite it waits for no writer."""
        with Session(self.engine, expire_on_commit=False, info={_SETTINGS: self.settings}) as session:
            session.connection(execution_options={READ_ONLY: True})
            yield session

    def upgrade(self) -> None:
        """Make the tables, or bring them to today's form. Safe to run by several processes at once."""
        migrating.upgrade(self.engine)

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()


def settings_of(session: Session) -> Settings:
    """The settings of the store that made this session."""
    found = session.info[_SETTINGS]
    if not isinstance(found, Settings):
        raise TypeError("this session was not made by a Store")
    return found


def make_engine(url: str) -> Engine:
    """An engine with the settings under which nothing is lost; see `docs/adr` for the measurements."""
    if url.startswith("sqlite"):
        engine = create_engine(url, connect_args={"timeout": 10, "check_same_thread": False})
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    return create_engine(url, pool_pre_ping=True, pool_size=5, max_overflow=10)


def _set_up_sqlite(connection: Any, record: Any) -> None:
    # The driver's own transactions begin too late and upgrade from read to write; we begin them ourselves.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("busy_timeout=10000", "journal_mode=WAL", "foreign_keys=ON", "synchronous=NORMAL"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    read_only = connection.get_execution_options().get(READ_ONLY, False)
    connection.exec_driver_sql("BEGIN" if read_only else "BEGIN IMMEDIATE")
