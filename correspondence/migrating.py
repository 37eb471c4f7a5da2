"""Bringing a database to today's form: Alembic, run from the program instead of a command line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, Engine, text

from correspondence.tables import METADATA

FOLDER = Path(__file__).parent / "migrations"
# Any number will do, as long as no other program on the same database locks the same.
LOCK = 7_073_665_589


def config(connection: Connection) -> Config:
    """Alembic's configuration, bound to one connection."""
    made = Config()
    made.set_main_option("script_location", str(FOLDER))
    made.attributes["connection"] = connection
    return made


def upgrade(engine: Engine, revision: str = "head") -> None:
    """Run all migrations that are missing; several processes at once wait for each other."""
    with _alone(engine) as connection:
        command.upgrade(config(connection), revision)


def downgrade(engine: Engine, revision: str) -> None:
    """Go back to an earlier revision (`base`: an empty database)."""
    with _alone(engine) as connection:
        command.downgrade(config(connection), revision)


def revise(engine: Engine, message: str) -> None:
    """Write a new migration from what differs between the models and the (upgraded) database; for developers."""
    with _alone(engine) as connection:
        command.revision(config(connection), message, autogenerate=True)


def differences(engine: Engine) -> list[Any]:
    """What the models say and the database does not have, or the other way round; empty if they agree."""
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "render_as_batch": True})
        return list(compare_metadata(context, METADATA))


@contextmanager
def _alone(engine: Engine) -> Iterator[Connection]:
    """A connection in a transaction in which nobody else migrates (SQLite's transactions are exclusive anyway)."""
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("select pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        yield connection
