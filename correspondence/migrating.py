"""Migrate a database to the current schema by Alembic, run from the program.

Alembic is loaded only where a database changes: checking whether it is current does not need it at every start.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from sqlalchemy import Connection, Engine, inspect, text
from sqlalchemy.exc import OperationalError

from correspondence.tables import make_all

if TYPE_CHECKING:
    from alembic.config import Config

FOLDER = Path(__file__).parent / "migrations"
# Any number will do, as long as no other program on the same database locks the same.
LOCK = 7_073_665_589
# PostgreSQL's code for a deadlock, and how often a migration is tried that met one.
DEADLOCK, MAX_ATTEMPTS = "40P01", 5
# In which table Alembic writes the revision of a database down.
VERSION = "alembic_version"


class WrongSchema(RuntimeError):
    """The database has an unusable schema; the words say what to do."""


@cache
def revisions() -> tuple[str, ...]:
    """Return known revisions, oldest first: the numbers that begin migration names."""
    return tuple(sorted(path.name[:4] for path in FOLDER.glob("versions/[0-9]*.py")))


def head() -> str:
    """The revision that this program works with."""
    return revisions()[-1]


def revision(connection: Connection) -> str | None:
    """The revision of a database; None if Rookery has made nothing in it."""
    if not inspect(connection).has_table(VERSION):
        return None
    number: str | None = connection.scalar(text(f"select version_num from {VERSION}"))  # noqa: S608
    return number


def check(engine: Engine) -> None:
    """Raise WrongSchema unless the database is of today's form; changes nothing."""
    at = usable_revision(engine)
    if at is None:
        raise WrongSchema("the database is empty; make its tables once with: rookery migrate")
    if at != head():
        raise WrongSchema(
            f"the database is of revision {at}, this version of Rookery needs {head()}."
            " Make a backup, then bring it up to date with: rookery migrate"
        )


def usable_revision(engine: Engine) -> str | None:
    """Return a database's upgradable revision; WrongSchema for any other database."""
    with engine.connect() as connection:
        at, tables = revision(connection), inspect(connection).get_table_names()
    if at is None and set(tables) - {VERSION}:
        raise WrongSchema(f"this database holds tables of another program ({tables[0]}, ...); give Rookery its own")
    if at is not None and at not in revisions():
        if is_too_old(at):
            raise WrongSchema(
                f"the database is of revision {at}, this version of Rookery upgrades from {revisions()[0]} on. Upgrade"
                " it first with an older version, which docs/hosting.md names under Upgrades"
            )
        raise WrongSchema(
            f"the database is of revision {at}, which this version of Rookery does not know: it was made by a newer"
            " one. Run that version, or restore a backup from before the upgrade"
        )
    return at


def is_too_old(revision: str) -> bool:
    """Whether a revision predates the oldest that can be upgraded (ADR 36)."""
    return revision < revisions()[0]


def upgrade(engine: Engine) -> None:
    """Create the tables or run missing migrations; concurrent processes wait."""
    migrate_to(engine, "head")


def migrate_to(engine: Engine, to: str) -> str | None:
    """Migrate up or down to a revision (`base`: no tables); return the new one.
    Each migration is its own transaction, so that running processes wait for no more than one.
    Raises WrongSchema for an unknown revision or an unusable database."""
    if to not in ("head", "base", *revisions()):
        raise WrongSchema(f"there is no revision {to}")
    at = usable_revision(engine) or _create_tables(engine)
    target = head() if to == "head" else to
    if to == "base" or target < at:
        _migrate(engine, "downgrade", target)
    for step in revisions():
        if at < step <= target:
            _upgrade_patiently(engine, step)
    with engine.connect() as connection:
        return revision(connection)


def _create_tables(engine: Engine) -> str:
    """Create all tables in an empty database; the revision if another was first."""
    from alembic import command

    with _migration_lock(engine) as connection:
        at = revision(connection)
        if at is None:
            make_all(connection)
            command.stamp(_config(connection), "head")
        return at or head()


def _upgrade_patiently(engine: Engine, to: str) -> None:
    """Upgrade; retry on a deadlock with a process of the service."""
    for attempt in range(1, MAX_ATTEMPTS + 1):
        try:
            return _migrate(engine, "upgrade", to)
        except OperationalError as fault:
            if getattr(fault.orig, "sqlstate", None) != DEADLOCK or attempt == MAX_ATTEMPTS:
                raise
    return None


def _migrate(engine: Engine, direction: Literal["upgrade", "downgrade"], to: str) -> None:
    from alembic import command

    with _migration_lock(engine) as connection:
        getattr(command, direction)(_config(connection), to)


def _config(connection: Connection) -> Config:
    """Alembic's configuration, bound to one connection."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    config.attributes["connection"] = connection
    return config


@contextmanager
def _migration_lock(engine: Engine) -> Iterator[Connection]:
    """Open a transaction in which nobody else migrates (SQLite's always exclude)."""
    with engine.connect() as connection:
        if connection.dialect.name == "sqlite":
            with _no_foreign_keys(connection):
                yield connection
            return
        with connection.begin():
            connection.execute(text("select pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
            yield connection


@contextmanager
def _no_foreign_keys(connection: Connection) -> Iterator[None]:
    """Open a transaction without SQLite foreign keys, to rebuild referenced tables.
    Dangling references afterwards roll it back."""
    driver = connection.connection.driver_connection
    if driver is None:
        raise RuntimeError("this connection is closed")
    driver.execute("PRAGMA foreign_keys=OFF")
    try:
        with connection.begin():
            yield
            broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
            if broken is not None:
                raise WrongSchema(f"after the migration rows of {broken[0]} would hang loose; nothing was changed")
    finally:
        driver.execute("PRAGMA foreign_keys=ON")
