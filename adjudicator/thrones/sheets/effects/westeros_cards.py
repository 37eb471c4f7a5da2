"""Westeros cards that let a badge's holder choose; what they offer is in their data."""

from __future__ import annotations

from adjudicator.thrones.sheets.effects.effect import Effect
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.steward.choices import crowded
from adjudicator.thrones.steward.sight import Sight


def _blades(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Mustering while there is room, supply when there is none and barrels have been won."""
    if choice == "mustering":
        return 1.5 if not crowded(sight) else 0.3
    return 1.0 if choice == "supply" and sight.hunger < 0.6 else 0.0


def _wings(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Power from crowns, unless the house is rich and badly placed."""
    places = sum(houses.index(sight.house) for houses in sight.board.tracks.values())
    others = [power for house, power in sight.board.power.items() if house != sight.house]
    if choice == "clash-of-kings":
        return 0.4 * places if sight.board.power[sight.house] > max(others, default=0) else -1.0
    return 1.0 if choice == "game-of-thrones" else 0.0


def _sword(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    return {"march+1": 0.2, "defense": 0.1}.get(choice, 0.0)


EFFECTS = (
    Effect(name="a-throne-of-blades", liking=_blades),
    Effect(name="dark-wings-dark-words", liking=_wings),
    Effect(name="put-to-the-sword", liking=_sword),
)
