"""The database: sessions, its one clock, one transaction for each of many things.

store = Store(settings)
store.upgrade()
with store.begin() as session:  # commits at the end, rolls back on an error
    ...
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

import structlog
from sqlalchemy import Connection, Engine, Select, create_engine, event, func, make_url, select
from sqlalchemy.exc import (
    DBAPIError,
    DisconnectionError,
    InterfaceError,
    InternalError,
    OperationalError,
    SQLAlchemyError,
)
from sqlalchemy.orm import Session

from correspondence import migrating
from correspondence.host_editions import watch
from correspondence.logs import discreet
from correspondence.read_cache import memory
from correspondence.settings import Settings

READ_ONLY = "rookery_read_only"
# What is read together was so at one moment, as it is on SQLite anyway, and nothing is written.
_ONE_MOMENT = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
# A process that is frozen in the middle of a transaction holds its locks no longer than this; more than any turn takes.
IDLE_SECONDS = 60.0
CONNECT_SECONDS = 10
# SQLite forces each commit to the disk: with NORMAL a power cut could take back what a player was told is kept.
SYNCHRONOUS = "FULL"
# A statement whose client is gone is ended, and its locks with it, after so long.
GONE_SECONDS = 2.0
# A connection that was used within this time is taken to hold still; another is asked first whether it does.
FRESH_SECONDS = 1.0
# A thread of the site waits so long for a row, or for SQLite's writer, where others have it; half of the threads may.
# The others hardly wait at all: as long as several small changes take, one after the other.
WAIT_SECONDS, SHORT_WAIT_SECONDS = 5.0, 0.5
# Documents are packed the quick way where the server was built with it: packing was an eighth of its work.
_PACK_QUICKLY = """
SELECT set_config(name, 'lz4', false)
FROM pg_settings WHERE name = 'default_toast_compression' AND 'lz4' = ANY(enumvals)
"""
_USED = "used at"
_SETTINGS = "settings"
# What a database raises that does not answer, or has no room, or stops in the middle: it is no fault of what was asked,
# and whether a commit was kept is not known.
AWAY = (OperationalError, InterfaceError, InternalError)


def is_away(fault: BaseException) -> bool:
    """Whether a fault is the database's, and says nothing about what was asked of it."""
    # SQLite says that it is not able to do something in the same breath as that it makes no sense.
    original = getattr(fault, "orig", None)
    return isinstance(fault, AWAY) and getattr(original, "sqlite_errorcode", None) != sqlite3.SQLITE_ERROR


def is_busy(fault: BaseException) -> bool:
    """Whether an error says that a wait for a database lock timed out."""
    original = getattr(fault, "orig", None)
    return (
        getattr(original, "sqlstate", "") == "55P03" or getattr(original, "sqlite_errorcode", 0) == sqlite3.SQLITE_BUSY
    )


def driver_message(fault: DBAPIError) -> str:
    """What the driver said, in one line without secrets."""
    return discreet((str(fault.orig).strip().splitlines() or ["nothing"])[0])


class Store:
    """One database; each process opens its connections at first use.

    Of the `threads` of a process that answers people, none waits for a connection, none waits for other writers longer
    than WAIT_SECONDS, and half no longer than SHORT_WAIT_SECONDS. Without `threads`, writers wait their turn.
    """

    def __init__(self, settings: Settings, threads: int = 0) -> None:
        self.settings = settings
        self._waits = _Waits(threads)
        # Whoever opens a database asks for the editions of its games.
        watch(settings.data_dir)
        self.engine = make_engine(settings.database_url, self._waits if threads else None)
        self._reading = {READ_ONLY: True} | (_ONE_MOMENT if self.engine.dialect.name == "postgresql" else {})

    @contextmanager
    def begin(self) -> Iterator[Session]:
        """Open a read-write transaction: commits at the end, rolls back on an exception."""
        with (
            self._waits.turn(),
            Session(self.engine, expire_on_commit=False, info={_SETTINGS: self.settings}) as session,
            session.begin(),
        ):
            yield session

    @contextmanager
    def read(self) -> Iterator[Session]:
        """Open a read-only transaction: a snapshot, which waits for no writer."""
        with Session(self.engine, expire_on_commit=False, info={_SETTINGS: self.settings} | memory()) as session:
            session.connection(execution_options=self._reading)
            yield session

    def upgrade(self) -> None:
        """Create or migrate the tables. Safe to run in several processes at once."""
        migrating.upgrade(self.engine)

    def make_ready(self) -> None:
        """Prepare a process: migrate a local database file, only check a shared server.
        Raises WrongSchema."""
        if self.engine.dialect.name == "sqlite":
            if migrating.usable_revision(self.engine) != migrating.head():
                self.upgrade()
        else:
            migrating.check(self.engine)

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()


class _Waits:
    """How long a process's threads wait for rows and writers.
    Only some may wait long: a writing transaction takes a free place until it ends. SQLite waiters only poll now and
    then; so the writers of one process wait for each other here, where each goes on as soon as it can."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self._writer = threading.Lock()
        self._places = threading.Semaphore(max(1, threads // 2))
        self._here = threading.local()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """The wait of this thread, for the time of a transaction."""
        before, waits = getattr(self._here, "seconds", None), self._places.acquire(blocking=False)
        self._here.seconds = WAIT_SECONDS if waits else SHORT_WAIT_SECONDS
        try:
            yield
        finally:
            self._here.seconds = before
            if getattr(self._here, "writes", False):
                self._here.writes = False
                self._writer.release()
            if waits:
                self._places.release()

    def bound(self, connection: Connection) -> None:
        """Bound what a transaction waits for, before it begins."""
        if connection.get_execution_options().get(READ_ONLY, False):
            return
        turn = getattr(self._here, "seconds", None)
        seconds = WAIT_SECONDS if turn is None else turn
        if connection.dialect.name == "sqlite":
            begun = time.monotonic()
            if turn is not None and not getattr(self._here, "writes", False):
                self._here.writes = self._writer.acquire(timeout=seconds)
            left = max(0.0, seconds - (time.monotonic() - begun))
            driver: Any = connection.connection.driver_connection
            driver.execute(f"PRAGMA busy_timeout={int(left * 1000)}")
        elif seconds != WAIT_SECONDS:
            connection.exec_driver_sql(f"SET LOCAL lock_timeout = {int(seconds * 1000)}")


def settings_of(session: Session) -> Settings:
    """Return the settings of the store that made this session.
    Raises TypeError if the session has something else in their place."""
    settings = session.info[_SETTINGS]
    if not isinstance(settings, Settings):
        raise TypeError("this session was not made by a Store")
    return settings


def make_engine(url: str, waits: _Waits | None = None) -> Engine:
    """Create an engine with durable settings; see `docs/adr` for measurements.

    `waits`: of the site. Its threads never wait for each other's connections: each may have one in a transaction, and
    one more. A process has three threads besides, which only read.
    """
    pool = {"pool_size": 5, "max_overflow": max(10, 2 * waits.threads if waits else 0)}
    if url.startswith("sqlite"):
        # All statements of the site stay prepared; the driver keeps 128 by itself.
        arguments = {"timeout": 10, "check_same_thread": False, "cached_statements": 500}
        file = make_url(url).database not in (None, "", ":memory:")
        engine = create_engine(url, connect_args=arguments, hide_parameters=True, **(pool if file else {}))
        event.listen(engine, "connect", _set_up_sqlite)
        if waits:
            event.listen(engine, "begin", waits.bound)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    # A machine that is gone says nothing at all; one that is named with a patience of its own keeps it.
    patience = {} if "connect_timeout" in make_url(url).query else {"connect_timeout": CONNECT_SECONDS}
    # Rows hold sheets and emails, and errors end in logs.
    engine = create_engine(url, connect_args=patience, hide_parameters=True, **pool)
    event.listen(engine, "connect", _set_up_postgresql)
    event.listen(engine, "checkin", _note_use)
    if waits:
        event.listen(engine, "connect", _bound_locks)
        event.listen(engine, "begin", waits.bound)

    def ask(connection: Any, record: Any, proxy: Any) -> None:
        _ask_whether_it_holds(engine, connection, record)

    event.listen(engine, "checkout", ask)
    return engine


def _set_up_postgresql(connection: Any, record: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SET idle_in_transaction_session_timeout = {int(IDLE_SECONDS * 1000)}")
        cursor.execute(f"SET client_connection_check_interval = {int(GONE_SECONDS * 1000)}")
        cursor.execute(_PACK_QUICKLY)
    connection.commit()


def _bound_locks(connection: Any, record: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SET lock_timeout = {int(WAIT_SECONDS * 1000)}")
    connection.commit()


def _note_use(connection: Any, record: Any) -> None:
    record.info[_USED] = time.monotonic()


def _ask_whether_it_holds(engine: Engine, connection: Any, record: Any) -> None:
    """Test an idle connection; the pool replaces one that is broken."""
    used = record.info.get(_USED)
    if used is None or time.monotonic() - used < FRESH_SECONDS:
        return
    try:
        engine.dialect.do_ping(connection)
    except engine.dialect.loaded_dbapi.Error as gone:
        raise DisconnectionError from gone


def _set_up_sqlite(connection: Any, record: Any) -> None:
    # The driver's own transactions begin too late and upgrade from read to write; we begin them ourselves.
    """Set a new SQLite connection's pragmas; turn off its driver's transactions."""
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("busy_timeout=10000", "journal_mode=WAL", "foreign_keys=ON", f"synchronous={SYNCHRONOUS}"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    """Begin a SQLite transaction: one that only reads, or one that locks at once."""
    read_only = connection.get_execution_options().get(READ_ONLY, False)
    # Only when it changes, for it makes SQLite prepare every statement of the connection anew.
    if connection.info.get(READ_ONLY) is not read_only:
        # A setting of the driver's connection, no statement: what counts or logs those does not see it.
        driver: Any = connection.connection.driver_connection
        driver.execute(f"PRAGMA query_only={int(read_only)}")
        connection.info[READ_ONLY] = read_only
    connection.exec_driver_sql("BEGIN" if read_only else "BEGIN IMMEDIATE")


log = structlog.get_logger(__name__)

K = TypeVar("K", int, str)
R = TypeVar("R")


def process_each(
    store: Store, due: Select[K], work: Callable[[Session, K], R], *, trouble: str, name: str
) -> tuple[int, list[R]]:
    """Work on each id of a query; return how many, and the results of `work`.

    A failure is logged (`trouble` in words and the id under `name`) and does not stop the others.
    """
    with store.read() as session:
        ids = session.scalars(due).all()
    results = []
    for each in ids:
        try:
            with store.begin() as session:
                result = work(session, each)
        except Exception:
            log.exception(trouble, **{name: each})
        else:
            results.append(result)
    return len(ids), results


# Between two looks at the database's clock a clock that nobody sets counts on.
LOOK_SECONDS = 10.0
_COUNTER = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


class DatabaseClock:
    """A callable clock: aware time in UTC, thread-safe; `here` is the local clock."""

    def __init__(self, store: Store, here: Callable[[], datetime]) -> None:
        self._store = store
        self._here = here if store.engine.dialect.name == "sqlite" else None
        self._seen: tuple[datetime, float] | None = None

    def __call__(self) -> datetime:
        """Now. OperationalError if the database does not answer and never did."""
        if self._here is not None:
            return self._here()
        if self._seen is None or time.clock_gettime(_COUNTER) - self._seen[1] >= LOOK_SECONDS:
            self._query_time()
        assert self._seen is not None
        at, counted = self._seen
        return at + timedelta(seconds=time.clock_gettime(_COUNTER) - counted)

    def _query_time(self) -> None:
        """Ask the database; the answer is late by its way back at most, never early."""
        try:
            with self._store.engine.connect() as connection:
                # Not now(): that is when the transaction began.
                at = connection.scalar(select(func.clock_timestamp()))
            assert isinstance(at, datetime)
            self._seen = (at.astimezone(UTC), time.clock_gettime(_COUNTER))
        except SQLAlchemyError as error:
            if self._seen is None:
                raise
            log.warning("the database does not tell the time", error=str(error)[:200])
