"""Putting units on the board and taking them off; only `apply` calls these."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.thrones.state.board import Board, Force


def put(board: Board, area: str, house: str, units: Mapping[str, int], *, routed: bool = False) -> None:
    """Add units of a house to an area."""
    force = board.forces.get(area)
    if force is None:
        force = board.forces[area] = Force(house)
    elif force.house != house:
        raise AssertionError(f"{area} holds {force.house}, so {house} cannot stand there")
    pile = force.routed if routed else force.units
    for unit, count in units.items():
        pile[unit] = pile.get(unit, 0) + count


def less(pile: dict[str, int], unit: str, count: int = 1) -> None:
    """Take `count` units of a kind from a pile; no zero counts are kept."""
    left = pile.get(unit, 0) - count
    if left < 0:
        raise AssertionError(f"{count} {unit} taken from {pile}")
    if left:
        pile[unit] = left
    else:
        pile.pop(unit, None)


def take(board: Board, area: str, units: Mapping[str, int], *, routed: bool = False) -> None:
    """Take units from an area; an area without units is forgotten."""
    force = board.forces[area]
    for unit, count in units.items():
        less(force.routed if routed else force.units, unit, count)
    if not force.units and not force.routed:
        del board.forces[area]
