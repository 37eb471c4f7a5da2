"""How much of a running game somebody may know who looks on from outside."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from correspondence.games.access import Who
from correspondence.games.naming import names_told
from correspondence.models.calls import OpenedCall
from correspondence.models.games import Game

NOTHING = -1


def last_shown(session: Session, game: Game, who: Who) -> int | None:
    """The number of the last call whose results a reader may know; 0 for the opening alone, NOTHING for not even that,
    None for everything there is.

    Who acts for a seat and masters without a seat know everything; who held a seat once looks on like anybody.
    """
    inside = who.seat is not None or who.sees_all
    if inside or game.status == "finished" or game.spectators == "open":
        return None
    if game.spectators != "delayed":
        return NOTHING
    # Calls that were rolled back have numbers, but are no calls one could be behind.
    closed = select(OpenedCall.number).where(OpenedCall.game_id == game.id, OpenedCall.status == "closed")
    return session.scalar(closed.order_by(OpenedCall.number.desc()).offset(game.spectator_delay).limit(1)) or 0


def sees_readiness(game: Game, who: Who) -> bool:
    """Whether a reader who may look at the open call is told who is ready for it, and so when they were.

    In an anonymous game only its players and a master who does not play: the hours somebody keeps tell who they are.
    """
    return who.seat is not None or names_told(game, who)
