"""How a house that wins by loyalty changes what areas are worth, to itself and to the others, and what units count."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy

from adjudicator.thrones.rules.control import flights
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.edition import Edition
from tests.bench.reference.thrones.chart import Chart

SETTLED = 9.0
# What a token is worth to its house (no more than a settlement to others), and to the others: the more points that
# house has, the more; its home, which counts as one, is worth the same to them.
TOKEN, HOME, DENIED, FEARED = SETTLED, 9.0, 8.0, 4.0
# How likely such a house comes for a token that it can reach.
SOUGHT = 0.65
# Flights are weighed for this many goals, the most promising.
FLOWN = 6


def stirred(chart: Chart, board: Board, edition: Edition, house: str) -> Chart:
    """The chart as it is with such a house in the game; itself without one."""
    if not board.points:
        return chart
    found = copy(chart)
    found.strength = {unit: each + board.growth.get(unit, 0) for unit, each in chart.strength.items()}
    worth = dict(chart.worth)
    each = TOKEN if house in board.points else DENIED + FEARED * max(board.points.values())
    if house in board.points:
        for area in chart.settled:
            worth[area] -= SETTLED
        worth[edition.houses[house].home] += HOME
    for rival in board.points:
        if rival != house and rival not in board.lost_homes:
            worth[edition.houses[rival].home] += each
    for area, tokens in board.loyalty.items():
        worth[area] += each * tokens
    found.worth = worth
    return found


def flown(board: Board, edition: Edition, house: str, owner: Mapping[str, str | None]) -> dict[str, tuple[str, ...]]:
    """Where units that fly may go besides marching, by their area; those of others to where tokens lie in areas that
    the house owns (`owner`, by area)."""
    units = edition.units
    return {
        area: tuple(
            to
            for to in flights(board, edition, area)
            if force.house == house or (to in board.loyalty and owner[to] == house)
        )
        for area, force in board.forces.items()
        if any(units[unit].flies for unit in force.units)
    }


def wins_with(board: Board, house: str, area: str) -> bool:
    """Whether the tokens in an area end the game in the house's favour."""
    points = board.points.get(house)
    return points is not None and points + board.loyalty.get(area, 0) >= board.victory
