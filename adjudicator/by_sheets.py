"""Games in which some houses hand in a sheet for each call, and the others answer live."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from adjudicator import games
from adjudicator.engine.bulk import Call, Pace, Unsaid
from adjudicator.engine.decision import Decision, Given
from adjudicator.engine.step import Oracle
from adjudicator.engine.values import Position, View

# More calls than any game has.
MOST_CALLS = 5000
Writer = Callable[[View], Any]
Heard = Callable[[Position, Decision, Given], None]


class ByCalls(msgspec.Struct):
    """A game played call by call: how it ended, in how many calls, with how many answers, and what was not as it must
    be."""

    ended: Position
    calls: int
    answers: int
    violations: list[str]


def bot_sheet(view: View) -> Any:
    """The sheet that the steward writes for the open call, from what a seat sees."""
    return games.of(view).suggest_sheet(view)


def play_by_sheets(
    start: Position, houses: frozenset[str], pace: Pace, write: Writer, heard: Heard, unsaid: Unsaid = "defaults"
) -> ByCalls:
    """Play a game to its end by the stewards, these houses by a sheet that is written when a call opens, for that call
    alone and from what their seat sees.

    `heard` is told each answer of these houses before it is given. Uses the position up.
    """
    position, played, game = start, ByCalls(start, 0, 0, []), games.of(start)
    while True:
        shown = game.resume(position)
        played.violations += game.broken(shown.showing, shown.waiting)
        played.ended = shown.showing
        if shown.showing.board.ending is not None:
            return played
        played.calls += 1
        if played.calls > MOST_CALLS:
            raise AssertionError("the game does not end")
        everybody = shown.showing.board.houses
        sheets = {
            seat: write(game.view(shown.showing, seat, shown.waiting))
            for seat in everybody
            if seat in houses and seat not in game.unplayed(shown.showing.board)
        }
        call = Call(
            window=game.window(shown.showing, shown.waiting[0], pace),
            sheets=sheets,
            stewards=frozenset(everybody) - houses,
            pace=pace,
            unsaid=unsaid,
        )
        outcome = game.advance(shown.position, _listening(game.oracle_for(shown.position, call), houses, heard))
        played.answers += len(outcome.entries)
        position = outcome.position


def _listening(oracle: Oracle, houses: frozenset[str], heard: Heard) -> Oracle:
    def answer(position: Position, decision: Decision) -> Given | None:
        given = oracle(position, decision)
        if given is not None and decision.seat in houses:
            heard(position, decision, given)
        return given

    return answer
