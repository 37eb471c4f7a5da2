"""Conditions on one line: `format_condition` writes what `parse_condition` reads back unchanged.

blackwater is baratheon and strength >= enemy + 1
not (seagard has march) or throne position is 1
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.engine.condition_reader import junction_texts
from adjudicator.thrones.sheets.conditions import tree as c
from adjudicator.thrones.sheets.conditions.parser import parse_condition, parse_when

__all__ = ["format_condition", "parse_condition", "parse_when"]


def format_condition(condition: c.When) -> str:
    """The condition on one line, with ids for names."""
    return _FORMS[type(condition)](condition)


def format_term(term: c.Term) -> str:
    """A number's source on one line."""
    return _NUMBERS[type(term)](term)


def _whose(who: str) -> str:
    return "" if who == "me" else f"{who} "


def _having(who: str) -> str:
    return {"me": "", "best-other": "best other "}.get(who, f"{who} ")


def _owned(who: str) -> str:
    return {"any": "", "me": "my "}.get(who, f"{who} ")


def _holder(who: str) -> str:
    return "I hold" if who == "me" else f"{who} holds"


def _orders(term: c.OrdersLying) -> str:
    kind = "" if term.order == "order" else f"{term.order} "
    return f"{_whose(term.who)}{'other ' if term.other else ''}{kind}orders"


def _doer(who: str) -> str:
    return {"me": "I", "any": "anyone"}.get(who, who)


def _whom(who: str) -> str:
    return {"any": "anyone"}.get(who, who)


def _when(asks: c.Battles | c.Did | c.Fought) -> str:
    return " last round" if asks.last_round else ""


_SIDES = {"me": "", "enemy": "enemy ", "attacker": "attacker ", "defender": "defender "}

_LENT = {"": "", "me": " with all support", "enemy": " against all support"}

_NUMBERS: dict[type[c.Term], Callable[[Any], str]] = {
    c.Number: lambda t: str(t.value),
    c.Round: lambda t: "round",
    c.Wildlings: lambda t: "wildlings",
    c.Lead: lambda t: f"lead{_LENT[t.lent]}",
    c.Odds: lambda t: "odds",
    c.CardStrength: lambda t: f"{t.who if t.who != 'me' else 'my'} {t.of} card",
    c.Strength: lambda t: f"{_SIDES[t.of]}strength",
    c.Fighters: lambda t: f"{_SIDES[t.of]}{f'fighting {t.unit}' if t.unit else 'fighters'}",
    c.Holding: lambda t: f"{_having(t.who)}{t.of}",
    c.Place: lambda t: f"{_whose(t.who)}{t.track} position",
    c.EarlierBid: lambda t: f"{_whose(t.who)}{t.auction} bid",
    c.Units: lambda t: f"{t.unit or 'units'} in {t.area}",
    c.Defence: lambda t: f"defence of {t.area}",
    c.OrdersLying: _orders,
    c.Battles: lambda t: f"{_whose(t.who)}battles {t.how}{_when(t)}",
    c.Tide: lambda t: f"{_whose(t.who)}tide",
    c.Loyalty: lambda t: f"loyalty in {t.area}",
}


def _compare(fact: c.Compare) -> str:
    plus = f" {'+' if fact.plus > 0 else '-'} {abs(fact.plus)}" if fact.plus else ""
    return f"{format_term(fact.left)} {fact.op} {format_term(fact.right)}{plus}"


_FORMS: dict[type[c.When], Callable[[Any], str]] = {
    c.Constant: lambda f: "always" if f.value else "never",
    **junction_texts(c.JUNCTIONS, format_condition),
    c.Compare: _compare,
    c.AreaIs: lambda f: f"{f.area} is {f.what}",
    c.HeldBy: lambda f: f"{f.area} is held by {f.who}",
    c.Ordered: lambda f: f"{f.area} has {f.order}",
    c.SupportBeside: lambda f: f"{f.area} has {_owned(f.who)}support beside",
    c.HasToken: lambda f: f"{f.area} has {_owned(f.who)}token",
    c.HoldsBadge: lambda f: f"{_holder(f.who)} {f.badge}",
    c.HoldsCard: lambda f: f"{_holder(f.who)} {f.card}",
    c.Discarded: lambda f: f"{f.card} is discarded",
    c.Played: lambda f: f"{f.card} is played",
    c.Fighter: lambda f: f"{f.role} is {f.who}",
    c.BattleIn: lambda f: f"battle in {f.area}",
    c.Winning: lambda f: "sure" if f.how == "surely" else "likely",
    c.Threatened: lambda f: f"{f.area} is threatened",
    c.Revealed: lambda f: f"{f.card} is revealed",
    c.Banned: lambda f: f"{f.what} is banned",
    c.Did: lambda f: f"{_doer(f.who)} {f.deed} {_whom(f.whom)}{_when(f)}",
    c.Fought: lambda f: f"{_doer(f.who)} {f.how} {f.area}{_when(f)}",
    c.Pledged: lambda f: f"{_doer(f.who)} supports {f.side}",
    c.BadgeUsed: lambda f: f"{f.badge} is used",
    c.WeatherIs: lambda f: f"weather is {f.what}",
    c.LeaderIn: lambda f: f"{f.leader} is in {f.area}",
    c.LeaderHeld: lambda f: f"{f.leader} is a hostage{'' if f.who == 'any' else f' of {f.who}'}",
    c.LeaderServes: lambda f: f"{f.leader} serves {f.who}",
    c.TacticLies: lambda f: f"{f.tactic} is lasting{'' if f.who == 'any' else f' for {f.who}'}",
    c.HoldsAlliance: lambda f: f"{_holder(f.who)} {f.alliance}",
    c.AllianceOpen: lambda f: f"{f.alliance} is face-up",
    c.AlliedWith: lambda f: f"{f.who} is allied with {f.ally}",
    c.Commands: lambda f: f"{_doer(f.who)} commands {f.vassal}",
}
