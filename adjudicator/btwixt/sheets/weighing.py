"""What a card would be worth in a pile, before it is played."""

from __future__ import annotations

import msgspec

from adjudicator.btwixt.rules.totals import best, total
from adjudicator.btwixt.state.edition import Edition
from adjudicator.btwixt.state.position import Board, Piled

# The number of a card that was not played yet: no card that was has one as high.
SUPPOSED = 10_000


def with_card(board: Board, house: str, card: str) -> Board:
    """The table as if a leader had played a card, and its text had done nothing yet."""
    pile = [*board.piles[house], Piled(SUPPOSED, card, house)]
    return msgspec.structs.replace(board, piles={**board.piles, house: pile})


def total_with(board: Board, edition: Edition, house: str, card: str) -> int:
    """A leader's total if it played this card now: what changes values is counted, what else the card does is not."""
    return total(with_card(board, house, card), edition, house)


def leads_with(board: Board, edition: Edition, house: str, card: str) -> bool:
    """Whether a leader would lead, ties counted, if it played this card now."""
    return best(with_card(board, house, card), edition)[0] == house
