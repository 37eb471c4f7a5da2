"""Which answers a decision takes, which leave no choice, and which call each decision belongs to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, overload

from adjudicator.engine.decision import A, Answer, Decision, Question, Refusal
from adjudicator.engine.legality import Asked, Law, Laws
from adjudicator.thrones.state import decisions as a
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Position

# By kind of decision; filled where the kinds are registered, `sheets/resolver.py`.
LAWS = Laws()
check, legal_answers = LAWS.check, LAWS.answers


def _piece(position: Position, decision: d.PieceDecision, answer: a.Piece) -> Refusal | None:
    if answer in decision.choices:
        return None
    return Refusal(
        "unit-not-a-choice", f"{answer.unit} in {answer.area} is not among the units to choose from", answer.area
    )


def one_pick(place: Callable[[Any], str]) -> Law:
    """One of the words in `choices`; `place` is where a sheet says it."""

    def picked(position: Position, decision: Any, answer: a.Pick) -> Refusal | None:
        if answer.choice in decision.choices:
            return None
        words = f"{answer.choice!r} is not among {', '.join(decision.choices)}"
        return Refusal("not-a-choice", words, place(decision))

    return Law(a.Pick, picked, lambda p, q: (a.Pick(choice) for choice in q.choices))


def one_card(optional: Asked = lambda decision: False) -> Law:
    """One of the cards in `choices`, or none where it is `optional`."""

    def card(position: Position, decision: Any, answer: a.CardChoice) -> Refusal | None:
        if answer.card in decision.choices or (answer.card is None and optional(decision)):
            return None
        words = f"{answer.card or 'no card'} is not among {', '.join(decision.choices)}"
        return Refusal("card-not-a-choice", words, "card")

    def cards(position: Position, decision: Any) -> Iterator[a.CardChoice]:
        yield from (a.CardChoice(card) for card in decision.choices)
        if optional(decision):
            yield a.CardChoice(None)

    return Law(a.CardChoice, card, cards, optional=optional)


def one_area(optional: Asked = lambda decision: False) -> Law:
    """One of the areas in `choices`, or none where it is `optional`."""

    def area(position: Position, decision: Any, answer: a.AreaChoice) -> Refusal | None:
        if answer.area in decision.choices or (answer.area is None and optional(decision)):
            return None
        words = f"{answer.area or 'nowhere'} is not among {', '.join(decision.choices)}"
        return Refusal("area-not-a-choice", words, "area")

    def areas(position: Position, decision: Any) -> Iterator[a.AreaChoice]:
        yield from (a.AreaChoice(area) for area in decision.choices)
        if optional(decision):
            yield a.AreaChoice(None)

    return Law(a.AreaChoice, area, areas, optional=optional)


# Laws that serve several kinds: one of the units in `choices`, one card or none, one area, yes or no.
PIECE = Law(a.Piece, _piece, lambda p, q: iter(q.choices))
CARD = one_card()
CARD_OR_NONE = one_card(lambda decision: True)
AREA = one_area()
YES_NO = Law(a.YesNo, lambda p, q, answer: None, lambda p, q: iter((a.YesNo(True), a.YesNo(False))))


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
