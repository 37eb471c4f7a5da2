"""Armies and the limits that supply sets on them (1e rules: supply)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.edition import Edition


def limits(board: Board, edition: Edition, house: str) -> tuple[int, ...]:
    """The largest allowed size of each army of the house, biggest first."""
    return edition.supply_limits[board.supply[house]]


def stacks(board: Board, house: str) -> dict[str, int]:
    """How many units the house has in each area; attackers count where they attack."""
    # Asked for every march that is thought of; hardly any force is routed, and the others are counted without a call.
    found = {
        area: force.size() if force.routed else sum(force.units.values())
        for area, force in board.forces.items()
        if force.house == house
    }
    battle = board.battle
    if battle is not None and battle.attacker == house and battle.troop:
        found[battle.area] = found.get(battle.area, 0) + sum(battle.troop.values())
    return found


def excess(sizes: Iterable[int], allowed: Sequence[int]) -> int:
    """How many units are too many: armies in falling size against the limits; single units are free."""
    armies = [s for s in sizes if s > 1]
    armies.sort(reverse=True)
    over = 0
    for place, size in enumerate(armies):
        allowance = allowed[place] if place < len(allowed) else 1
        if size > allowance:
            over += size - allowance
    return over


def fits(board: Board, edition: Edition, house: str, changes: Mapping[str, int] | None = None) -> bool:
    """Whether the armies of the house are within its limits, after adding `changes` (area -> more or fewer units)."""
    return over_by(board, edition, house, changes) == 0


def over_by(board: Board, edition: Edition, house: str, changes: Mapping[str, int] | None = None) -> int:
    """How many units the house would have to give up to be within its limits, after `changes`."""
    sizes = stacks(board, house)
    if changes:
        for area, more in changes.items():
            sizes[area] = sizes.get(area, 0) + more
    return excess(sizes.values(), limits(board, edition, house))


def relieves(board: Board, edition: Edition, house: str, area: str) -> bool:
    """Whether a unit less in an area brings the armies of the house nearer to its limits."""
    return over_by(board, edition, house, {area: -1}) < over_by(board, edition, house)


def piece_count(board: Board, house: str, unit: str) -> int:
    """How many units of a kind the house has on the board."""
    count = 0
    for force in board.forces.values():
        if force.house == house:
            count += force.units.get(unit, 0) + force.routed.get(unit, 0)
    battle = board.battle
    if battle is not None and battle.attacker == house:
        count += battle.troop.get(unit, 0)
    return count
