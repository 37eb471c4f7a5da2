"""Telling those who act for a seat that a call waits."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import Session

from correspondence import addresses
from correspondence.delegations.queries import pending
from correspondence.models.calls import OpenedCall
from correspondence.models.games import Game
from correspondence.notices.use_cases import notify
from correspondence.store import settings_of


def tell_delegates(session: Session, game: Game, opened: OpenedCall, now: datetime) -> None:
    """Write to everybody who acts at this moment for a seat of the game: a call waits for its house, if it does."""
    asked = set(opened.houses_asked)
    for row in pending(session, game, now):
        seat = next(one for one in game.seats if one.id == row.seat_id)
        if not row.holds(now) or seat.house is None or seat.house not in asked:
            continue
        notify(
            session,
            "delegation-call",
            f"delegation-call:{opened.public_id}:{row.public_id}",
            now,
            game=game,
            seats=(),
            accounts=[row.account],
            values={"house": seat.house, "n": opened.number, "due": opened.due_at, "until": row.until_at},
            link=addresses.sheet(settings_of(session), opened.public_id),
        )
