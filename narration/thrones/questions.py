"""What a decision asks, in words: one question for each kind, with what may be answered.

The modules `*_questions` beside this one register them, by subject.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, get_args

from adjudicator.engine.decision import Decision
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.answers import Piece
from adjudicator.thrones.state.board import Board
from narration.paragraph import Question
from narration.thrones.voice import Voice
from narration.words import N_

Asker = Callable[[Any, Board, Voice], Question]
ASKERS: dict[type[Decision], Asker] = {}
# What was asked, in a word or two, by the tag of the decision: `House card`.
ASKED: dict[str, str] = {}
ABOUT_VASSAL = N_("For your vassal {house}: {question}")


def asks(kind: type[Decision], words: str) -> Callable[[Asker], Asker]:
    """Register a kind of decision: the function asks it, `words` say in letters what was decided."""

    def register(function: Asker) -> Asker:
        ASKERS[kind] = function
        ASKED[str(kind.__struct_config__.tag)] = words
        return function

    return register


def question(decision: Decision, board: Board, v: Voice) -> Question:
    """One decision in words; about a vassal it says which. Raises KeyError for a kind that nobody asks; a test keeps
    that from happening."""
    asked = ASKERS[type(decision)](decision, board, v)
    if decision.house == decision.seat:
        return asked
    return Question(v.say(ABOUT_VASSAL, house=v.house(decision.house), question=asked.text), asked.choices)


def unasked() -> list[str]:
    """Kinds of decisions without a question."""
    return [kind.__name__ for kind in get_args(d.AnyDecision) if kind not in ASKERS]


def area_with_units(area: str, board: Board, v: Voice) -> str:
    """`Winterfell (1 footman and 1 knight)`."""
    force = board.forces.get(area)
    if force is None:
        return v.area(area)
    led = v.leaders(name for name, leader in board.leaders.items() if leader.area == area)
    standing = v.units(force.units)
    routed = v.say("{units} routed", units=v.units(force.routed)) if force.routed else ""
    return f"{v.area(area)} ({', '.join(part for part in (standing, routed, led) if part)})"


def pieces_named(pieces: Iterable[Piece], v: Voice) -> tuple[str, ...]:
    """Units to choose from, one a line."""
    return tuple(v.say("{unit} in {at}", unit=v.a_unit(piece.unit), at=v.area(piece.area)) for piece in pieces)
