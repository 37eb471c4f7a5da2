"""Armies, supply limits, and settling after a step (1e rules: supply)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from adjudicator.engine import Asks
from adjudicator.thrones.rules.control import controller
from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.state import Board, Edition, events as e
from adjudicator.thrones.state.decisions import Piece


def limits(board: Board, edition: Edition, house: str) -> tuple[int, ...]:
    """The largest allowed size of each army of the house, biggest first."""
    return edition.supply_limits[board.supply[house]]


def stacks(board: Board, house: str) -> dict[str, int]:
    """How many units the house has in each area; attackers count where they attack."""
    # Asked for every march that is thought of; hardly any force is routed, and the others are counted without a turn.
    stack_sizes = {
        area: force.size() if force.routed else sum(force.units.values())
        for area, force in board.forces.items()
        if force.house == house
    }
    battle = board.battle
    if battle is not None and battle.attacker == house and battle.troop:
        stack_sizes[battle.area] = stack_sizes.get(battle.area, 0) + sum(battle.troop.values())
    return stack_sizes


def excess(sizes: Iterable[int], allowed: Sequence[int]) -> int:
    """Return units in excess of the limits, armies sorted by size; single units free."""
    armies = [s for s in sizes if s > 1]
    armies.sort(reverse=True)
    over = 0
    for place, size in enumerate(armies):
        allowance = allowed[place] if place < len(allowed) else 1
        if size > allowance:
            over += size - allowance
    return over


def fits(board: Board, edition: Edition, house: str, changes: Mapping[str, int] | None = None) -> bool:
    """Whether a house's armies fit its limits after `changes` (area -> more or fewer)."""
    return units_over_supply(board, edition, house, changes) == 0


def units_over_supply(board: Board, edition: Edition, house: str, changes: Mapping[str, int] | None = None) -> int:
    """Return how many units a house must give up to meet its supply limits.
    `changes`: units added (or taken) by area, counted as if already made."""
    sizes = stacks(board, house)
    if changes:
        for area, more in changes.items():
            sizes[area] = sizes.get(area, 0) + more
    return excess(sizes.values(), limits(board, edition, house))


def relieves(board: Board, edition: Edition, house: str, area: str) -> bool:
    """Whether one unit less in an area brings the armies nearer to the limits."""
    return units_over_supply(board, edition, house, {area: -1}) < units_over_supply(board, edition, house)


def piece_count(board: Board, house: str, unit: str) -> int:
    """How many units of a kind the house has on the board."""
    count = sum(force.count(unit) for force in board.forces.values() if force.house == house)
    battle = board.battle
    if battle is not None and battle.attacker == house:
        count += battle.troop.get(unit, 0)
    return count


def settle(game: Game) -> Asks[None]:
    """Remove orders without units and lost port ships, which the taker may seize."""
    board, edition = game.board, game.edition
    for area, order in list(board.orders.items()):
        if board.force_of(order.house, area) is None:
            game.remove_order(area, "no-units", "battle.conquest")
    for port, land in edition.ports.items():
        force = board.forces.get(port)
        owner = controller(board, edition, land) if force is not None else None
        if force is None or owner == force.house:
            continue
        game.remove_order(port, "conquered", "ports")
        ships = [(unit, routed) for routed, pile in ((False, force.units), (True, force.routed)) for unit in pile]
        counts = {unit: force.count(unit) for unit, _ in ships}
        for unit, routed in ships:
            for _ in range((force.routed if routed else force.units)[unit]):
                game.destroy(force.house, Piece(port, unit, routed), "port-lost", "ports")
        if owner is not None and land in board.forces:
            for unit, count in counts.items():
                yield from _seize(game, owner, port, unit, count)


def _seize(game: Game, house: str, port: str, unit: str, most: int) -> Asks[None]:
    """Let the port's new owner place up to `most` ships for those lost there.
    Fewer as pieces, port limit and supply allow; nothing happens where none can be placed."""
    board, edition = game.board, game.edition
    free = min(most, edition.port_limit, edition.limit(house, unit) - piece_count(board, house, unit))
    while free > 0 and not fits(board, edition, house, {port: free}):
        free -= 1
    if free <= 0:
        return
    choices = tuple(str(count) for count in range(free, -1, -1))
    answer = yield from game.pick(house, "port", choices, port)
    if int(answer):
        game.tell(e.ShipsSeized(house=house, area=port, unit=unit, count=int(answer)), "ports")
