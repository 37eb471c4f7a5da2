"""Marches written ahead: what every area is worth to the house now."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.thrones import conditions as c
from adjudicator.thrones.sheet import UNIT, Marches, Worth
from adjudicator.thrones.steward.outlook import VICTORY
from adjudicator.thrones.steward.writing.desk import Desk

MOST_WORTH = 1000
# As many rules as a form shows; worths are rounded by ever longer steps until there are no more.
MOST_RULES, STEPS = 55, (1, 3, 5, 10, 20, 40)


def write_marches(desk: Desk, orders: Mapping[str, str]) -> Marches:
    """What areas are worth, those of others with what it is worth to take them from these; the settlement that would
    win the game comes before all."""
    if not any(desk.edition.orders[order].does("march") for order in orders.values()):
        return Marches()
    return Marches(worths=(*_last(desk), *_worths(desk)))


def _worths(desk: Desk) -> list[Worth]:
    """Every area by its worth in the hands of each house, the dearest first; as exactly as there is room for."""
    for step in STEPS:
        found = _rounded(desk, step)
        if len(found) <= MOST_RULES:
            break
    return found[:MOST_RULES]


def _rounded(desk: Desk, step: int) -> list[Worth]:
    """Areas of the same worth in the same hands together, in steps of a worth."""
    board = desk.board
    rivals = [house for house in board.houses if house not in board.family(desk.house)]
    found: dict[tuple[int, tuple[str, ...]], list[str]] = {}
    for area in desk.edition.areas:
        prizes: dict[int, list[str]] = {}
        for owner in ("me", "nobody", *rivals):
            worth = desk.outlook.worth(area) if owner == "me" else _prize(desk, area, owner)
            prizes.setdefault(min(MOST_WORTH, step * round(UNIT * worth / step)), []).append(owner)
        for number, owners in prizes.items():
            if number > 0:
                found.setdefault((number, tuple(owners)), []).append(area)
    return [
        Worth(areas=tuple(areas), owners=owners, worth=number)
        for (number, owners), areas in sorted(found.items(), reverse=True)
    ]


def _prize(desk: Desk, area: str, owner: str) -> float:
    """What it is worth to take an area; that it might win the game is said apart."""
    prize = desk.outlook.prize(area, None if owner == "nobody" else owner)
    return prize - VICTORY if prize >= VICTORY and desk.house not in desk.board.points else prize


def _last(desk: Desk) -> tuple[Worth, ...]:
    """One more settlement wins: those of others are worth more than anything."""
    others = tuple(area for area in desk.sight.chart.settled if desk.sight.owner[area] != desk.house)
    if desk.house in desk.board.points or not others:
        return ()
    closing = c.Compare(c.Holding("settlements"), ">=", c.Number(desk.board.victory - 1))
    return (Worth(when=closing, areas=tuple(sorted(others)), worth=MOST_WORTH),)
