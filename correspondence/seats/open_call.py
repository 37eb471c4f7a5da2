"""What happens to a game while a call of it is open: the position changes under the call, which stays open."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import delete
from sqlalchemy.orm import Session

from adjudicator.engine.step import Outcome
from adjudicator.engine.values import Position
from correspondence.archive.keeping import before_records, keep
from correspondence.archive.reading import stored_position
from correspondence.calls.use_cases import recount
from correspondence.deadlines.opening import asked_in, next_window
from correspondence.models.calls import OpenedCall, Readiness
from correspondence.models.games import Game
from correspondence.seats.vassal_seats import seats_follow


def go_on_with(
    session: Session,
    game: Game,
    call: OpenedCall,
    outcome: Outcome[Position],
    now: datetime,
    again: Collection[str] | None = None,
) -> None:
    """Keep an outcome that did not end the game, and ask for what waits now. Whoever was ready is asked again, or of
    them only those who play the houses `again`. The caller holds the locks of the call and the game."""
    seats_follow(session, game, outcome.showing.board, now)
    keep(session, game, before_records(stored_position(session, game), outcome), outcome, part=call.number)
    game.round = call.round = outcome.showing.round
    call.window, call.asked = next_window(game, outcome), ",".join(asked_in(game, outcome))
    seats = [seat.id for seat in game.seats if again is None or seat.house in again]
    session.execute(delete(Readiness).where(Readiness.call_id == call.id, Readiness.seat_id.in_(seats)))
    if again is None:
        call.closing_at = None
    recount(session, game, call, now)
    session.flush()
