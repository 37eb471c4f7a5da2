"""When something was done, as a reader of a game may know it."""

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

TellTime = Callable[[datetime], datetime]


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
