"""What conditions can ask about what was done in a round, and what lies ready: deeds, orders, pledges, tokens."""

from __future__ import annotations

from typing import Literal

from adjudicator.thrones.sheets.conditions.part import Part


class OrdersLying(Part, frozen=True, tag="orders"):
    """How many orders of a house lie open: of a type, the very token named, `special` ones, `raidable` ones, or any
    (`order`). Of `others` those of all other houses together.

    `other`: besides the one that is being resolved.
    """

    order: str = "order"
    who: str = "me"
    other: bool = False


class Battles(Part, frozen=True, tag="battles"):
    """How many battles of this round, or of the last one, a house has won, or lost."""

    how: Literal["won", "lost"]
    who: str = "me"
    last_round: bool = False


class Tide(Part, frozen=True, tag="tide"):
    """The number on the card that a house drew from the Tides of Battle, in the battle at hand."""

    who: str = "me"


class Loyalty(Part, frozen=True, tag="loyalty"):
    """How many loyalty tokens lie in an area."""

    area: str


class Did(Part, frozen=True, tag="did"):
    """What a house (`any`, `me`, `enemy`, `opponent` or an id) did to another this round, or in the last one:
    attacked or raided it, supported it in a battle that is decided, supported its enemy there (`opposed`), or beat
    it."""

    who: str
    deed: Literal["attacked", "raided", "supported", "opposed", "beat"]
    whom: str = "me"
    last_round: bool = False


class Pledged(Part, frozen=True, tag="pledged"):
    """A house that does not fight in the battle at hand has pledged its support to a side of it."""

    who: str
    side: Literal["me", "enemy", "attacker", "defender"] = "me"


class BadgeUsed(Part, frozen=True, tag="badge-used"):
    """The Valyrian steel blade or the Messenger Raven was used this round."""

    badge: str


class Commands(Part, frozen=True, tag="commands"):
    """A house decides for a vassal."""

    who: str
    vassal: str


class Fought(Part, frozen=True, tag="fought"):
    """A house (`any`, `me`, `enemy`, `opponent` or an id) took an area in a battle of this round, or of
    the last one, or lost it in one."""

    how: Literal["took", "lost"]
    area: str
    who: str = "me"
    last_round: bool = False
