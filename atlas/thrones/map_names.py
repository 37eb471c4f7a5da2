"""Which map a position is drawn on: an edition has another where a house brings land of its own into play."""

from __future__ import annotations

from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.edition import Edition


def sheet_of(edition: Edition, board: Board) -> str:
    """The name of a position's map: the edition, and the houses in play that bring areas with them."""
    playing = {*board.houses, *board.vassals}
    bring = sorted({area.only_with for area in edition.areas.values() if area.only_with in playing})
    return "-".join((edition.id, *bring))
