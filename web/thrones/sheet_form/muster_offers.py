"""What the card of a castle offers to muster, unit by unit, and what of it may still be had."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from adjudicator.thrones.sheets.musters_ahead import MusterAhead, musters_ahead, recruits_ahead
from adjudicator.thrones.state.answers import Recruits
from adjudicator.thrones.state.decisions import MusterUnits
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
