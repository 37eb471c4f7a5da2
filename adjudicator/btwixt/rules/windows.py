"""Which call a question belongs to: a draft is one call, and so is a round; or each question its own."""

from __future__ import annotations

from collections.abc import Collection

from adjudicator.btwixt.state.decisions import KeepCard, PlayOrKneel
from adjudicator.btwixt.state.position import Position
from adjudicator.engine.bulk import Pace
from adjudicator.engine.decision import Decision
from adjudicator.engine.step import Outcome

NAMED_PACES = ("bulk", "stepwise")


def window(position: Position, decision: Decision, pace: Pace) -> str:
    """The call that collects answers to a question: `r1-draft`, `r1-bidding`, or a question's id.

    Leaders who keep a card at once share the id of the first of them.
    """
    kinds = pace if isinstance(pace, tuple) else ()
    if pace != "stepwise" and str(decision.__struct_config__.tag) not in kinds:
        return phase_window(position, pace)
    if isinstance(decision, KeepCard):
        place = position.board.houses.index(decision.seat)
        return f"d{int(decision.id[1:].split('-', 1)[0]) - place}-keep-card-{position.board.houses[0]}"
    return decision.id


def may_also_ask(outcome: Outcome[Position], pace: Pace) -> Collection[str]:
    """The leaders that the call which opens may ask besides those it waits for: all in a draft or a bid, even where the
    bid begins with a stop for its first turn; at any later stop in it the sheets of that call still count."""
    showing, first = outcome.showing, outcome.waiting[0]
    board = showing.board
    # Who has no card kneels without being asked.
    begun = any(board.plays.values()) or any(board.hands[house] for house in board.kneeling)
    stop = window(showing, first, pace) != phase_window(showing, pace)
    begins = isinstance(first, PlayOrKneel) and not begun and pace != "stepwise"
    return tuple(board.houses) if begins or not stop else ()


def phase_window(position: Position, pace: Pace) -> str:
    """The call of the phase being played; a draft belongs to the round that it leads to."""
    board = position.board
    return f"r{board.round + 1}-draft" if board.phase == "draft" else f"r{board.round}-bidding"
