"""What a form offers to choose, as it lies on the board: order tokens by their ids, and units that a question is
about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.thrones.state.board import View
from adjudicator.thrones.state.decisions import PieceDecision
from atlas.thrones import tokens
from atlas.thrones.editions import edition_of


def signs(view: View, house: str) -> Mapping[str, str]:
    """The order tokens of a house, each around 0, 0 within a square of 46; a vassal's own set is not among them. Where
    it is asked about units, these too: `unit-<house>-<kind>`, and `unit-<house>-<kind>-routed`."""
    known = edition_of(view).orders.values()
    orders = {token.id: tokens.order(house, token) for token in known if token.copies and not token.vassal}
    return {**orders, **dict(_units(view))}


def _units(view: View) -> Iterator[tuple[str, str]]:
    for asked in view.waiting:
        for piece in asked.choices if isinstance(asked, PieceDecision) else ():
            force = view.board.forces.get(piece.area)
            if force is not None:
                name = f"unit-{force.house}-{piece.unit}"
                drawing = tokens.unit(force.house, piece.unit, piece.routed)
                yield (f"{name}-routed" if piece.routed else name), drawing
