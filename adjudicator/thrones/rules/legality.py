"""Legal answers of each decision, forced answers, and the turn it belongs to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, cast, overload

from adjudicator.engine import A, Answer, Decision, Law, Laws, Question, Refusal
from adjudicator.engine.decision import Asked
from adjudicator.thrones.state import Position, decisions as d

# By kind of decision; filled where the kinds are registered, `sheets/resolver.py`.
LAWS = Laws()
check, legal_answers = LAWS.check, LAWS.answers


def _piece(position: Position, decision: d.PieceDecision, answer: d.Piece) -> Refusal | None:
    if answer in decision.choices:
        return None
    return Refusal(
        "unit-not-a-choice", f"{answer.unit} in {answer.area} is not among the units to choose from", answer.area
    )


def word_choice_rule(place: Callable[[Any], str]) -> Law:
    """Return a law that an answer must be one of the words in `choices`.
    `place` gives the part of a sheet that its refusal (`not-a-choice`) names."""

    def picked(position: Position, decision: Any, answer: d.Pick) -> Refusal | None:
        if answer.choice in decision.choices:
            return None
        words = f"{answer.choice!r} is not among {', '.join(decision.choices)}"
        return Refusal("not-a-choice", words, place(decision))

    return Law(d.Pick, picked, lambda p, q: (d.Pick(choice) for choice in q.choices))


def one_choice(answer: Callable[[Any], Any], field: str, none: str, optional: Asked = lambda q: False) -> Law:
    """Return a law: an id in `choices`, or none if `optional`; `none` is its wording."""

    def refuse(position: Position, decision: Any, reply: Any) -> Refusal | None:
        named = getattr(reply, field)
        if named in decision.choices or (named is None and optional(decision)):
            return None
        words = f"{named or none} is not among {', '.join(decision.choices)}"
        return Refusal(f"{field}-not-a-choice", words, field)

    def listing(position: Position, decision: Any) -> Iterator[Answer]:
        return map(answer, (*decision.choices, None) if optional(decision) else decision.choices)

    return Law(cast(type[Answer], answer), refuse, listing, optional=optional)


# Laws that serve several kinds: one of the units in `choices`, one card or none, one area or none, yes or no.
PIECE = Law(d.Piece, _piece, lambda p, q: iter(q.choices))
CARD = one_choice(d.CardChoice, "card", "no card")
CARD_OR_NONE = one_choice(d.CardChoice, "card", "no card", lambda q: True)
AREA = one_choice(d.AreaChoice, "area", "nowhere")
OPTIONAL_AREA = one_choice(d.AreaChoice, "area", "nowhere", lambda q: bool(q.optional))
YES_NO = Law(d.YesNo, lambda p, q, answer: None, lambda p, q: iter((d.YesNo(True), d.YesNo(False))))


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


def only_choice(choices: tuple[Any, ...]) -> Any:
    """The only one of some choices; None if there are more."""
    return choices[0] if len(choices) == 1 else None


def _only(answer: Callable[[Any], Answer]) -> Single:
    """The only one of `choices`, as an answer."""
    return lambda decision: answer(decision.choices[0]) if len(decision.choices) == 1 else None


only_piece, only_pick = _only(lambda piece: piece), _only(d.Pick)
only_card, only_area = _only(d.CardChoice), _only(d.AreaChoice)


def only_idle(decision: Any) -> str | None:
    """The one area with an order in `options`, if that order can do nothing."""
    area: str | None = only_choice(tuple(decision.options))
    return area if area is not None and not decision.options[area] else None
