"""What a card would be worth in a pile, before it is played."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from adjudicator.btwixt.rules.seating import clockwise
from adjudicator.btwixt.rules.totals import totals
from adjudicator.btwixt.sheets.edition_key import Known
from adjudicator.btwixt.state.cards import AddValue, Ally, Influence
from adjudicator.btwixt.state.edition import Edition
from adjudicator.btwixt.state.position import Board, Piled

# The number of a card that was not played yet: no card that was has one as high.
SUPPOSED = 10_000


def totals_with(
    board: Board, edition: Edition, house: str, card: str, now: Mapping[str, int] | None = None
) -> dict[str, int]:
    """Each leader's total if one played this card now: what changes values is counted, what else the card does is
    not. `now` are the totals as they are, for who knows them."""
    if now is not None and not changes_values(board, edition, card):
        return {**now, house: now[house] + max(edition.influence[card].value, 0)}
    pile = [*board.piles[house], Piled(SUPPOSED, card, house)]
    supposed = msgspec.structs.replace(board, piles={**board.piles, house: pile})
    return totals(supposed, edition)


def changes_values(board: Board, edition: Edition, card: str) -> bool:
    """Whether a card, one that lies in a pile, or an ally of the round changes what cards are worth."""
    changing = _changing(Known(edition))
    return (
        card in changing
        or not changing.isdisjoint(board.active)
        or any(one.card in changing for pile in board.piles.values() for one in pile)
    )


@lru_cache(maxsize=8)
def _changing(known: Known) -> frozenset[str]:
    """The cards and allies of an edition that ever change values."""
    edition = known.edition
    every: list[Influence | Ally] = [*edition.influence.values(), *edition.allies.values()]
    return frozenset(
        one.id for one in every for ability in one.abilities for op in ability.do if isinstance(op, AddValue)
    )


def total_with(board: Board, edition: Edition, house: str, card: str) -> int:
    """A leader's total if it played this card now."""
    return totals_with(board, edition, house, card)[house]


def leader_by(board: Board, found: Mapping[str, int]) -> str:
    """Who would win with these totals: of the best the first clockwise from the first player."""
    most = max(found.values())
    return next(house for house in clockwise(board, board.first) if found[house] == most)
