"""What is assumed of a house, read from bytes that nobody vouches for; and the what-ifs of the family as a whole."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated

import msgspec

from adjudicator.kernel.refusal import Refusal, Unreadable
from adjudicator.thrones.sheets.sheet import BidRule, CardRule, Cards, Sheet
from adjudicator.thrones.sheets.sheet_reading import over_limits, read_sheet
from adjudicator.thrones.state.edition import Edition
from adjudicator.thrones.what_if.guessing import MOST_BID, Assumed
from adjudicator.thrones.what_if.playing import suppose


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
    try:
        raw = _decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        raise Unreadable(Refusal("bad-sketch", str(fault))) from fault
    sheet = None if bytes(raw.sheet) == b"null" else _sheet(bytes(raw.sheet), edition, modules)
    bids: dict[str, tuple[BidRule, ...]] = dict.fromkeys(raw.bids, ())
    faults = over_limits(Sheet(orders={**raw.orders}, cards=Cards(rules=(CardRule(cards=raw.cards),)), bids=bids))
    if faults:
        raise Unreadable(*faults)
    return Assumed(raw.orders, raw.cards, raw.bids, sheet)


def _sheet(data: bytes, edition: Edition | None, modules: Collection[str]) -> Sheet:
    try:
        return read_sheet(data, edition, modules)
    except Unreadable as refused:
        placed = (
            msgspec.structs.replace(one, where=f"sheet.{one.where}" if one.where else "sheet")
            for one in refused.reasons
        )
        raise Unreadable(*placed) from refused


class ThronesWhatIfs:
    """Each method as `adjudicator.kernel.family.WhatIfs` says."""

    assumed = Assumed
    read = staticmethod(read_assumed)
    suppose = staticmethod(suppose)
