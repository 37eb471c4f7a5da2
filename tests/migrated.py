"""New databases brought to today's form without migrating each: a file is a copy of one that was migrated."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from correspondence.settings import Settings
from correspondence.store import Store
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
