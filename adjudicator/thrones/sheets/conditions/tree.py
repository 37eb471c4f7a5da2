"""Conditions of sheets: what a player may make an instruction depend on, as plain data.

A condition is a small tree: comparisons of numbers and facts about areas, orders, tracks, cards and the battle at
hand, joined by `all`, `any` and `not`. `conditions.truth` says whether one holds, `conditions.text` writes it.
`who` is `me`, `opponent` (the other house of the battle at hand) or a house's id; ids are the edition's.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

from adjudicator.engine.condition_tree import DEEPEST as DEEPEST
from adjudicator.engine.condition_tree import Junctions, Otherwise
from adjudicator.thrones.sheets.conditions.deeds import BadgeUsed as BadgeUsed
from adjudicator.thrones.sheets.conditions.deeds import Battles as Battles
from adjudicator.thrones.sheets.conditions.deeds import Commands as Commands
from adjudicator.thrones.sheets.conditions.deeds import Did as Did
from adjudicator.thrones.sheets.conditions.deeds import Fought as Fought
from adjudicator.thrones.sheets.conditions.deeds import Loyalty as Loyalty
from adjudicator.thrones.sheets.conditions.deeds import OrdersLying as OrdersLying
from adjudicator.thrones.sheets.conditions.deeds import Pledged as Pledged
from adjudicator.thrones.sheets.conditions.deeds import Tide as Tide
from adjudicator.thrones.sheets.conditions.part import Part as Part
from adjudicator.thrones.sheets.conditions.part import Small as Small

Operator = Literal["<", "<=", "=", "!=", ">=", ">"]
Quantity = Literal[
    "power", "supply", "settlements", "barrels", "crowns", "cards", "points", "loans", "claim", "hostages", "alliances"
]
Combatant = Literal["me", "enemy", "attacker", "defender"]
Fighting = Literal["attacker", "defender", "opponent"]


class Number(Part, frozen=True, tag="number"):
    """A plain whole number."""

    value: Small


class Round(Part, frozen=True, tag="round"):
    """The round being played."""


class Wildlings(Part, frozen=True, tag="wildlings"):
    """The strength of the wildlings."""


class Lead(Part, frozen=True, tag="lead"):
    """Own strength less the enemy's, in the battle at hand or in the attack that a march plan describes.

    `lent`: with all the support that others could lend to `me`, or to the `enemy`; empty: without.
    """

    lent: Literal["", "me", "enemy"] = ""


class Odds(Part, frozen=True, tag="odds"):
    """The chance to win the battle at hand, or the attack that a march plan describes, in percent.

    Both hands are counted, strong cards as likelier than weak ones, their numbers alone, and the blade; of support what
    the two houses give themselves, in a battle what was pledged.
    """


class CardStrength(Part, frozen=True, tag="card-strength"):
    """The number of the best, the worst or the middling House card that a house has in hand; 0 for an empty hand."""

    of: Literal["best", "worst", "middling"]
    who: str = "opponent"


class Strength(Part, frozen=True, tag="strength"):
    """Strength so far of one side of the battle at hand.

    In a march plan `me` is what the plan's attack would count (units, march order, own support beside the target),
    `enemy`
    what stands against it (units or neutral force, Defense order, its owner's support beside).
    """

    of: Combatant = "me"


class Fighters(Part, frozen=True, tag="fighters"):
    """How many units of a side fight in the battle at hand (or, in a march plan, in the attack it describes); of
    one kind,
    or (empty) of any. Routed units do not count."""

    of: Combatant = "me"
    unit: str = ""


class Holding(Part, frozen=True, tag="holding"):
    """How much a house has: available Power, place on the supply track, cities and strongholds, icons, cards in
    hand, points of loyalty, loans out, claim, hostages in its cell, alliance cards.

    Of `others` all other players together, of `best-other` the one that has most.
    """

    of: Quantity
    who: str = "me"


class Place(Part, frozen=True, tag="place"):
    """A house's place on a track; 1 is the first."""

    track: str
    who: str = "me"


class EarlierBid(Part, frozen=True, tag="bid"):
    """What a house bid in an auction of this round that is already over; 0 if there was none."""

    auction: str
    who: str = "me"


class Units(Part, frozen=True, tag="units"):
    """How many units stand or lie in an area; of one kind, or (empty) of any."""

    area: str
    unit: str = ""


class Defence(Part, frozen=True, tag="defence"):
    """What defends an area now: units or neutral force, Defense order, support of the same house beside it."""

    area: str


_OnBoard = Holding | Place | EarlierBid | Units | Defence | OrdersLying | Battles
# Numbers that are known whenever something is asked, a battle or none.
Known = Round | Wildlings | CardStrength | _OnBoard | Loyalty
Term = Number | Round | Wildlings | Lead | Odds | CardStrength | Strength | Fighters | _OnBoard | Tide | Loyalty


class Constant(Part, frozen=True, tag="constant"):
    """Always (true) or never (false)."""

    value: bool


class AllOf(Part, frozen=True, tag="all"):
    """Every one of these holds."""

    of: Annotated[tuple[Condition, ...], msgspec.Meta(min_length=2)]


class AnyOf(Part, frozen=True, tag="any"):
    """At least one of these holds."""

    of: Annotated[tuple[Condition, ...], msgspec.Meta(min_length=2)]


class Not(Part, frozen=True, tag="not"):
    """This does not hold."""

    of: Condition


class Compare(Part, frozen=True, tag="compare"):
    """`left` stands in this relation to `right` + `plus`."""

    left: Term
    op: Operator
    right: Term
    plus: Small = 0


class AreaIs(Part, frozen=True, tag="area-is"):
    """An area is `empty` (no units, no neutral force), `neutral`, `uncontrolled`, or controlled by me (`mine`),
    another house
    (`enemy`), the `opponent`, or the house named."""

    area: str
    what: str


class HeldBy(Part, frozen=True, tag="held-by"):
    """Units of a house (`me`, `enemy`, `opponent` or an id) stand in an area."""

    area: str
    who: str


class Ordered(Part, frozen=True, tag="ordered"):
    """An order lies in an area: of a type, the very token named, a `special` one, one that a raid could
    remove (`raidable`), or any (`order`)."""

    area: str
    order: str = "order"


class SupportBeside(Part, frozen=True, tag="support-beside"):
    """A Support order that could help in an area lies beside it; whose: `any`, `me`, `enemy`, `opponent` or a house."""

    area: str
    who: str = "any"


class HasToken(Part, frozen=True, tag="token"):
    """A Power token marks control of an area; whose: `any`, `me`, `enemy`, `opponent` or a house."""

    area: str
    who: str = "any"


class HoldsBadge(Part, frozen=True, tag="holds-badge"):
    """A house holds the Iron Throne, the Valyrian steel blade or the Messenger Raven."""

    who: str
    badge: str


class HoldsCard(Part, frozen=True, tag="holds-card"):
    """A house has a House card in hand (and so can play it)."""

    who: str
    card: str


class Discarded(Part, frozen=True, tag="discarded"):
    """A House card lies on its owner's discard pile."""

    card: str


class Played(Part, frozen=True, tag="played"):
    """A House card was turned up in the battle at hand."""

    card: str


class Fighter(Part, frozen=True, tag="fighter"):
    """The attacker, the defender or my opponent in the battle at hand is this house."""

    role: Fighting
    who: str


class BattleIn(Part, frozen=True, tag="battle-in"):
    """The battle at hand is for this area."""

    area: str


class Winning(Part, frozen=True, tag="winning"):
    """The battle at hand, or the attack that a march plan describes, is won.

    `surely`: one of my cards wins against every card that the other can hold, texts that change numbers counted, even
    with all the support that others could lend him; `likely`: it wins against half of them at least, by what the two
    houses have themselves.
    """

    how: Literal["surely", "likely"]


class Threatened(Part, frozen=True, tag="threatened"):
    """A march order of another house lies where it could bring as much strength into the area as defends it.

    In a march plan what leaves the area does not defend it, what comes does.
    """

    area: str


class Revealed(Part, frozen=True, tag="revealed"):
    """A Westeros card was turned up this round."""

    card: str


class Banned(Part, frozen=True, tag="banned"):
    """Orders of this type are forbidden this round."""

    what: str


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


_Areas = AreaIs | HeldBy | Ordered | SupportBeside | HasToken
_Cards = HoldsBadge | HoldsCard | Discarded | Played
_Fights = Fighter | BattleIn | Winning | Threatened
_Round = Revealed | Banned | Did | Fought | Pledged | BadgeUsed | Commands
_Storm = AllianceOpen | AlliedWith | HoldsAlliance | LeaderHeld | LeaderIn | LeaderServes | TacticLies | WeatherIs
Condition = Constant | AllOf | AnyOf | Not | Compare | _Areas | _Cards | _Fights | _Round | _Storm


class Else(Otherwise, Part, frozen=True, tag="else"):
    """Of a rule: none of the conditions before it in its row holds, and this one does, if there is one."""

    of: Condition | None = None


# The condition of a rule.
When = Condition | Else
JUNCTIONS = Junctions(AllOf, AnyOf, Not, Else)
depth, size = JUNCTIONS.depth, JUNCTIONS.size


def parts(condition: When) -> Iterator[Condition | Term]:
    """The condition, everything inside it, and the numbers it compares."""
    for here in JUNCTIONS.within(condition):
        yield here
        if isinstance(here, Compare):
            yield here.left
            yield here.right
