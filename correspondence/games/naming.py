"""Who is told the names of a game's players."""

from __future__ import annotations

from correspondence.games.access import Who
from correspondence.games.models import Game, Seat


def names_told(game: Game, who: Who | None = None) -> bool:
    """Whether the players' names may be told: to a reader, or (None) to everybody.

    In an anonymous game nobody learns them before the end, except its master, if they do not play.
    """
    return game.names != "anonymous" or game.status == "finished" or (who is not None and who.sees_all)


def name_told(game: Game, seat: Seat, who: Who | None = None) -> str:
    """The name of who has a seat as a reader (None: everybody) may know it; empty where it is not told."""
    if seat.account is None:
        return ""
    mine = who is not None and who.account is not None and who.account.id == seat.account_id
    return seat.account.name if mine or names_told(game, who) else ""


def person_told(game: Game, seat: Seat, who: Who | None = None) -> str:
    """The public page of who has a seat, where their name is told; empty for stewards and for those who are gone."""
    if seat.account is None or seat.kind != "human" or seat.account.deleted_at is not None:
        return ""
    return seat.account.public_id if name_told(game, seat, who) else ""
