"""Decisions that leave one answer, as far as that is plain from the decision itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, overload

from adjudicator.kernel.decision import A, Answer, Decision, Question
from adjudicator.thrones.state import answers as a
from adjudicator.thrones.state import decisions as d


@overload
def single_choice(decision: Question[A]) -> A | None: ...
@overload
def single_choice(decision: Decision) -> Answer | None: ...
def single_choice(decision: Decision) -> Answer | None:
    """The only legal answer, where that is plain from the decision itself; else None."""
    rule = _SINGLE.get(type(decision))
    return None if rule is None else rule(decision)


def _only(choices: tuple[Any, ...]) -> Any:
    return choices[0] if len(choices) == 1 else None


def _only_place(decision: d.ResolveRaid | d.ResolveMarch) -> str | None:
    """The one area with an order, if that order can do nothing."""
    areas = tuple(decision.options)
    return areas[0] if len(areas) == 1 and not decision.options[areas[0]] else None


def _made(kind: Callable[[Any], Answer], choice: Any) -> Answer | None:
    return None if choice is None else kind(choice)


def _pledge(decision: d.GiveSupport) -> Answer | None:
    side = _only(decision.sides)
    return None if side is None else a.Pledges(dict.fromkeys(decision.areas, side))


_SINGLE: dict[type[Decision], Callable[[Any], Answer | None]] = {
    d.DisbandForSupply: lambda q: _only(q.choices),
    d.LoseToWildlings: lambda q: _only(q.choices),
    d.TakeCasualty: lambda q: _only(q.choices),
    d.AbandonUnit: lambda q: _only(q.choices),
    d.KillFootman: lambda q: _only(q.choices),
    d.PickUnit: lambda q: _only(q.choices),
    d.PickEffect: lambda q: _made(a.Pick, _only(q.choices)),
    d.ImproveArea: lambda q: _made(a.AreaChoice, _only(q.choices)),
    d.DestroyUnit: lambda q: _only(q.choices),
    d.PlaceBid: lambda q: a.Amount(0) if q.up_to == 0 else None,
    d.ChooseHouseCard: lambda q: _made(a.CardChoice, _only(q.choices)),
    d.RetreatTo: lambda q: _made(a.AreaChoice, _only(q.choices)),
    d.SpreadBid: lambda q: a.Spread({q.houses[0]: q.amount}) if len(q.houses) == 1 else None,
    d.RemoveOrder: lambda q: None if q.optional else _made(a.AreaChoice, _only(q.choices)),
    d.ResolveRaid: lambda q: _made(a.Raid, _only_place(q)),
    d.ResolveMarch: lambda q: _made(a.March, _only_place(q)),
    d.GiveSupport: _pledge,
}
