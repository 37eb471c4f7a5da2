"""What the card of a castle offers to muster, unit by unit, and what of it may still be had; and where units may come
that a card brings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from adjudicator.thrones.rules.iron_bank import Hiring
from adjudicator.thrones.sheets.muster import MusterAhead, musters_ahead, recruits_ahead
from adjudicator.thrones.state.decisions import MusterUnits, Recruit, Recruits
from narration.thrones.voice import Voice
from web.thrones.sheet_form.choices import Choices
from web.thrones.sheet_form.rules import UPGRADE


@dataclass(frozen=True)
class MusterOffer:
    """A unit to be had at a place: `unit` and `at` as the fields say them, its words, and whether one `more` may be had
    on top of all that the sheet wants; at `most` how many there are of it anywhere, where that is known."""

    unit: str
    at: str
    words: str
    more: bool
    most: int = 0


def musters_of(choices: Choices) -> Mapping[str, MusterAhead]:
    """By place what may be mustered there. None where the instructions are for several houses."""
    if len(choices.own) > 1:
        return {}
    places = {area: n for area, n in choices.muster_points.items() if area in choices.edition.areas}
    return musters_ahead(choices.board, choices.edition, choices.house, places, choices.also.muster)


def muster_offers(choices: Choices, ahead: MusterAhead) -> tuple[MusterOffer, ...]:
    """The offers of one place, in the order of the data."""
    prices = dict(choices.wants)
    found = []
    for recruit in dict.fromkeys((*ahead.any, *ahead.more)):
        unit = f"{UPGRADE if recruit.upgrade else ''}{recruit.unit}"
        at = recruit.at if recruit.at != recruit.area else ""
        words = prices.get(unit, choices.label(recruit.unit)) + (f", {choices.v.area(at)}" if at else "")
        found.append(MusterOffer(unit, at, words, recruit in ahead.more))
    return tuple(found)


@dataclass(frozen=True)
class MusterPlace:
    """A place that a question lets muster: its `points`, how many of them are `left`, what they buy."""

    area: str
    points: int
    left: int
    offers: tuple[MusterOffer, ...]


def asked_musters(asked: MusterUnits, choices: Choices) -> list[MusterPlace]:
    """The places of a question where anything can be mustered, on top of what the answer wants so far."""
    said = choices.also.answers.get(asked.id)
    wants = said.wants if isinstance(said, Recruits) else ()
    ahead = recruits_ahead(choices.board, choices.edition, asked.house, asked.places, wants)
    found = [
        MusterPlace(area, points, ahead[area].left, muster_offers(choices, ahead[area]))
        for area, points in asked.places.items()
    ]
    return [place for place in found if place.offers]


@dataclass(frozen=True)
class UnitPlaces:
    """How it stands, in words, and by area which units may come there."""

    status: str
    places: Mapping[str, tuple[MusterOffer, ...]]


def asked_units(asked: Any, choices: Choices) -> UnitPlaces:
    """The areas of a question where anything can be placed; what the answer so far wants in vain is passed over."""
    empty, now = (Hiring(choices.board, choices.edition, asked) for _ in range(2))
    said = choices.also.answers.get(asked.id)
    for want in said.wants if isinstance(said, Recruits) else ():
        if want.at in choices.edition.areas and now.refuse(want) is None:
            now.book(want)
    found = {area: tuple(_offers(asked, area, empty, now, choices)) for area in asked.areas}
    return UnitPlaces(_status(now, choices.v), {area: offers for area, offers in found.items() if offers})


def _offers(asked: Any, area: str, empty: Hiring, now: Hiring, choices: Choices) -> Iterator[MusterOffer]:
    names = dict(choices.kinds)
    for unit, most in asked.units.items():
        want = Recruit(area, unit, area)
        if empty.refuse(want) is None:
            words = names[unit][:1].upper() + names[unit][1:]
            yield MusterOffer(unit, "", words, now.refuse(want) is None, most)


def _status(now: Hiring, v: Voice) -> str:
    left = {unit: count for unit, count in now.left.items() if count}
    if not left:
        return v.say("All units have their place.")
    if any(now.possible(unit) for unit in left):
        return v.say("Still to come: {units}.", units=v.units(left))
    return v.say("There is no room for {units}.", units=v.units(left))
