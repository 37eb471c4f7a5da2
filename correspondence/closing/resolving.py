"""What an adjudication does inside its one transaction."""

from __future__ import annotations

import time
from datetime import datetime

import structlog
from sqlalchemy.orm import Session

from adjudicator import documents
from correspondence.adjudications.computing import handed_in, resolved
from correspondence.adjudications.publishing import publish
from correspondence.archive.queries import stored_position
from correspondence.desk.holding import hold_if_reviewed
from correspondence.models.calls import OpenedCall
from correspondence.models.games import Game


def resolve_call(session: Session, call: OpenedCall, worker: str, now: datetime) -> None:
    """Resolve a call and write everything that follows, or hold it as a draft if the game is reviewed so.

    The caller holds its lock and has found it due.
    """
    game = session.get_one(Game, call.game_id)
    structlog.contextvars.bind_contextvars(game=game.public_id)
    begun = time.perf_counter()
    handed = handed_in(session, game, call)
    outcome = resolved(game, call.round, handed.call, documents.decode(stored_position(session, game)))
    seconds = round(time.perf_counter() - begun, 4)
    if not hold_if_reviewed(session, game, call, outcome, handed, now):
        publish(session, game, call, outcome, handed.versions, worker, now, seconds)
