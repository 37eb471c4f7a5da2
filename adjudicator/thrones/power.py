"""Power: the Consolidate Power orders and the Game of Thrones card (1e rules: consolidate power; EX-19)."""

from __future__ import annotations

from adjudicator.kernel.step import Step
from adjudicator.thrones import events as e
from adjudicator.thrones.control import crowns, turn_order
from adjudicator.thrones.game import Game
from adjudicator.thrones.raids import orders_of


def consolidate(game: Game) -> list[Step]:
    """Every Consolidate Power order brings 1 Power and 1 more for each crown in its area."""
    board, edition = game.board, game.edition
    game.tell(e.PhaseStarted(phase="power"), "power")
    for house in turn_order(board):
        for area in orders_of(board, edition, house, "consolidate-power"):
            order = board.orders[area].order
            game.gain_power(house, 1 + edition.areas[area].power, "consolidate-power", "power", area)
            game.tell(e.OrderRemoved(house=house, area=area, order=order, because="spent"), "power")
    return []


def game_of_thrones(game: Game, deck: str) -> list[Step]:
    """In turn order every house takes 1 Power for each crown it controls."""
    for house in turn_order(game.board):
        amount = crowns(game.board, game.edition, house)
        if amount:
            game.gain_power(house, amount, "game-of-thrones", "westeros.game-of-thrones")
    return []
