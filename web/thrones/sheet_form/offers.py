"""What the form offers for questions: cards, units, musters; template tools."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from adjudicator.engine import Decision, kind_of
from adjudicator.thrones.rules.iron_bank import Hiring
from adjudicator.thrones.rules.legality import LAWS
from adjudicator.thrones.sheets.effects.cards import Moment
from adjudicator.thrones.sheets.effects.table import QuestionSource, question_sources
from adjudicator.thrones.sheets.muster import MusterAhead, musters_ahead, recruits_ahead
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.sheets.turn_sections import turn_sections
from adjudicator.thrones.state import Edition, View
from adjudicator.thrones.state.decisions import (
    MusterUnits,
    PickEffect,
    PieceDecision,
    PlaceVassalOrders,
    Recruit,
    Recruits,
)
from narration.thrones.voice import OCCASIONS, Voice
from narration.words import N_, capital
from web.forms.drafts import Offered
from web.forms.sections import options_with_names
from web.thrones.sheet_form.choices import Choices, Group, Option
from web.thrones.sheet_form.rules import NO, NOTHING, YES, piece_word, unit_choice
from web.thrones.tables import house_cards


@dataclass(frozen=True)
class MusterOffer:
    """A unit that can be mustered: `unit` and `at` as in the fields, and its words.
    `more`: one more is possible beyond all the sheet wants; `most`: how many exist anywhere, if known; `cost`: in
    points, 0 where none are paid."""

    unit: str
    at: str
    words: str
    more: bool
    most: int = 0
    cost: int = 0


def musters_by_place(choices: Choices) -> Mapping[str, MusterAhead]:
    """Return what can be mustered by place; empty if for several houses."""
    if len(choices.own) > 1:
        return {}
    places = {area: n for area, n in choices.muster_points.items() if area in choices.edition.areas}
    return musters_ahead(choices.board, choices.edition, choices.house, places, choices.also.muster)


def muster_offers(choices: Choices, ahead: MusterAhead) -> tuple[MusterOffer, ...]:
    """The offers of one place, in the order of the data."""
    prices = dict(choices.wants)
    offers = []
    for recruit in dict.fromkeys((*ahead.any, *ahead.more)):
        unit = unit_choice(recruit)
        at = recruit.at if recruit.at != recruit.area else ""
        words = prices.get(unit, choices.label(recruit.unit)) + (f", {choices.v.area(at)}" if at else "")
        kind = choices.edition.units[recruit.unit]
        cost = kind.upgrade_cost if recruit.upgrade else kind.cost
        offers.append(MusterOffer(unit, at, words, recruit in ahead.more, cost=cost))
    return tuple(offers)


@dataclass(frozen=True)
class MusterPlace:
    """A mustering place: its `points`, how many are `left`, what they buy."""

    area: str
    points: int
    left: int
    offers: tuple[MusterOffer, ...]


def muster_places(decision: MusterUnits, choices: Choices) -> list[MusterPlace]:
    """Return a question's places with possible musters beyond the answer so far."""
    ahead = recruits_ahead(choices.board, choices.edition, decision.house, decision.places, _wants(decision, choices))
    places = [
        MusterPlace(area, points, ahead[area].left, muster_offers(choices, ahead[area]))
        for area, points in decision.places.items()
    ]
    return [place for place in places if place.offers]


def _wants(decision: Any, choices: Choices) -> tuple[Recruit, ...]:
    """What the answer to a question wants so far."""
    answer = choices.also.answers.get(decision.id)
    return answer.wants if isinstance(answer, Recruits) else ()


@dataclass(frozen=True)
class UnitPlaces:
    """How it stands, in words, and by area which units may come there."""

    status: str
    places: Mapping[str, tuple[MusterOffer, ...]]


def unit_places(decision: Any, choices: Choices) -> UnitPlaces:
    """Return a question's areas where units fit; skip impossible wishes so far."""
    empty, now = (Hiring(choices.board, choices.edition, decision) for _ in range(2))
    for want in _wants(decision, choices):
        if want.at in choices.edition.areas and now.refuse(want) is None:
            now.book(want)
    offers_by_area = {area: tuple(_unit_offers(decision, area, empty, now, choices)) for area in decision.areas}
    return UnitPlaces(
        _placement_status(now, choices.v), {area: offers for area, offers in offers_by_area.items() if offers}
    )


def _unit_offers(decision: Any, area: str, empty: Hiring, now: Hiring, choices: Choices) -> Iterator[MusterOffer]:
    """Yield the units that may be placed in an area by the decision alone.
    `empty` has no placements yet; `now` has those wanted so far and tells if one more fits."""
    names = dict(choices.kinds)
    for unit, most in decision.units.items():
        want = Recruit(area, unit, area)
        if empty.refuse(want) is None:
            words = capital(names[unit])
            yield MusterOffer(unit, "", words, now.refuse(want) is None, most)


def _placement_status(now: Hiring, v: Voice) -> str:
    """Say in words which units remain to be placed, and whether there is room."""
    left = {unit: count for unit, count in now.left.items() if count}
    if not left:
        return v.say("All units are placed.")
    if any(now.possible(unit) for unit in left):
        return v.say("Still to place: {units}.", units=v.units(left))
    return v.say("There is no room for {units}.", units=v.units(left))


GROUPS: dict[Moment, str] = {
    "westeros": N_("Westeros cards"),
    "raven": N_("The raven"),
    "wildlings": N_("wildling cards"),
    "card": N_("House cards"),
    "support": N_("Support from others"),
    "blade": N_("Tides of Battle"),
    "port": N_("ports"),
    "power": N_("Power"),
    "loan": N_("loans"),
    "tactics": N_("Tactics"),
    "alliances": N_("alliance cards"),
    "leaders": N_("leaders"),
}
MAX_OTHERS = 40


@dataclass(frozen=True)
class Offer:
    """A thing that asks: key in `choices`, words, grouped options, sensible wishes."""

    key: str
    title: str
    hint: str
    options: list[tuple[str, list[tuple[str, str]]]]
    slots: int
    default: str


@dataclass(frozen=True)
class Offers:
    """What asks on one kind of occasion; `folded`: shown only when wanted.
    `houses`: all but the first offer, which are about one house each, are folded too."""

    title: str
    offers: list[Offer]
    folded: bool = False
    houses: bool = False


def choice_offers(
    view: View, house: str, v: Voice, window: str, also: Sheet, moments: Collection[Moment] = tuple(GROUPS)
) -> list[Offers]:
    """Return groups of questions that may come up for a house, with choices.
    They may come in the turn `window` (empty: at any time) and at these `moments`.
    The last group has what else the sheet `also` has wishes for."""
    house_askings = [asking for asking in question_sources(view.board, v.edition, house) if asking.moment in moments]
    house_askings = [asking for asking in house_askings if asking.because != "tactics"]
    turn = turn_sections(view.board, v.edition, house)
    pairs = [(asking, now) for asking in house_askings if (now := turn.offers(asking) if window else asking.offers)]
    groups = []
    for moment, title in GROUPS.items():
        offers = [_offer(asking, v, occasions) for asking, occasions in pairs if asking.moment == moment]
        if moment == "support" and offers:
            offers += [
                _offer(QuestionSource(because=other, moment="support", offers={"": ("refuse", "accept")}), v)
                for other in view.board.houses
                if other != house
            ]
        if offers:
            folded = moment == "wildlings" and not window.endswith("-westeros")
            groups.append(Offers(capital(v.say(title)), offers, folded, moment == "support"))
    # Gifts of bids stand beside the bids.
    elsewhere = {*v.edition.tracks} if house in view.board.points else set()
    elsewhere |= {"tactics"} if view.board.tactics is not None else set()
    elsewhere |= {offer.key for group in groups for offer in group.offers}
    others = []
    for key in [key for key in also.choices if key not in elsewhere][:MAX_OTHERS]:
        picks = tuple(dict.fromkeys(pick for rule in also.choices[key] for pick in rule.pick))
        others.append(_offer(QuestionSource(because=key, moment="card", offers={"": picks[:MAX_OTHERS]}), v))
    return [*groups, Offers(v.say("Others"), others)] if others else groups


def _offer(asking: QuestionSource, v: Voice, occasions: Mapping[str, tuple[str, ...]] | None = None) -> Offer:
    """What asks, with what it offers on these occasions (None: on all)."""
    occasions = asking.offers if occasions is None else occasions
    options = [
        (
            v.say(OCCASIONS[name]) if name in OCCASIONS else "",
            options_with_names(choices, lambda choice: v.choice_phrase(choice, asking.because)),
        )
        for name, choices in occasions.items()
    ]
    most = max((len(choices) for choices in occasions.values()), default=1)
    return Offer(
        key=asking.because,
        title=v.asking_title(asking.because),
        hint=v.asking_hint(asking.because),
        options=options,
        slots=max(len(occasions), min(3, most - 1), 1),
        default=v.asking_default(msgspec.structs.replace(asking, offers=occasions)),
    )


# Auctions that no track of influence is for.
WILDLINGS, CLAIM = "wildlings", "claim"


def pieces(decision: PieceDecision, choices: Choices) -> list[Offered]:
    """Units to choose from, each with its picture, where it stands."""
    v, offers = choices.v, []
    for piece in decision.choices:
        text = v.say("{unit} in {at}", unit=v.a_unit(piece.unit), at=v.area(piece.area))
        words = v.say("{unit}, routed", unit=text) if piece.routed else text
        force = choices.board.forces.get(piece.area)
        # As `atlas` turns its drawing.
        drawn = f"unit-{force.house}-{piece.unit}" if force is not None else ""
        sign = f"{drawn}-routed" if drawn and piece.routed else drawn
        offers.append(Offered(piece_word(piece), capital(words), piece.area, sign=sign))
    return offers


def cards_of(decision: Any, choices: Choices) -> list[Offered]:
    """Return a question's House cards with their texts, at the contested area.
    The choice of none is added if the question may be answered so."""
    at = area_of(decision)
    offers = [replace(card, at=at) for card in house_cards(decision.choices, choices.v)]
    return (
        [*offers, Offered(NOTHING, choices.v.say_in("cards, areas, rules", "none"), at)]
        if optional(decision)
        else offers
    )


def yes_or_no(decision: Decision, v: Voice) -> list[Offered]:
    """Both answers, at the area that the question is about."""
    return [Offered(word, v.say(word), area_of(decision)) for word in (YES, NO)]


def area_of(decision: Any) -> str:
    """Return the area that a question is about; empty if it is about none."""
    return str(getattr(decision, "area", "") or "")


def grouped(options: Mapping[str, Sequence[str]], v: Voice) -> list[Group]:
    """Return choices of areas as options, grouped under the name of each area."""
    return [(v.area(area), options_with_names(goals, v.area)) for area, goals in options.items()]


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


def fields_of(decision: Decision) -> str:
    """Return which group of fields in `sheet/answer.html` answers a question."""
    kind = kind_of(decision)
    return OWN_FIELDS.get(kind, kind_of(LAWS[type(decision)].answer))


def optional(decision: Decision) -> bool:
    """Whether a question may be answered by none of its choices."""
    return LAWS[type(decision)].optional(decision)


def picks(decision: PickEffect, v: Voice) -> list[Offered]:
    """Return a card's or rule's choices in words, at their areas or the one concerned."""
    areas, about = v.edition.areas, decision.subject if decision.subject in v.edition.areas else ""
    labels = [(choice, v.choice_phrase(choice, decision.because)) for choice in decision.choices]
    return [Offered(choice, words, choice if choice in areas else about) for choice, words in labels]


def loans_of(decision: Any, v: Voice) -> list[Offered]:
    """Return the loans that a question offers, at the area of its order."""
    return [Offered(loan, v.loan(loan), area_of(decision)) for loan in decision.choices]


def vassal_tokens(decision: PlaceVassalOrders, choices: Choices) -> list[Option]:
    """The tokens of a vassal's set that may lie this round."""
    orders = choices.edition.orders
    may = (item for item in decision.orders if not any(item == ban or orders[item].does(ban) for ban in decision.bans))
    return options_with_names(may, choices.order_label)


def track_of(decision: Any, edition: Edition) -> str:
    """Return the drawn track for a question's auction; empty if it is not drawn.
    A question without an auction is about the wildlings'."""
    auction = decision.auction or WILDLINGS
    drawn = auction in edition.tracks or (auction == CLAIM and edition.claimed)
    return f"track-{auction}" if drawn or (auction == WILDLINGS and len(edition.wildling_track) > 1) else ""


def tied(decision: Any, v: Voice) -> list[Offered]:
    """Return the tied houses of a question, with their arms.
    They stand at the track of what is bid for."""
    at = track_of(decision, v.edition)
    return [Offered(house, v.house(house), at, arms=house) for house in decision.houses]


TOOLS: Collection[Callable[..., Any]] = (
    *(pieces, cards_of, yes_or_no, loans_of, muster_places, unit_places, tied, track_of),
    *(options_with_names, grouped, harbours, picks, fields_of, optional, vassal_tokens, kind_of),
)
