"""Which alliance cards a house has, as other rules ask for them."""

from __future__ import annotations

from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.edition import Edition


def alliances_of(board: Board, edition: Edition, house: str, effect: str) -> list[str]:
    """The alliance cards of a house with an effect; none where there are no alliances."""
    held = board.realm.alliances.get(house, []) if board.realm is not None else []
    return [card for card in held if edition.alliances[card].effect == effect]


def has_alliance(board: Board, edition: Edition, house: str, effect: str) -> bool:
    """Whether a house has an alliance card with an effect."""
    return bool(alliances_of(board, edition, house, effect))
