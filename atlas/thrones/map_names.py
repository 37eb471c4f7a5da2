"""Which map a position is drawn on: an edition has another where a house brings land of its own into play."""

from __future__ import annotations

from itertools import combinations

from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.edition import Edition


def sheet_of(edition: Edition, board: Board) -> str:
    """The name of a position's map: the edition, and the houses in play that bring areas with them."""
    playing = {*board.houses, *board.vassals}
    bring = sorted({area.only_with for area in edition.areas.values() if area.only_with in playing})
    return "-".join((edition.id, *bring))


def sheet_names(edition: Edition) -> dict[str, tuple[str, ...]]:
    """All maps of an edition, each with the houses that bring land of their own into play on it."""
    bringing = sorted({area.only_with for area in edition.areas.values()} & set(edition.houses))
    some = [tuple(houses) for count in range(len(bringing) + 1) for houses in combinations(bringing, count)]
    return {"-".join((edition.id, *houses)): houses for houses in some}
