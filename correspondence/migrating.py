"""Bringing a database to today's form: Alembic, run from the program instead of a command line.

To look whether a database has it takes no Alembic: that is loaded only where a database changes, not by every process
of the service at its start.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine, inspect, text
from sqlalchemy.exc import OperationalError

from correspondence.tables import METADATA
from correspondence.tokens import Unsealable

if TYPE_CHECKING:
    from alembic.config import Config

FOLDER = Path(__file__).parent / "migrations"
# Any number will do, as long as no other program on the same database locks the same.
LOCK = 7_073_665_589
# PostgreSQL's code for a deadlock, and how often a migration is tried that met one.
DEADLOCK, MAX_ATTEMPTS = "40P01", 5
# In which table Alembic writes the revision of a database down, and how a migration says its own and the one before.
VERSION = "alembic_version"
_NAMES = re.compile(r'^(down_)?revision = (?:"(\w+)"|None)$', re.MULTILINE)


def is_compared(_object: Any, name: str | None, *_kind: Any) -> bool:
    """Whether a part of a database has to be as the models say: not what only some servers can have."""
    return name not in OPTIONAL_INDEXES


# Made by a migration where PostgreSQL has the extension for it.
OPTIONAL_INDEXES = frozenset({"ix_games_title_trigrams"})
COMPARED: dict[str, Any] = {"compare_type": True, "render_as_batch": True, "include_object": is_compared}


class WrongSchema(RuntimeError):
    """The database has another form than this program works with; the words say what to do."""


def config(connection: Connection, key: str = "") -> Config:
    """Alembic's configuration, bound to one connection; `key` is the service's SECRET_KEY."""
    from alembic.config import Config

    made = Config()
    made.set_main_option("script_location", str(FOLDER))
    made.attributes |= {"connection": connection, "key": key, "compared": COMPARED}
    return made


def head() -> str:
    """The revision that this program works with."""
    return revisions()[-1]


@cache
def revisions() -> tuple[str, ...]:
    """All revisions that this program knows, oldest first. Raises RuntimeError unless each follows another one."""
    after: dict[str | None, str] = {}
    for path in FOLDER.glob("versions/[0-9]*.py"):
        said = {down: name or None for down, name in _NAMES.findall(path.read_text(encoding="utf-8"))}
        after[said["down_"]] = str(said[""])
    found: list[str] = []
    while (following := after.pop(found[-1] if found else None, None)) is not None:
        found.append(following)
    if after or not found:
        raise RuntimeError(f"the migrations of {FOLDER} are no single line")
    return tuple(found)


def revision(connection: Connection) -> str | None:
    """The revision of a database; None if Rookery has made nothing in it."""
    if not inspect(connection).has_table(VERSION):
        return None
    found = connection.scalar(text(f"select version_num from {VERSION}"))  # noqa: S608
    return None if found is None else str(found)


def check(engine: Engine) -> None:
    """Raise WrongSchema unless the database is of today's form; changes nothing."""
    found = refuse_newer(engine)
    if found == head():
        return
    if found is None:
        raise WrongSchema("the database is empty; make its tables once with: rookery migrate")
    raise WrongSchema(
        f"the database is of revision {found}, this version of Rookery needs {head()}."
        " Make a backup, then bring it up to date with: rookery migrate"
    )


def refuse_newer(engine: Engine) -> str | None:
    """The revision of a database that this program can bring to today's form; WrongSchema for any other database."""
    with engine.connect() as connection:
        found, tables = revision(connection), inspect(connection).get_table_names()
    if found is None and set(tables) - {VERSION}:
        raise WrongSchema(f"this database holds tables of another program ({tables[0]}, ...); give Rookery its own")
    if found is not None and not known(found):
        raise WrongSchema(
            f"the database is of revision {found}, which this version of Rookery does not know: it was made by a newer"
            " one. Run that version, or restore a backup from before the upgrade"
        )
    return found


def known(revision: str) -> bool:
    """Whether this program has a revision of that name."""
    return revision in revisions()


def upgrade(engine: Engine, to: str = "head", key: str = "") -> None:
    """Run all migrations that are missing; several processes at once wait for each other.

    Each has a transaction of its own, so that processes which run meanwhile wait for no more than one, and a table that
    it locks lets them go on before the next is locked. `key`, here and below, is the service's SECRET_KEY: what is
    secret changes its form with it.
    """
    with engine.connect() as connection:
        at = revision(connection)
    following = revisions()[revisions().index(at) + 1 :] if at in revisions() else ()
    last = head() if to == "head" else to
    if last not in following:
        # A database without tables, in which nobody works; what is there already; and what does not exist.
        _upgrade_at_once(engine, to, key)
        return
    for step in following[: following.index(last) + 1]:
        _upgrade_patiently(engine, step, key)


def _upgrade_at_once(engine: Engine, to: str, key: str) -> None:
    from alembic import command

    with _alone(engine) as connection:
        command.upgrade(config(connection, key), to)


def _upgrade_patiently(engine: Engine, to: str, key: str) -> None:
    """Upgrade, again if a process of the service and the migration waited for each other's tables."""
    for attempt in range(1, MAX_ATTEMPTS + 1):
        try:
            return _upgrade_at_once(engine, to, key)
        except OperationalError as fault:
            if getattr(fault.orig, "sqlstate", None) != DEADLOCK or attempt == MAX_ATTEMPTS:
                raise
    return None


def downgrade(engine: Engine, to: str, key: str = "") -> None:
    """Go back to an earlier revision (`base`: an empty database)."""
    from alembic import command

    with _alone(engine) as connection:
        command.downgrade(config(connection, key), to)


def go_to(engine: Engine, to: str, key: str = "") -> str | None:
    """Bring a database to a revision, forwards or backwards (`base`: without tables); the revision it then has.

    Raises WrongSchema for a revision that does not exist, and for secrets that the key does not open.
    """
    from alembic.util.exc import CommandError

    try:
        with engine.connect() as connection:
            at = revision(connection)
        past = revisions()[: revisions().index(at)] if at in revisions() else ()
        (downgrade if to == "base" or to in past else upgrade)(engine, to, key)
        with engine.connect() as connection:
            return revision(connection)
    except (CommandError, Unsealable) as wrong:
        raise WrongSchema(str(wrong)) from wrong


def differences(engine: Engine) -> list[Any]:
    """What the models say and the database does not have, or the other way round; empty if they agree."""
    from alembic.autogenerate import compare_metadata
    from alembic.runtime.migration import MigrationContext

    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts=COMPARED)
        return list(compare_metadata(context, METADATA))


@contextmanager
def _alone(engine: Engine) -> Iterator[Connection]:
    """A connection in a transaction in which nobody else migrates (SQLite's transactions are exclusive anyway)."""
    with engine.connect() as connection:
        if connection.dialect.name == "sqlite":
            with _unlinked(connection):
                yield connection
            return
        with connection.begin():
            connection.execute(text("select pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
            yield connection


@contextmanager
def _unlinked(connection: Connection) -> Iterator[None]:
    """A transaction in which SQLite does not follow foreign keys: a table that others refer to is changed there by
    making it anew. What refers to nothing afterwards undoes everything."""
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
