"""Taking the rows of a game out of the database."""

from __future__ import annotations

from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from correspondence.backups.owning import GAMES, numbered, owned, owners


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
