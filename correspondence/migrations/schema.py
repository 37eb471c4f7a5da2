"""What migrations are written with: columns, tables and indexes, named as those of the models are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

from correspondence.rows import NUMBER


def column(name: str, kind: Any, *args: Any, **options: Any) -> sa.Column[Any]:
    """A column that is always filled, unless `nullable` says otherwise."""
    return sa.Column(name, kind, *args, **{"nullable": False, **options})


def key() -> sa.Column[Any]:
    """The key of a table, which the database counts."""
    return number("id", primary_key=True)


def reference(name: str, table: str, ondelete: str | None = None, **options: Any) -> sa.Column[Any]:
    """The key of a row in another table."""
    return column(name, NUMBER, sa.ForeignKey(f"{table}.id", ondelete=ondelete), **options)


def number(name: str, **options: Any) -> sa.Column[Any]:
    """A whole number."""
    return column(name, NUMBER, **options)


def text(name: str, length: int | None = None, **options: Any) -> sa.Column[Any]:
    """A text of at most so many characters, or of any length."""
    return column(name, sa.String(length) if length else sa.Text(), **options)


def moment(name: str, **options: Any) -> sa.Column[Any]:
    """A time with its zone."""
    return column(name, sa.DateTime(timezone=True), **options)


def flag(name: str, **options: Any) -> sa.Column[Any]:
    """Yes or no."""
    return column(name, sa.Boolean(), **options)


def blob(name: str, **options: Any) -> sa.Column[Any]:
    """Bytes."""
    return column(name, sa.LargeBinary(), **options)


def add_columns(table: str, *columns: sa.Column[Any]) -> None:
    """Add columns to a table. What programs of before write rows without needs a `server_default`."""
    with op.batch_alter_table(table) as batch:
        for added in columns:
            batch.add_column(added)


def drop_columns(table: str, *names: str) -> None:
    """Drop columns, on SQLite by making the table anew."""
    with op.batch_alter_table(table) as batch:
        for name in names:
            batch.drop_column(name)


def create_index(table: str, *columns: str, where: str = "") -> None:
    """Index a table, or those of its rows of which `where` is true."""
    only = sa.text(where) if where else None
    op.create_index(_index_name(table, columns), table, list(columns), postgresql_where=only, sqlite_where=only)


def drop_index(table: str, *columns: str) -> None:
    """Drop what `create_index` made."""
    op.drop_index(_index_name(table, columns), table_name=table)


def _index_name(table: str, columns: Sequence[str]) -> str:
    return op.f(f"ix_{table}_{'_'.join(columns)}")
