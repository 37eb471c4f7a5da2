"""Conditions of sheets: what a player may make an instruction depend on, as plain data.

A condition is a small tree: comparisons of numbers and facts about areas, orders, tracks, cards and the battle at
hand, joined by `all`, `any` and `not`. Each is a class of its topic's module, with the lines in which it is typed and
whether it holds. `who` is `me`, `opponent` (the other house of the battle at hand) or a house's id; ids are the
edition's.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, get_args

import msgspec

from adjudicator.engine.sheet.conditions import DEEPEST as DEEPEST
from adjudicator.engine.sheet.conditions import Comparison, Every, Junctions, Negation, Operator, Otherwise, Some
from adjudicator.engine.sheet.conditions import Constant as Constant
from adjudicator.engine.sheet.facts import Fact, FactTable, Small
from adjudicator.thrones.sheets.conditions.battle_facts import BattleIn as BattleIn
from adjudicator.thrones.sheets.conditions.battle_facts import Battles as Battles
from adjudicator.thrones.sheets.conditions.battle_facts import CardStrength as CardStrength
from adjudicator.thrones.sheets.conditions.battle_facts import Did as Did
from adjudicator.thrones.sheets.conditions.battle_facts import Discarded as Discarded
from adjudicator.thrones.sheets.conditions.battle_facts import Fighter as Fighter
from adjudicator.thrones.sheets.conditions.battle_facts import Fighters as Fighters
from adjudicator.thrones.sheets.conditions.battle_facts import Fought as Fought
from adjudicator.thrones.sheets.conditions.battle_facts import HoldsCard as HoldsCard
from adjudicator.thrones.sheets.conditions.battle_facts import Lead as Lead
from adjudicator.thrones.sheets.conditions.battle_facts import Odds as Odds
from adjudicator.thrones.sheets.conditions.battle_facts import Played as Played
from adjudicator.thrones.sheets.conditions.battle_facts import Pledged as Pledged
from adjudicator.thrones.sheets.conditions.battle_facts import Strength as Strength
from adjudicator.thrones.sheets.conditions.battle_facts import Threatened as Threatened
from adjudicator.thrones.sheets.conditions.battle_facts import Tide as Tide
from adjudicator.thrones.sheets.conditions.battle_facts import Winning as Winning
from adjudicator.thrones.sheets.conditions.board_facts import AreaIs as AreaIs
from adjudicator.thrones.sheets.conditions.board_facts import BadgeUsed as BadgeUsed
from adjudicator.thrones.sheets.conditions.board_facts import Banned as Banned
from adjudicator.thrones.sheets.conditions.board_facts import Commands as Commands
from adjudicator.thrones.sheets.conditions.board_facts import Defence as Defence
from adjudicator.thrones.sheets.conditions.board_facts import EarlierBid as EarlierBid
from adjudicator.thrones.sheets.conditions.board_facts import HasToken as HasToken
from adjudicator.thrones.sheets.conditions.board_facts import HeldBy as HeldBy
from adjudicator.thrones.sheets.conditions.board_facts import Holding as Holding
from adjudicator.thrones.sheets.conditions.board_facts import HoldsBadge as HoldsBadge
from adjudicator.thrones.sheets.conditions.board_facts import Loyalty as Loyalty
from adjudicator.thrones.sheets.conditions.board_facts import Ordered as Ordered
from adjudicator.thrones.sheets.conditions.board_facts import OrdersLying as OrdersLying
from adjudicator.thrones.sheets.conditions.board_facts import Place as Place
from adjudicator.thrones.sheets.conditions.board_facts import Quantity as Quantity
from adjudicator.thrones.sheets.conditions.board_facts import Revealed as Revealed
from adjudicator.thrones.sheets.conditions.board_facts import Round as Round
from adjudicator.thrones.sheets.conditions.board_facts import SupportBeside as SupportBeside
from adjudicator.thrones.sheets.conditions.board_facts import Units as Units
from adjudicator.thrones.sheets.conditions.board_facts import Wildlings as Wildlings
from adjudicator.thrones.sheets.conditions.context import Scene
from adjudicator.thrones.sheets.conditions.storm_facts import AllianceOpen as AllianceOpen
from adjudicator.thrones.sheets.conditions.storm_facts import AlliedWith as AlliedWith
from adjudicator.thrones.sheets.conditions.storm_facts import HoldsAlliance as HoldsAlliance
from adjudicator.thrones.sheets.conditions.storm_facts import LeaderHeld as LeaderHeld
from adjudicator.thrones.sheets.conditions.storm_facts import LeaderIn as LeaderIn
from adjudicator.thrones.sheets.conditions.storm_facts import LeaderServes as LeaderServes
from adjudicator.thrones.sheets.conditions.storm_facts import TacticLies as TacticLies
from adjudicator.thrones.sheets.conditions.storm_facts import WeatherIs as WeatherIs

MAX_SHARES = 10


class Number(Fact, frozen=True, tag="number"):
    """A plain whole number."""

    value: Small

    def typed(self) -> str:
        return str(self.value)

    def number(self, scene: Scene) -> int:
        return self.value


_OnBoard = Holding | Place | EarlierBid | Units | Defence | OrdersLying | Battles
# Numbers that are known whenever something is asked, a battle or none.
Known = Round | Wildlings | CardStrength | _OnBoard | Loyalty
_Found = Round | Wildlings | Lead | Odds | CardStrength | Strength | Fighters | _OnBoard | Tide | Loyalty
Term = Number | _Found


class Share(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """`times` / `over` of a number, rounded towards 0."""

    term: Known
    times: Annotated[int, msgspec.Meta(ge=-100, le=100)] = 1
    over: Annotated[int, msgspec.Meta(ge=1, le=100)] = 1


class Sum(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """An amount that is worked out when it is asked for: all these shares and `plus` together."""

    of: Annotated[tuple[Share, ...], msgspec.Meta(min_length=1, max_length=MAX_SHARES)]
    plus: Small = 0


class AllOf(Every, frozen=True, tag="all"):
    """Every one of these holds."""

    of: Annotated[tuple[Condition, ...], msgspec.Meta(min_length=2)]


class AnyOf(Some, frozen=True, tag="any"):
    """At least one of these holds."""

    of: Annotated[tuple[Condition, ...], msgspec.Meta(min_length=2)]


class Not(Negation, frozen=True, tag="not"):
    """This does not hold."""

    of: Condition


class Compare(Comparison, frozen=True, tag="compare"):
    """`left` stands in this relation to `right` + `plus`."""

    left: Term
    op: Operator
    right: Term
    plus: Small = 0


_Areas = AreaIs | HeldBy | Ordered | SupportBeside | HasToken
_Cards = HoldsBadge | HoldsAlliance | HoldsCard | Discarded | Played
_Fights = Fighter | BattleIn | Winning | Threatened
_Round = Revealed | Banned | Did | Fought | Pledged | BadgeUsed | Commands
_Storm = AllianceOpen | AlliedWith | LeaderHeld | LeaderIn | LeaderServes | TacticLies | WeatherIs
_Fact = Constant | _Areas | _Storm | _Fights | _Round | _Cards
Condition = AllOf | AnyOf | Not | Compare | _Fact


class Else(Otherwise, frozen=True, tag="else"):
    """Of a rule: none of the conditions before it in its row holds, and this one does, if there is one."""

    of: Condition | None = None


# The condition of a rule.
When = Condition | Else
JUNCTIONS = Junctions(AllOf, AnyOf, Not, Else)
depth, size = JUNCTIONS.depth, JUNCTIONS.size
KNOWN = get_args(Known)
NUMBERS = FactTable(get_args(_Found))
FACTS = FactTable(get_args(_Fact), get_args(_Found))


def parts(condition: When) -> Iterator[Condition | Term]:
    """The condition, everything inside it, and the numbers it compares."""
    for here in JUNCTIONS.within(condition):
        yield here
        if isinstance(here, Compare):
            yield here.left
            yield here.right
