"""What is assumed of a house, read from bytes that nobody vouches for."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated

import msgspec

from adjudicator.engine.refusal import Unreadable
from adjudicator.engine.what_if import assumed_fields, assumed_sheet
from adjudicator.thrones.sheets.battle import CardRule, Cards
from adjudicator.thrones.sheets.bids import BidRule
from adjudicator.thrones.sheets.sheet import Sheet, over_limits, read_sheet
from adjudicator.thrones.state.edition import Edition
from adjudicator.thrones.what_if.guessing import MOST_BID, Assumed


class _Raw(msgspec.Struct, forbid_unknown_fields=True):
    orders: dict[str, str] = {}
    cards: tuple[str, ...] = ()
    bids: dict[str, Annotated[int, msgspec.Meta(ge=0, le=MOST_BID)]] = {}
    sheet: msgspec.Raw = msgspec.Raw(b"null")


_decoder = msgspec.json.Decoder(_Raw)


def read_assumed(data: bytes, edition: Edition | None, modules: Collection[str]) -> Assumed:
    """What is assumed of a house; with an edition conditions of a whole sheet may be text.

    Raises Unreadable: `bad-sketch`, and all that reading a sheet raises, with the place of the fault (`sheet.marches`).
    """
    raw = assumed_fields(_decoder, data)
    sheet = assumed_sheet(raw.sheet, lambda whole: read_sheet(whole, edition, modules))
    bids: dict[str, tuple[BidRule, ...]] = dict.fromkeys(raw.bids, ())
    faults = over_limits(Sheet(orders={**raw.orders}, cards=Cards(rules=(CardRule(cards=raw.cards),)), bids=bids))
    if faults:
        raise Unreadable(*faults)
    return Assumed(raw.orders, raw.cards, raw.bids, sheet)
