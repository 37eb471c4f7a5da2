"""What is assumed of a leader, read from bytes that nobody vouches for; and the what-ifs of the family as a whole."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated

import msgspec

from adjudicator.btwixt.sheets.sheet import Sheet
from adjudicator.btwixt.sheets.sheet_reading import MOST_LISTED, read_sheet
from adjudicator.btwixt.state.edition import Edition
from adjudicator.btwixt.what_if.playing import MOST_TOTAL, Assumed, suppose
from adjudicator.kernel.refusal import Refusal, Unreadable

Name = Annotated[str, msgspec.Meta(max_length=200)]


class _Raw(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    play: Annotated[tuple[Name, ...], msgspec.Meta(max_length=MOST_LISTED)] = ()
    up_to: Annotated[int, msgspec.Meta(ge=0, le=MOST_TOTAL)] | None = None
    sheet: msgspec.Raw = msgspec.Raw(b"null")


_decoder = msgspec.json.Decoder(_Raw)


def read_assumed(data: bytes, edition: Edition | None, modules: Collection[str]) -> Assumed:
    """What is assumed of a leader; with an edition conditions of a whole sheet may be text.

    Raises Unreadable: `bad-sketch`, and all that reading a sheet raises, with the place of the fault (`sheet.bid[0]`).
    """
    try:
        raw = _decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        raise Unreadable(Refusal("bad-sketch", str(fault))) from fault
    sheet = None if bytes(raw.sheet) == b"null" else _sheet(bytes(raw.sheet), edition, modules)
    return Assumed(raw.play, raw.up_to, sheet)


def _sheet(data: bytes, edition: Edition | None, modules: Collection[str]) -> Sheet:
    try:
        return read_sheet(data, edition, modules)
    except Unreadable as refused:
        placed = (
            msgspec.structs.replace(one, where=f"sheet.{one.where}" if one.where else "sheet")
            for one in refused.reasons
        )
        raise Unreadable(*placed) from refused


class BtwixtWhatIfs:
    """Each method as `adjudicator.kernel.family.WhatIfs` says."""

    assumed = Assumed
    read = staticmethod(read_assumed)
    suppose = staticmethod(suppose)
