"""Whom a house should fear: the leader, and neighbours at its borders."""

from __future__ import annotations

from tests.bench.reference.thrones.sight import Sight


def menace(sight: Sight, house: str, other: str) -> float:
    """How much `other` is to be feared by `house`: settlements first, then shared borders and supply; its own family
    not at all, and a vassal less, who cannot win. Found once for each pair."""
    known = sight.menaces.get((house, other))
    if known is None:
        known = sight.menaces[house, other] = _menace(sight, house, other)
    return known


def _menace(sight: Sight, house: str, other: str) -> float:
    board = sight.board
    if board.commanders and other in board.family(house):
        return 0.0
    held = sight.settled.get(other, 0)
    closing = max(0, held - (board.victory - 3)) if other not in board.vassals else 0
    borders = sum(
        1
        for area, force in board.forces.items()
        if force.house == other and any(sight.owner[near] == house for near in sight.chart.near[area])
    )
    return 4.0 * held + 8.0 * closing + 1.0 * borders + 0.3 * board.supply.get(other, 0)


def ranked(sight: Sight, houses: tuple[str, ...] | list[str]) -> list[str]:
    """Houses from the one to be favoured to the one to be feared: oneself first, the leader last."""
    me = sight.house
    return sorted(houses, key=lambda h: (h != me, menace(sight, me, h), sight.board.houses.index(h)))


def inclination(sight: Sight, house: str, area: str, attacker: str, defender: str) -> str:
    """Which side a house that does not fight would help: `attacker`, `defender` or `none`."""
    board = sight.board
    family = board.family(house)
    if {attacker, defender} & family:
        return "attacker" if attacker in family else "defender"
    if area in sight.chart.settled and sight.settled.get(attacker, 0) + sight.counts(area) >= board.victory:
        return "defender"
    if not defender:
        return "none"
    gap = menace(sight, house, attacker) - menace(sight, house, defender)
    if abs(gap) < 3:
        return "none"
    return "defender" if gap > 0 else "attacker"
