"""What migrations are written with: columns, tables and indexes, named as those of the models are."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
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


def rename(tables: Mapping[str, str], columns: Mapping[str, str]) -> None:
    """Rename tables, and columns of any table, with the names of their constraints and indexes."""
    _rename_in_sqlite(tables, columns) if op.get_bind().dialect.name == "sqlite" else _rename_in_place(tables, columns)


def _named(name: str, table: str, tables: Mapping[str, str], columns: Mapping[str, str]) -> str:
    """The new name of a constraint, index or sequence of what is or was `table`."""
    head, was, rest = name.partition(table)
    if not was:
        return name
    rest += "_"
    for old, new in columns.items():
        rest = rest.replace(f"_{old}_", f"_{new}_")
    return f"{head}{tables.get(table, table)}{rest[:-1]}"


def _rename_in_place(tables: Mapping[str, str], columns: Mapping[str, str]) -> None:
    """Rename by ALTER: no row is written."""
    bind = op.get_bind()
    parts = (
        (
            "select conrelid::regclass::text, conname, 'TABLE {table} RENAME CONSTRAINT' from pg_constraint"
            " where connamespace = current_schema()::regnamespace and conrelid <> 0"
        ),
        (
            "select tablename, indexname, 'INDEX {name} RENAME' from pg_indexes where schemaname = current_schema()"
            " and indexname not in (select conname from pg_constraint)"
        ),
        (
            "select t.relname, s.relname, 'SEQUENCE {name} RENAME' from pg_depend d join pg_class s on s.oid = d.objid"
            " join pg_class t on t.oid = d.refobjid where s.relkind = 'S' and d.deptype in ('a', 'i')"
            " and s.relnamespace = current_schema()::regnamespace"
        ),
    )
    names = [tuple(row) for part in parts for row in bind.execute(sa.text(part))]
    for table, name, change in names:
        new = _named(name, table, tables, columns)
        if new != name:
            what = change.format(table=table, name=name)
            op.execute(f"ALTER {what} {name} TO {new}" if "CONSTRAINT" in what else f"ALTER {what} TO {new}")
    inspector = sa.inspect(bind)
    for table in inspector.get_table_names():
        for column in inspector.get_columns(table):
            if column["name"] in columns:
                op.execute(f'ALTER TABLE {table} RENAME COLUMN "{column["name"]}" TO "{columns[column["name"]]}"')
        if table in tables:
            op.rename_table(table, tables[table])


# A word of SQL; `before` it what the name of a table follows.
_WORD = re.compile(r'(?P<before>\b(?:TABLE|REFERENCES|ON)\s+"?)?\b(?P<word>[a-z]\w*)\b')


def _rename_in_sqlite(tables: Mapping[str, str], columns: Mapping[str, str]) -> None:
    """Make tables and indexes anew: SQLite cannot rename constraints and indexes."""
    rows = op.get_bind().execute(sa.text("select type, name, tbl_name, sql from sqlite_master where sql is not null"))
    names = tuple(f"{sort}_" for sort in ("ix", "uq", "fk", "pk", "ck"))

    def renamed(sql: str, table: str) -> str:
        def word(match: re.Match[str]) -> str:
            word, before = match["word"], match["before"]
            if before:
                return before + tables.get(word, word)
            return _named(word, table, tables, columns) if word.startswith(names) else columns.get(word, word)

        return _WORD.sub(word, sql)

    changed = [(kind, name, table, sql, renamed(sql, table)) for kind, name, table, sql in rows]
    remade = {table for kind, _, table, sql, new in changed if kind == "table" and new != sql}
    for kind, name, _, _, new in changed:
        if kind == "table" and name in remade:
            op.execute(re.sub(r'^CREATE TABLE "?\w+"?', f"CREATE TABLE renamed_{name}", new))
            op.execute(f"INSERT INTO renamed_{name} SELECT * FROM {name}")
            op.drop_table(name)
    for name in sorted(remade):
        op.execute(f"ALTER TABLE renamed_{name} RENAME TO {tables.get(name, name)}")
    for kind, _, table, _, new in changed:
        if kind == "index" and table in remade:
            op.execute(new)
