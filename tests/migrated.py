"""New databases brought to today's form without migrating each: a file is a copy of one that was migrated."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path
from typing import Any, cast

from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Engine

from correspondence.settings import Settings
from correspondence.store import Store
from correspondence.tables import METADATA
from tests.kept_for_all import kept


@cache
def empty_tables() -> bytes:
    """The file of an SQLite database with all tables and nothing in them, migrated once for all test processes."""
    return kept("migrated", _migrated)


def _migrated() -> bytes:
    with tempfile.TemporaryDirectory(prefix="rookery-migrated-") as folder:
        path = Path(folder) / "rookery.db"
        store = Store(Settings(data_dir=path.parent, database_url=f"sqlite:///{path}", secret_key="for no database"))
        store.upgrade()
        # The last connection that closes leaves everything in one file.
        store.close()
        return path.read_bytes()


def make_tables(store: Store) -> None:
    """What `upgrade` does to a database in which there is nothing, and which nobody has opened.

    On PostgreSQL it does that too, and hardly anything where the database was made after a template.
    """
    path = store.engine.url.database
    if store.engine.dialect.name != "sqlite" or path is None:
        store.upgrade()
        return
    if Path(path).exists():
        raise FileExistsError(path)
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_bytes(empty_tables())


def make_oldest_tables(engine: Engine) -> None:
    """The tables of revision 0037, from which databases are upgraded, as its programs made them."""
    script = (Path(__file__).parent / "correspondence/kept" / f"0037-{engine.dialect.name}.sql").read_text()
    connection = engine.raw_connection()
    driver = cast(Any, connection.driver_connection)
    driver.executescript(script) if engine.dialect.name == "sqlite" else driver.execute(script)
    connection.commit()
    connection.close()


def differences(engine: Engine) -> list[Any]:
    """What the models say and the database does not have, or the other way round; empty if they agree."""
    with engine.connect() as connection:
        # Made where PostgreSQL has the extension for it, and in no model.
        opts = {"include_object": lambda _object, name, *_: name != "ix_games_title_trigrams"}
        return list(compare_metadata(MigrationContext.configure(connection, opts=opts), METADATA))
