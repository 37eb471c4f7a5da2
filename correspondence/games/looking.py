"""What somebody may know of a running game who looks on from outside, and when something was done in it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from correspondence.games.access import Who
from correspondence.games.naming import names_told
from correspondence.models.calls import OpenedCall
from correspondence.models.games import Game
from correspondence.read_cache import remembered

NOTHING = -1
TellTime = Callable[[datetime], datetime]


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


def times_told(session: Session, game: Game, who: Who | None) -> TellTime:
    """How moments at which somebody did something are told to a reader (None: to everybody): as they were, or where
    names are not told no finer than the call, for the hours somebody keeps tell who they are.

    Then it is the moment at which the call opened in which it was done, and before the first one that at which the game
    was made.
    """
    if names_told(game, who):
        return lambda at: at
    query = select(OpenedCall.opened_at).where(OpenedCall.game_id == game.id).order_by(OpenedCall.opened_at)
    openings = remembered(session, ("openings", game.id), lambda: session.scalars(query).all())

    def told(at: datetime) -> datetime:
        place = bisect_right(openings, at)
        return openings[place - 1] if place else game.created_at

    return told
