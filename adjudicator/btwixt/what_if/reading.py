"""What is assumed of a leader, read from bytes that nobody vouches for."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated

import msgspec

from adjudicator.btwixt.sheets.sheet import read_sheet
from adjudicator.btwixt.state.edition import Edition
from adjudicator.btwixt.what_if.guessing import MOST_TOTAL, Assumed
from adjudicator.engine.sheet.document import MAX_LISTED
from adjudicator.engine.what_if import assumed_fields, assumed_sheet

Name = Annotated[str, msgspec.Meta(max_length=200)]


class _Raw(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    play: Annotated[tuple[Name, ...], msgspec.Meta(max_length=MAX_LISTED)] = ()
    up_to: Annotated[int, msgspec.Meta(ge=0, le=MOST_TOTAL)] | None = None
    sheet: msgspec.Raw = msgspec.Raw(b"null")


_decoder = msgspec.json.Decoder(_Raw)


def read_assumed(data: bytes, edition: Edition | None, modules: Collection[str]) -> Assumed:
    """What is assumed of a leader; with an edition conditions of a whole sheet may be text.

    Raises Unreadable: `bad-sketch`, and all that reading a sheet raises, with the place of the fault (`sheet.bid[0]`).
    """
    raw = assumed_fields(_decoder, data)
    sheet = assumed_sheet(raw.sheet, lambda whole: read_sheet(whole, edition, modules))
    return Assumed(raw.play, raw.up_to, sheet)
