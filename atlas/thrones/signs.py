"""What a form offers to choose, as it lies on the board: order tokens by their ids."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.thrones.state.board import View
from atlas.thrones import tokens
from atlas.thrones.editions import edition_of


def signs(view: View, house: str) -> Mapping[str, str]:
    """The order tokens of a house, each around 0, 0 within a square of 46; a vassal's own set is not among them."""
    known = edition_of(view).orders.values()
    return {token.id: tokens.order(house, token) for token in known if token.copies and not token.vassal}
