"""Field types of the sheets of Westeros games, and their words besides ids."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from adjudicator.engine import KeywordStruct
from adjudicator.engine.sheet import Ids, Occasions, Text
from adjudicator.thrones.sheets.conditions.tree import Sum, When

# An area that is left without an order; no more orders of a vassal.
NO_ORDER = "none"
# Among the targets of a raid: whatever can be raided.
ANY_TARGET = "any"
# Whom support helps: whoever fights one of the houses that the rule is against.
WHOEVER = "whoever"
# Where a retreat goes: nearest to one's own home; to where marches threaten least.
HOME, SAFEST = "home", "safest"
# What is said of a leader who does not go.
STAYS = "stays"
# Whom the bot may attack or hinder, besides houses by name.
ANYBODY, NOBODY, ATTACKERS = "anybody", "nobody", "attackers"
# Stands for whatever vassal one commands.
ANY_VASSAL = "any"
# Areas of a kind, in wishes.
AREAS_OF_A_KIND = ("any-settlement", "any-barrel", "any-crown", "any-land", "any-sea")
# What rules ask that is no card, badge or place.
ASKED_BY_RULES = ("port", "support", "consolidate-power", "tactics", "activate", "hostage", "negotiation")
LADDER = ("strongest", "weakest")
SIDES = ("me", NOBODY, "attacker", "defender", WHOEVER)

Role = Literal["any", "attacker", "defender"]
Count = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Amount = Annotated[Count | Sum, Text("amount")]
AreaId = Annotated[str, Ids(("area",))]
OwnArea = Annotated[str, Ids(("area",), near="own")]
NearArea = Annotated[str, Ids(("area",), near="around")]
OwnAreaOrNone = Annotated[str, Ids(("area",), ("",), near="own")]
AreaOrNone = Annotated[str, Ids(("area",), ("",), near="around")]
WishedArea = Annotated[str, Ids(("area",), AREAS_OF_A_KIND, near="around")]
HouseId = Annotated[str, Ids(("house",))]
OwnerId = Annotated[str, Ids(("house",), ("me", "opponent"))]
UnitId = Annotated[str, Ids(("unit",))]
OwnCard = Annotated[str, Ids(("card",), near="own")]
RankedCard = Annotated[str, Ids(("card",), LADDER)]
WeighedCard = Annotated[str, Ids(("card",), (*LADDER, "enough", "likely", "best"), near="own")]
LeaderId = Annotated[str, Ids(("leader",))]
OrderId = Annotated[str, Ids(("order",), (NO_ORDER,))]
OrderKind = Annotated[str, Ids(("type", "order"))]
AuctionId = Annotated[str, Ids(("auction",))]
PICKED = (
    *("choice", "area", "track", "card", "order", "type", "auction", "house", "unit", "deck", "westeros", "leader"),
    *("tactic", "alliance", "ally"),
)
PickId = Annotated[str, Ids(PICKED)]
ASKING = ("card", "westeros", "wildling", "badge", "area", "house", "track", "loan", "tactic", "alliance", "leader")
AskingId = Annotated[str, Ids(ASKING, ASKED_BY_RULES)]
UnitCounts = dict[UnitId, Count]


class Entry(KeywordStruct, forbid_unknown_fields=True, omit_defaults=True):
    """A part of a sheet."""


class Rule(Entry):
    """An instruction: it counts only while `when` holds.
    After `Else`, only if no condition before it in its row holds. `repeats`: a second one of the same words in its
    list counts as well."""

    repeats: ClassVar[bool] = False

    when: Annotated[When | None, Text("when")] = None

    def decides(self) -> bool:
        """Whether it always decides where it counts, so that no later rule does."""
        return False


# When sections are asked: the steps of Westeros cards, the rest of a round, and what `turn_sections.py` makes out.
ROUND = "round"
# What is sure when sections answer: no battle is at hand; the raids of the round are resolved.
PEACE, RAIDED = "peace", "raided"
IN_ROUND = Occasions((ROUND,))
