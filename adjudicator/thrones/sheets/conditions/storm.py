"""What conditions can ask about weather, leaders, tactics and alliances, as they lie open."""

from __future__ import annotations

from typing import Literal

from adjudicator.thrones.sheets.conditions.part import Part


class WeatherIs(Part, frozen=True, tag="weather"):
    """The weather is fair, and fords can be crossed, or there is a storm."""

    what: Literal["fair", "storm"]


class LeaderIn(Part, frozen=True, tag="leader-in"):
    """A leader stands in an area."""

    leader: str
    area: str


class LeaderHeld(Part, frozen=True, tag="leader-held"):
    """A leader is a hostage in the cell of a house (`any`, `me`, `enemy`, `opponent` or an id)."""

    leader: str
    who: str = "any"


class LeaderServes(Part, frozen=True, tag="leader-serves"):
    """A leader belongs to a house, free or held: only allied ones change their house."""

    leader: str
    who: str = "me"


class TacticLies(Part, frozen=True, tag="tactic"):
    """A tactics card of a house lies open and lasts."""

    tactic: str
    who: str = "any"


class HoldsAlliance(Part, frozen=True, tag="holds-alliance"):
    """A house holds an alliance card."""

    who: str
    alliance: str


class AllianceOpen(Part, frozen=True, tag="alliance-open"):
    """An alliance card lies face up on its deck."""

    alliance: str


class AlliedWith(Part, frozen=True, tag="allied-with"):
    """A house has a permanent alliance: it alone may draw from a deck."""

    who: str
    ally: str
