"""What another house may hand in: the steward's guess, around what is assumed for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import msgspec

from adjudicator.thrones.rules.planning import refuse_counts, stars
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.sheet_writing import write_sheet
from adjudicator.thrones.sheets.instructions.planning import NO_ORDER
from adjudicator.thrones.sheets.sheet import BidRule, CardRule, Sheet, wishes_of
from adjudicator.thrones.state.board import Placed, View

# More Power than anybody has.
MOST_BID = 99


class Assumed(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a house is assumed to hand in: a whole `sheet`; or else its `orders` in some areas, the House `cards` that
    it likes best, what it bids at most by auction, around which the steward guesses all else."""

    orders: dict[str, str] = {}
    cards: tuple[str, ...] = ()
    bids: dict[str, Annotated[int, msgspec.Meta(ge=0, le=MOST_BID)]] = {}
    sheet: Sheet | None = None


NOTHING = Assumed()


def guess_sheet(view: View, assumed: Assumed = NOTHING) -> Sheet:
    """The sheet that is assumed for the seat of a view; where nothing is, what the steward would write: other areas
    keep its orders as far as tokens are left, and marches, raids and the raven suit all of them.

    Raises ValueError for spectators.
    """
    if assumed.sheet is not None:
        return assumed.sheet
    guessed = _around(view, write_sheet(view), assumed.orders)
    if assumed.cards:
        first = CardRule(cards=assumed.cards)
        guessed = msgspec.structs.replace(
            guessed, cards=msgspec.structs.replace(guessed.cards, rules=(first, *guessed.cards.rules))
        )
    bids = {auction: (BidRule(how="up-to", amount=amount),) for auction, amount in assumed.bids.items()}
    return msgspec.structs.replace(guessed, bids={**guessed.bids, **bids})


def _around(view: View, guessed: Sheet, orders: Mapping[str, str]) -> Sheet:
    """The steward's sheet with these orders in it."""
    if not orders or view.seat is None:
        return guessed
    edition = edition_of(view)
    allowed = stars(view.board, edition, view.seat)
    chosen = dict(orders)
    for area, order in ((area, order) for area, said in guessed.orders.items() for order in wishes_of(said)[:1]):
        if area not in chosen and refuse_counts(edition, _tokens(view, {**chosen, area: order}), allowed) is None:
            chosen[area] = order
    # A steward whose orders lie already writes what they need.
    others = {area: placed for area, placed in view.board.orders.items() if placed.house != view.seat}
    mine = {area: Placed(view.seat, order) for area, order in _tokens(view, chosen).items()}
    board = msgspec.structs.replace(view.board, orders={**others, **mine})
    written = write_sheet(msgspec.structs.replace(view, board=board, waiting=[]))
    # What is assumed to lie is assumed to stay: the raven exchanges other orders.
    raven = tuple(rule for rule in written.raven if rule.area not in orders)
    return msgspec.structs.replace(written, orders={**chosen}, raven=raven)


def _tokens(view: View, orders: Mapping[str, str]) -> dict[str, str]:
    """The orders that are tokens of the edition; what is no token is refused later, with its place."""
    known = edition_of(view).orders
    return {area: order for area, order in orders.items() if order != NO_ORDER and order in known}
