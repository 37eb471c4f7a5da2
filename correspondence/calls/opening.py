"""Opening a call: which window it is, who is asked, when it closes."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from adjudicator import face
from adjudicator.kernel.step import Outcome
from adjudicator.thrones.board import Position
from adjudicator.thrones.resolver import Call
from correspondence.archive.keeping import board_document
from correspondence.archive.models import CallBoard
from correspondence.calls.models import OpenedCall
from correspondence.games.models import Game
from correspondence.rows import new_id


def open_call(session: Session, game: Game, number: int, outcome: Outcome[Position], now: datetime) -> OpenedCall:
    """Open the call for the decisions that wait.

    Without anybody to wait for it closes after the hold; without any person in the game it is due at once.
    """
    window = face.window(outcome.showing, outcome.waiting[0], game.stops)
    humans = [seat.house for seat in game.seats if seat.kind == "human" and seat.house is not None]
    asked = _asked(game, outcome, window, humans)
    due_at = now + timedelta(seconds=game.window_seconds)
    closing_at: datetime | None = None
    if not asked:
        closing_at = now + timedelta(seconds=game.hold_seconds) if humans else now
    opened = OpenedCall(
        public_id=new_id(),
        game_id=game.id,
        number=number,
        window=window,
        round=outcome.showing.round,
        asked=",".join(asked),
        opened_at=now,
        due_at=due_at,
        closing_at=closing_at,
        closes_at=min(due_at, closing_at or due_at),
    )
    session.add(opened)
    session.flush()
    session.add(CallBoard(call_id=opened.id, document=board_document(outcome.showing.board)))
    return opened


def _asked(game: Game, outcome: Outcome[Position], window: str, humans: list[str]) -> list[str]:
    """The people's seats that have something to decide in a window.

    A stop of its own asks whoever it waits for. What planning leads to nobody knows, so it asks all. A Westeros phase
    asks those whom its cards will ask, found by playing it through with nothing but defaults: its cards lie open.
    """
    waiting = {decision.seat for decision in outcome.waiting}
    if window.endswith("-westeros"):
        stewards = frozenset(seat.house for seat in game.seats if seat.kind == "steward" and seat.house is not None)
        trial = face.resolve(
            face.decode(face.encode(outcome.position)), Call(window=window, stewards=stewards, pace=game.stops)
        )
        waiting |= {entry.seat for entry in trial.entries if entry.source.by != "forced"}
    elif window.endswith(("-planning", "-raven")):
        return humans
    return [house for house in humans if house in waiting]
