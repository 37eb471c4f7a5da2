"""Small tools of the form's templates: lists of options made from questions, and looking into them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator.engine.decision import Decision
from adjudicator.thrones.rules.legality import LAWS
from adjudicator.thrones.state.decisions import PickEffect, PieceDecision, PlaceVassalOrders
from adjudicator.thrones.state.edition import Edition
from narration.thrones.phrases import choice_phrase
from narration.thrones.sheet_words import LIKINGS
from narration.thrones.voice import Voice
from web.forms.shown import Offered
from web.thrones.sheet_form.choices import Choices, Group, Option, decision_kind
from web.thrones.sheet_form.muster_offers import asked_musters, asked_units
from web.thrones.sheet_form.rules import NO, NOTHING, YES, piece_word

# Auctions that no track of influence is for.
WILDLINGS, CLAIM = "wildlings", "claim"


def pieces(asked: PieceDecision, choices: Choices) -> list[Offered]:
    """Units to choose from, each with its picture, where it stands."""
    v, found = choices.v, []
    for piece in asked.choices:
        text = v.say("{unit} in {at}", unit=v.a_unit(piece.unit), at=v.area(piece.area))
        words = v.say("{unit}, routed", unit=text) if piece.routed else text
        force = choices.board.forces.get(piece.area)
        # As `atlas` calls its drawing.
        drawn = f"unit-{force.house}-{piece.unit}" if force is not None else ""
        sign = f"{drawn}-routed" if drawn and piece.routed else drawn
        found.append(Offered(piece_word(piece), words[:1].upper() + words[1:], piece.area, sign=sign))
    return found


def cards(asked: Any, choices: Choices) -> list[Offered]:
    """Cards with their texts, at the area that is fought for; none of them, where that may be answered."""
    at = area_of(asked)
    found = [
        Offered(id, face.name, at, face.strength, face.icons, face.text)
        for id, face in zip(choices.sorted_cards(asked.choices), choices.faces(asked.choices), strict=True)
    ]
    return [*found, Offered(NOTHING, choices.v.say("none"), at)] if optional(asked) else found


def yes_or_no(asked: Decision, v: Voice) -> list[Offered]:
    """Both answers, at the area that the question is about."""
    return [Offered(word, v.say(word), area_of(asked)) for word in (YES, NO)]


def area_of(asked: Any) -> str:
    """The area that a question is about; empty for none."""
    return str(getattr(asked, "area", "") or "")


@dataclass(frozen=True)
class Source:
    """An area whose order is resolved: its name, what it may reach, the units that may go by kind."""

    area: str
    name: str
    goals: tuple[str, ...]
    units: Mapping[str, int]


def sources(asked: Any, choices: Choices) -> list[Source]:
    """From where a raid or march may be made now, and to where: the `options` of a question, of no more than its `most`
    units."""
    most: Mapping[str, int] = getattr(asked, "most", {})
    found = []
    for area, goals in asked.options.items():
        force = choices.board.forces.get(area)
        standing = dict(force.units) if force is not None else {}
        units = {kind: min(count, most.get(kind, 0)) for kind, count in standing.items()} if most else standing
        found.append(Source(area, choices.v.area(area), goals, {kind: n for kind, n in units.items() if n}))
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


def picks(asked: PickEffect, v: Voice) -> list[Offered]:
    """The choices that a card or rule leaves, in words: at their own areas, or at the one that it is about."""
    areas, about = v.edition.areas, asked.subject if asked.subject in v.edition.areas else ""
    found = [(choice, choice_phrase(choice, v, asked.because)) for choice in asked.choices]
    return [Offered(choice, words, choice if choice in areas else about) for choice, words in found]


def loans(asked: Any, v: Voice) -> list[Offered]:
    """The loans to be had, at the area of the order."""
    return [Offered(one, v.loan(one), area_of(asked)) for one in asked.choices]


def vassal_tokens(asked: PlaceVassalOrders, choices: Choices) -> list[Option]:
    """The tokens of a vassal's set that may lie this round."""
    known = choices.edition.orders
    may = [one for one in asked.orders if not any(one == ban or known[one].does(ban) for ban in asked.bans)]
    return [(one, choices.order_label(one)) for one in may]


def auction(name: str, v: Voice) -> str:
    """What is bid for, as a heading."""
    words = v.track(name)
    return words[:1].upper() + words[1:]


def track_of(asked: Any, edition: Edition) -> str:
    """The place of the drawing where an auction lies that a question is about, its track; empty for what is not drawn.

    Without the name of an auction it is that against the wildlings.
    """
    auction = asked.auction or WILDLINGS
    drawn = auction in edition.tracks or (auction == CLAIM and edition.claimed)
    return f"track-{auction}" if drawn or (auction == WILDLINGS and len(edition.wildling_track) > 1) else ""


def tied(asked: Any, v: Voice) -> list[Offered]:
    """The houses of a tie with their arms, at the track of what is bid for."""
    at = track_of(asked, v.edition)
    return [Offered(house, v.house(house), at, arms=house) for house in asked.houses]


def likings(v: Voice) -> list[Option]:
    """What can decide among several units."""
    return [(liking, v.say(words)) for liking, words in LIKINGS.items()]


TOOLS: dict[str, Any] = {
    "pieces": pieces,
    "cards_of": cards,
    "yes_or_no": yes_or_no,
    "area_of": area_of,
    "sources_of": sources,
    "loans_of": loans,
    "musters_of": asked_musters,
    "hired_of": asked_units,
    "tied": tied,
    "track_of": track_of,
    "auction_of": auction,
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
