"""Small tools of the form's templates: lists of options made from questions, and looking into them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from adjudicator.kernel.decision import Decision
from adjudicator.thrones.rules.legality import LAWS
from adjudicator.thrones.state.decisions import PickEffect, PieceDecision, PlaceVassalOrders
from narration.thrones.choice_words import choice_phrase
from narration.thrones.sheet_rule_words import LIKINGS
from narration.thrones.voice import Voice
from web.thrones.sheet_form.answers import piece_word
from web.thrones.sheet_form.choices import Choices, decision_kind
from web.thrones.sheet_form.map_choices import Group, Option


def pieces(asked: PieceDecision, v: Voice) -> list[Option]:
    """Units to choose from."""
    found = []
    for piece in asked.choices:
        text = v.say("{unit} in {at}", unit=v.a_unit(piece.unit), at=v.area(piece.area))
        found.append((piece_word(piece), v.say("{unit}, routed", unit=text) if piece.routed else text))
    return found


def named(ids: Sequence[str], name: Callable[[str], str]) -> list[Option]:
    """Ids with their names."""
    return [(one, name(one)) for one in ids]


def grouped(options: Mapping[str, Sequence[str]], v: Voice) -> list[Group]:
    """What each area can reach, under its name."""
    return [(v.area(area), [(goal, v.area(goal)) for goal in goals]) for area, goals in options.items()]


def harbours(places: Iterable[str], choices: Choices) -> list[Option]:
    """Seas beside any of these places."""
    return list(dict.fromkeys(option for place in places for option in choices.harbours(place)))


# Kinds of questions that have fields of their own; all others have those of their sort of answer.
OWN_FIELDS = {
    "take-loan": "loan",
    "choose-vassal": "vassal",
    "place-vassal-orders": "vassal-orders",
    "place-units": "hired",
}


def fields_of(asked: Decision) -> str:
    """Which fields of `sheet/answer.html` answer a question."""
    kind = decision_kind(asked)
    return OWN_FIELDS.get(kind, str(LAWS[type(asked)].answer.__struct_config__.tag))


def optional(asked: Decision) -> bool:
    """Whether a question may be answered by none of its choices."""
    return LAWS[type(asked)].optional(asked)


def picks(asked: PickEffect, v: Voice) -> list[Option]:
    """The choices that a card or rule leaves, in words."""
    return [(choice, choice_phrase(choice, v, asked.because)) for choice in asked.choices]


def vassal_tokens(asked: PlaceVassalOrders, choices: Choices) -> list[Option]:
    """The tokens of a vassal's set that may lie this round."""
    known = choices.edition.orders
    may = [one for one in asked.orders if not any(one == ban or known[one].does(ban) for ban in asked.bans)]
    return [(one, choices.order_label(one)) for one in may]


def likings(v: Voice) -> list[Option]:
    """What can decide among several units."""
    return [(liking, v.say(words)) for liking, words in LIKINGS.items()]


TOOLS: dict[str, Any] = {
    "pieces": pieces,
    "named": named,
    "grouped": grouped,
    "harbours": harbours,
    "picks": picks,
    "fields_of": fields_of,
    "optional": optional,
    "vassal_tokens": vassal_tokens,
    "likings_of": likings,
    "kind_of": decision_kind,
}
