"""An open call as letters and pages tell of it."""

from __future__ import annotations

from adjudicator import games
from adjudicator.engine.step import Outcome
from adjudicator.engine.values import Position, View
from correspondence.calls.use_cases import may_close_early
from correspondence.letters.payload import OpenCall
from correspondence.models.calls import OpenedCall
from correspondence.models.games import Game


def call_told(game: Game, call: OpenedCall) -> OpenCall:
    """The call with its deadline, as a letter's calendar entry knows it; without what it asks of anybody."""
    return OpenCall(
        id=call.public_id,
        number=call.number,
        round=call.round,
        window=call.window,
        due_at=call.due_at,
        hold_minutes=round(game.hold_seconds / 60),
        early=may_close_early(game),
        sequence=call.sequence,
        unsaid=call.unsaid,
        news=call.news,
    )


def view_told(game: Game, outcome: Outcome[Position], house: str | None) -> View:
    """What a seat (None: spectators) may know now; `waiting` is all that the open call asks of it.

    While a call for a whole phase waits for others first, that includes what the seat will be asked after them, without
    an id.
    """
    view = games.of(outcome.showing).view(outcome.showing, house, outcome.waiting)
    if house is not None and outcome.waiting and _for_the_phase(game, outcome):
        view.waiting += games.of(outcome.showing).foreseen(outcome.showing, house)
    return view


def _for_the_phase(game: Game, outcome: Outcome[Position]) -> bool:
    """Whether the open call takes in the whole phase, and is no stop for one question."""
    opened = games.of(outcome.showing).window(outcome.showing, outcome.waiting[0], game.stops)
    return opened == games.of(outcome.showing).phase_window(outcome.showing, game.stops)
