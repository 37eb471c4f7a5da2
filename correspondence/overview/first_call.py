"""The one call that a first game is about."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from correspondence.errors import NotFound
from correspondence.games.access import game_named
from correspondence.models.accounts import Account
from correspondence.models.calls import OpenedCall
from correspondence.overview.call_page import CallPage, call_page
from narration.words import N_


def first_call(session: Session, account: Account, game_id: str, now: datetime) -> CallPage:
    """The first call of a game for the asker's own seat; NotFound (`no-such-game`, `no-such-call`), Denied."""
    game = game_named(session, game_id)
    query = select(OpenedCall.public_id).where(OpenedCall.game_id == game.id, OpenedCall.status != "void")
    found = session.scalar(query.order_by(OpenedCall.number).limit(1))
    if found is None:
        raise NotFound("no-such-call", N_("There is no such call."))
    return call_page(session, account, found, now)
