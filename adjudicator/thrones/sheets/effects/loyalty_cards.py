"""Westeros cards about loyalty; what they offer says `rules/targaryen/offers.py`."""

from __future__ import annotations

from adjudicator.thrones.sheets.effects.effect import Effect
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.steward.feud import ranked
from adjudicator.thrones.steward.loyalty import ENOUGH, ease
from adjudicator.thrones.steward.sight import Sight


def _mine(sight: Sight) -> bool:
    return sight.house in sight.board.points


def _homes(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    return ENOUGH if choice == "decline" else ease(sight, sight.edition.houses[choice].home)


def _areas(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Tokens where they are easily taken; others lay them where they are not."""
    if choice == "decline":
        return ENOUGH
    return ease(sight, choice) if _mine(sight) else -ease(sight, choice)


def _flesh(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """A dragon back home if possible, never one given up."""
    if choice.isdecimal():
        return float(choice)
    return {"return-dragon": 2.0, "decline": 1.0}.get(choice, 0.0)


def _hold(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """An area where one unit stops nobody; the unit of the house least to be feared; it sends its strongest."""
    units, houses = sight.edition.units, sight.board.houses
    if choice in units:
        return float(units[choice].strength)
    if choice in houses:
        return -float(ranked(sight, [house for house in decision.choices if house in houses]).index(choice))
    return ENOUGH + 1.0 if choice == "decline" else ease(sight, choice)


def _two(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Named is who is least to be feared; he lays the tokens where they are hard to take."""
    if choice in sight.edition.areas:
        return -ease(sight, choice)
    if choice == "decline":
        return 0.0 if sight.board.power[sight.house] > 2 else 100.0
    return 50.0 - ranked(sight, [house for house in decision.choices if house != "decline"]).index(choice)


def _moved(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """The move that makes a token easiest to take, or hardest for who fears it."""
    sign = 1.0 if _mine(sight) else -1.0
    if decision.subject:
        return sign * ease(sight, choice)
    lands = [ease(sight, to) for to in sight.edition.areas[choice].land]
    best = max(lands, key=lambda value: sign * value)
    return sign * (best - ease(sight, choice))


EFFECTS = (
    Effect(name="token-to-homes", names=("house",), liking=_homes),
    Effect(name="token-to-one-of", names=("area",), liking=_areas),
    Effect(name="give-up-or-return", liking=_flesh),
    Effect(name="token-and-unit", names=("area", "house", "unit"), liking=_hold),
    Effect(name="two-by-another", names=("house", "area"), liking=_two),
    Effect(name="two-by-rivers", names=("area",), liking=_areas),
    Effect(name="everybody-moves", names=("area",), liking=_moved),
)
