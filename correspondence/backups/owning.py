"""Which rows belong to a game (tables hang on it, directly or by its calls, seats, ...), and taking them out."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Table, delete, select
from sqlalchemy.orm import Session

from correspondence.tables import METADATA

# They name a game, but are somebody's own, or are never taken back.
NOT_OWNED = frozenset({"webhooks", "webhook_posts"})
Row = dict[str, Any]
GAMES, ACCOUNTS = "games", "accounts"


def owned() -> list[Table]:
    """The tables whose rows belong to games, what is referred to first; the games themselves are the first."""
    names, found = {GAMES}, [METADATA.tables[GAMES]]
    for table in METADATA.sorted_tables:
        if table.name not in NOT_OWNED and table.name not in names and owner(table, names):
            names.add(table.name)
            found.append(table)
    return found


def owner(table: Table, names: set[str]) -> tuple[str, str] | None:
    """The column by which rows of a table hang on a game, and the table it leads to; the shortest way there is."""
    ways = [(fk.parent.name, fk.column.table.name) for fk in table.foreign_keys if fk.column.table.name in names]
    # A way through something that may be missing is none.
    sure = [way for way in ways if not table.columns[way[0]].nullable]
    return min(sure, key=lambda way: (way[1] != GAMES, way), default=None)


def owners() -> dict[str, tuple[str, str]]:
    """For each owned table but the games: its column, and the table it leads to."""
    tables = owned()
    names = {table.name for table in tables}
    found = {}
    for table in tables[1:]:
        way = owner(table, names)
        if way is None:
            raise LookupError(f"{table.name} hangs on no game")
        found[table.name] = way
    return found


def links(table: Table) -> dict[str, str]:
    """The columns of a table that refer to others, with those others' names."""
    return {fk.parent.name: fk.column.table.name for fk in table.foreign_keys}


def numbered(table: Table) -> bool:
    """Whether the database itself gives the rows of a table their key, `id`."""
    return [column.name for column in table.primary_key] == ["id"]


def belongs(name: str, row: Row, game_id: str, keys: dict[str, set[Any]], ways: dict[str, tuple[str, str]]) -> bool:
    """Whether a row belongs to a game: `keys` are those of its rows that were found so far, by table; `ways` as from
    `owners`."""
    if name == GAMES:
        return bool(row["public_id"] == game_id)
    if name not in ways:
        return False
    column, leads_to = ways[name]
    return row[column] in keys.get(leads_to, ())


def remove_rows(session: Session, game_key: int, *, game_too: bool = False) -> None:
    """Take all rows that belong to a game out, what hangs on others first; its own as well if `game_too`."""
    tables, ways = owned(), owners()
    mine: dict[str, Any] = {GAMES: select(tables[0].c.id).where(tables[0].c.id == game_key)}
    for table in tables[1:]:
        column, leads_to = ways[table.name]
        within = table.c[column].in_(mine[leads_to])
        mine[table.name] = select(table.c.id).where(within) if numbered(table) else None
    for table in reversed(tables[1:]):
        column, leads_to = ways[table.name]
        session.execute(delete(table).where(table.c[column].in_(mine[leads_to])))
    if game_too:
        session.execute(delete(tables[0]).where(tables[0].c.id == game_key))
