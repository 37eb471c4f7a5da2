"""Sea orders, which may lie on land as bluffs."""

from __future__ import annotations

from adjudicator.engine.step import Step
from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.state import events as e


def remove_bluffs(game: Game) -> list[Step]:
    """Orders that cannot be carried out where they lie leave the board (MoD rules: sea order tokens)."""
    board, edition = game.board, game.edition
    for area, placed in list(board.orders.items()):
        if not edition.orders[placed.order].works(edition.areas[area].kind):
            gone = e.OrderRemoved(house=placed.house, area=area, order=placed.order, because="bluff")
            game.tell(gone, "planning.sea-orders")
    return []
