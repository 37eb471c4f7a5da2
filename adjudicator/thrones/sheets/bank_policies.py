"""Published defaults for what the Iron Bank asks."""

from __future__ import annotations

from adjudicator.thrones.rules.control import controller
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.answers import AreaChoice, Piece
from adjudicator.thrones.state.board import Position


def default_area(position: Position, decision: d.ImproveArea) -> AreaChoice:
    """For a ruin the first castle that the house does not control; else its home or the first area it controls."""
    board, edition = position.board, edition_of(position)
    home = edition.houses[decision.house].home

    def rank(area: str) -> tuple[bool, bool]:
        mine = controller(board, edition, area) == decision.house
        return (mine, False) if decision.mark == "ruin" else (not mine, area != home)

    return AreaChoice(min(decision.choices, key=rank))


def default_victim(position: Position, decision: d.DestroyUnit) -> Piece:
    """The cheapest unit, routed before standing, one's own last."""
    board, units = position.board, edition_of(position).units

    def rank(piece: Piece) -> tuple[bool, int, bool]:
        return board.forces[piece.area].house == decision.house, units[piece.unit].cost, not piece.routed

    return min(decision.choices, key=rank)
