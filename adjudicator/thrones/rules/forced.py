"""Decisions that leave one answer, as far as that is plain from the decision itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, overload

from adjudicator.engine.decision import A, Answer, Decision, Question
from adjudicator.thrones.state import answers as a

Single = Callable[[Any], Answer | None]

# By kind of decision; filled where the kinds are registered, `sheets/resolver.py`.
SINGLE: dict[type[Decision], Single] = {}


@overload
def single_choice(decision: Question[A]) -> A | None: ...
@overload
def single_choice(decision: Decision) -> Answer | None: ...
def single_choice(decision: Decision) -> Answer | None:
    """The only legal answer, where that is plain from the decision itself; else None."""
    return SINGLE[type(decision)](decision)


def never_single(decision: Any) -> None:
    """Always asked."""


def one_of(choices: tuple[Any, ...]) -> Any:
    """The only one of some choices; None if there are more."""
    return choices[0] if len(choices) == 1 else None


def only_piece(decision: Any) -> a.Piece | None:
    """The only unit of `choices`."""
    found: a.Piece | None = one_of(decision.choices)
    return found


def only_pick(decision: Any) -> a.Pick | None:
    """The only word of `choices`."""
    choice = one_of(decision.choices)
    return None if choice is None else a.Pick(choice)


def only_card(decision: Any) -> a.CardChoice | None:
    """The only card of `choices`."""
    card = one_of(decision.choices)
    return None if card is None else a.CardChoice(card)


def only_area(decision: Any) -> a.AreaChoice | None:
    """The only area of `choices`."""
    area = one_of(decision.choices)
    return None if area is None else a.AreaChoice(area)


def only_idle(decision: Any) -> str | None:
    """The one area with an order in `options`, if that order can do nothing."""
    area: str | None = one_of(tuple(decision.options))
    return area if area is not None and not decision.options[area] else None
