"""What a step leaves to be put right: orders without units, and ports whose land has changed hands (2e rules: combat
clean up; taking control of enemy ports).
"""

from __future__ import annotations

from adjudicator.engine.asking import Asks
from adjudicator.thrones.rules.control import controller
from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.rules.supply import fits, piece_count
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.answers import Piece


def settle(game: Game) -> Asks[None]:
    """Orders of nobody's units go. Ships in a port whose land is not their house's any more are lost; who took the land
    may seize as many.
    """
    board, edition = game.board, game.edition
    for area, order in list(board.orders.items()):
        there = board.forces.get(area)
        if there is None or there.house != order.house:
            gone = e.OrderRemoved(house=order.house, area=area, order=order.order, because="no-units")
            game.tell(gone, "battle.conquest")
    for port, land in edition.ports.items():
        force = board.forces.get(port)
        owner = controller(board, edition, land) if force is not None else None
        if force is None or owner == force.house:
            continue
        placed = board.orders.get(port)
        if placed is not None:
            lost = e.OrderRemoved(house=placed.house, area=port, order=placed.order, because="conquered")
            game.tell(lost, "ports")
        ships = [(unit, routed) for routed, pile in ((False, force.units), (True, force.routed)) for unit in pile]
        counts = {unit: force.units.get(unit, 0) + force.routed.get(unit, 0) for unit, _ in ships}
        for unit, routed in ships:
            for _ in range((force.routed if routed else force.units)[unit]):
                game.destroy(force.house, Piece(port, unit, routed), "port-lost", "ports")
        if owner is not None and land in board.forces:
            for unit, count in counts.items():
                yield from _seize(game, owner, port, unit, count)


def _seize(game: Game, house: str, port: str, unit: str, most: int) -> Asks[None]:
    """The new master puts ships of his own in place of the lost, as far as pieces and supply allow."""
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
