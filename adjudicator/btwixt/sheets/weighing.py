"""What a card would be worth in a pile, before it is played."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from adjudicator.btwixt.rules.seating import clockwise
from adjudicator.btwixt.rules.totals import totals
from adjudicator.btwixt.state.edition import Edition
from adjudicator.btwixt.state.position import Board, Piled

# The number of a card that was not played yet: no card that was has one as high.
SUPPOSED = 10_000


def totals_with(board: Board, edition: Edition, house: str, card: str) -> dict[str, int]:
    """Each leader's total if one played this card now: what changes values is counted, what else the card does is
    not."""
    pile = [*board.piles[house], Piled(SUPPOSED, card, house)]
    supposed = msgspec.structs.replace(board, piles={**board.piles, house: pile})
    return totals(supposed, edition)


def total_with(board: Board, edition: Edition, house: str, card: str) -> int:
    """A leader's total if it played this card now."""
    return totals_with(board, edition, house, card)[house]


def leader_by(board: Board, found: Mapping[str, int]) -> str:
    """Who would win with these totals: of the best the first clockwise from the first player."""
    most = max(found.values())
    return next(house for house in clockwise(board, board.first) if found[house] == most)
