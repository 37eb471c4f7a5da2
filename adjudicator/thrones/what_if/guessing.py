"""What another house may hand in: the steward's guess, around what is assumed for it."""

from __future__ import annotations

from typing import Annotated

import msgspec

from adjudicator.engine.salt import BEST, Draw
from adjudicator.thrones.sheet_writing import write_around
from adjudicator.thrones.sheets.battle import CardRule, Cards
from adjudicator.thrones.sheets.bids import BidRule
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.state.board import View

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


def guess_sheet(view: View, assumed: Assumed = NOTHING, draw: Draw = BEST) -> Sheet:
    """The sheet that is assumed for the seat of a view; where nothing is, what the steward would write: other areas
    have its orders as far as tokens are left, and marches, raids and the raven suit all of them.

    Raises ValueError for spectators.
    """
    if assumed.sheet is not None:
        return assumed.sheet
    guessed = write_around(view, assumed.orders, draw)
    if assumed.cards:
        guessed = msgspec.structs.replace(guessed, cards=Cards(rules=(CardRule(cards=assumed.cards),)))
    bids = {auction: (BidRule(how="up-to", amount=amount),) for auction, amount in assumed.bids.items()}
    return msgspec.structs.replace(guessed, bids={**guessed.bids, **bids})
