"""Units that a card brings: where each may come, on top of those that have their place by the answer so far."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from adjudicator.thrones.rules.iron_bank.hiring import Hiring
from adjudicator.thrones.state.answers import Recruit, Recruits
from narration.thrones.voice import Voice
from web.thrones.sheet_form.choices import Choices
from web.thrones.sheet_form.muster_offers import MusterOffer


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
