"""What another leader may hand in: the steward's guess, around what is assumed for it."""

from __future__ import annotations

from typing import Annotated

import msgspec

from adjudicator.btwixt.sheet_writing import write_sheet
from adjudicator.btwixt.sheets.bids import BidRule
from adjudicator.btwixt.sheets.conditions.tree import Compare, LeaderNumber
from adjudicator.btwixt.sheets.sheet import Sheet
from adjudicator.btwixt.state.position import View
from adjudicator.engine.salt import BEST, Draw

MOST_TOTAL = 999


class Assumed(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, rename="kebab"):
    """What a leader is assumed to hand in: a whole `sheet`; or else cards that it plays first if it holds them, and a
    total from which on it kneels, around which the steward guesses all else."""

    play: tuple[str, ...] = ()
    up_to: Annotated[int, msgspec.Meta(ge=0, le=MOST_TOTAL)] | None = None
    sheet: Sheet | None = None


NOTHING = Assumed()


def guess_sheet(view: View, assumed: Assumed = NOTHING, draw: Draw = BEST) -> Sheet:
    """The programme that is assumed for the seat of a view; where nothing is, what the steward would write."""
    if assumed.sheet is not None:
        return assumed.sheet
    guessed = write_sheet(view, draw)
    first: tuple[BidRule, ...] = ()
    if assumed.up_to is not None:
        enough = Compare(LeaderNumber("total"), ">=", assumed.up_to)
        first = (BidRule(when=enough, kneel=True),)
    if assumed.play:
        first = (*first, BidRule(play=assumed.play))
    return msgspec.structs.replace(guessed, bid=(*first, *guessed.bid))
