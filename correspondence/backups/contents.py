"""What of a database goes into a backup, read in one moment."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from sqlalchemy import Column, Connection, Engine, ForeignKeyConstraint, MetaData, Table, inspect, select

from correspondence.backups.format import KINDS, Part, columns_of, kind_of, row_line
from correspondence.encryption import SECOND_FACTOR, WEBHOOK, Unsealable, unseal
from correspondence.store import READ_ONLY

# Pictures can be drawn again; the revision stands in the header.
LEFT_OUT = frozenset({"pictures", "pdf_files", "alembic_version"})
AT_ONCE = 500
SEALED = {"accounts": ("totp_secret", SECOND_FACTOR), "webhooks": ("secret", WEBHOOK)}


@contextmanager
def one_moment(engine: Engine) -> Iterator[Connection]:
    """A connection on which everything read is of one moment, while others go on writing."""
    options: dict[str, Any] = {READ_ONLY: True}
    if engine.dialect.name == "postgresql":
        options |= {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
    with engine.connect().execution_options(**options) as connection:
        yield connection


def tables(connection: Connection) -> list[Table]:
    """The tables as the database has them, whatever revision that is; what is referred to comes first."""
    found, made = _found(connection), MetaData()
    return [_plain(table, made) for table in found.sorted_tables if table.name not in LEFT_OUT]


def _found(connection: Connection) -> MetaData:
    """The tables with their columns, keys and what they refer to. `reflect` would also read what no backup says,
    indexes and what must be unique, in twice the time."""
    seen, found = inspect(connection), MetaData()
    keys, references = seen.get_multi_pk_constraint(), seen.get_multi_foreign_keys()
    for table, columns in seen.get_multi_columns().items():
        key = keys[table]["constrained_columns"]
        to = [
            ForeignKeyConstraint(
                one["constrained_columns"], [f"{one['referred_table']}.{name}" for name in one["referred_columns"]]
            )
            for one in references[table]
        ]
        own = [Column(one["name"], one["type"], primary_key=one["name"] in key) for one in columns]
        Table(table[1], found, *own, *to)
    return found


def _plain(table: Table, metadata: MetaData) -> Table:
    """The table with columns of our own kinds, so that both databases give and take the same values."""
    # By their names: the order of columns tells how a database came to its form, not what is in it.
    columns = [
        Column(column.name, KINDS[kind_of(column)](), primary_key=column.primary_key)
        for column in sorted(table.columns, key=lambda column: column.name)
    ]
    return Table(table.name, metadata, *columns)


def rows(connection: Connection, table: Table, key: str = "") -> Iterator[bytes]:
    """The rows of a table as lines, in the order of the primary key; with the SECRET_KEY (`key`) secrets are unsealed,
    which are sealed each time otherwise."""
    primary = list(table.primary_key)
    if any(kind_of(column) == "text" for column in primary):
        # Databases sort words differently; these tables are small.
        found = connection.execute(select(table)).all()
        yield from sorted(row_line(tuple(row)) for row in found)
        return
    query = select(table).order_by(*primary)
    place, purpose = _sealed_column(table) if key else (None, "")
    for row in connection.execute(query, execution_options={"yield_per": AT_ONCE}):
        values = list(row)
        if place is not None:
            # What another key sealed stays as it is, and so is not the same as anything.
            with suppress(Unsealable):
                values[place] = unseal(key, purpose, values[place])
        yield row_line(values)


def _sealed_column(table: Table) -> tuple[int | None, str]:
    """The place of a table's sealed column, and for what it is sealed."""
    column, purpose = SEALED.get(table.name, ("", ""))
    names = [each.name for each in table.columns]
    return (names.index(column), purpose) if column in names else (None, "")


def counted(connection: Connection, key: str = "") -> dict[str, Part]:
    """Every table with its number of rows and their digest, as a backup of this moment would say; `key` as for
    `rows`."""
    found = {}
    for table in tables(connection):
        part = Part(str(table.name), columns_of(table))
        for line in rows(connection, table, key):
            part.add(line)
        part.end()
        found[part.name] = part
    return found
