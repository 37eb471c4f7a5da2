"""The raven written ahead: exchanges that pay once nobody turns out to march where it would hurt."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.thrones.rules.planning import swaps
from adjudicator.thrones.sheet_writing.outlook import Desk
from adjudicator.thrones.sheets.conditions import tree as c
from adjudicator.thrones.sheets.sheet import RavenRule
from adjudicator.thrones.steward.planning import LOOKING, Wishing
from adjudicator.thrones.steward.sight import Sight

# What an exchange must be better by, and how many are written.
GAIN, MOST_SWAPS = 1.0, 8


def write_raven(desk: Desk, orders: Mapping[str, str]) -> tuple[RavenRule, ...]:
    """Exchanges by what they gain while nobody threatens, each on condition that it is so; then a look at the
    wildlings when they are strong."""
    board = desk.with_orders(orders, "raven")
    if board.holders.get("messenger-raven") != desk.house:
        return ()
    sight = Sight(board, desk.edition, desk.house)
    wishing = Wishing(sight, tuple(orders))
    now = {area: wishing.score(area, order) for area, order in orders.items()}
    found = []
    for swap in swaps(board, desk.edition, desk.house):
        if swap.area is not None and swap.order is not None and swap.area in now:
            gain = wishing.score(swap.area, swap.order) - now[swap.area]
            if gain > GAIN:
                found.append((-gain, swap.area, swap.order))
    rules = [
        RavenRule(area=area, order=order, when=_unhindered(desk, wishing, area, order))
        for _, area, order in sorted(found)[:MOST_SWAPS]
    ]
    looks = desk.edition.ravens_look and desk.board.wildlings >= LOOKING
    return (*rules, *((RavenRule(look=True),) if looks else ()))


def _unhindered(desk: Desk, wishing: Wishing, area: str, order: str) -> c.Condition:
    """Nobody threatens the area; what is to be attacked is defended no better than it seemed."""
    calm = c.Not(c.Threatened(area))
    target = wishing.fights.get(area) if desk.edition.orders[order].type == "march" else None
    if target is None:
        return calm
    neutral = desk.board.neutral.get(target)
    defence = neutral if neutral is not None else int(wishing.outlook.defence(target))
    return c.AllOf((calm, c.Compare(c.Defence(target), "<=", c.Number(defence))))
