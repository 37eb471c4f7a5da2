"""What a sketch says, as a document: read from bytes that nobody vouches for, and kept."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Annotated

import msgspec

from adjudicator.kernel.refusal import Refusal, Unreadable
from adjudicator.thrones.sheets.sheet import EMPTY_SHEET, BidRule, CardRule, Cards, Sheet
from adjudicator.thrones.sheets.sheet_reading import over_limits, read_sheet
from adjudicator.thrones.state.edition import Edition
from adjudicator.thrones.what_if import MOST_BID, Assumed

LONGEST = 512 * 1024
# More houses than any edition has.
MOST_HOUSES = 20
MOST_DRAWS = 999
LONGEST_SKETCH_NAME = 60


class Sketch(msgspec.Struct, frozen=True, omit_defaults=True):
    """A what-if: one's own sheet, what is assumed of other houses (the steward guesses those not named), and which draw
    of chance is asked for."""

    sheet: Sheet = EMPTY_SHEET
    others: dict[str, Assumed] = {}
    draw: int = 1
    name: str = ""

    def sheets(self, house: str, mine: Sheet) -> dict[str, Assumed]:
        """What each house hands in, with `mine` for the sketcher's own."""
        return {**self.others, house: Assumed(sheet=mine)}


class _RawAssumed(msgspec.Struct, forbid_unknown_fields=True):
    orders: dict[str, str] = {}
    cards: tuple[str, ...] = ()
    bids: dict[str, Annotated[int, msgspec.Meta(ge=0, le=MOST_BID)]] = {}
    sheet: msgspec.Raw = msgspec.Raw(b"null")


class _RawSketch(msgspec.Struct, forbid_unknown_fields=True):
    sheet: msgspec.Raw = msgspec.Raw(b"{}")
    others: dict[str, _RawAssumed] = {}
    draw: int = 1
    name: str = ""


_raw = msgspec.json.Decoder(_RawSketch)
_kept = msgspec.json.Decoder(Sketch)


def read_sketch(data: bytes, edition: Edition | None = None, modules: Collection[str] = ()) -> Sketch:
    """A sketch from its JSON (at most 512 KB; each sheet as large as a sheet may be).

    With the edition and the modules of its game conditions may be text, as in sheets.

    Raises Unreadable: `sketch-too-large`, `bad-sketch`, and all that reading a sheet raises, with the place of the
    fault (`sheet.marches...`, `others.stark.orders`).
    """
    if len(data) > LONGEST:
        raise Unreadable(Refusal("sketch-too-large", f"a what-if has at most {LONGEST} bytes, not {len(data)}"))
    try:
        raw = _raw.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        raise Unreadable(Refusal("bad-sketch", str(fault))) from fault
    if len(raw.others) > MOST_HOUSES:
        raise Unreadable(Refusal("bad-sketch", f"there are at most {MOST_HOUSES} houses", "others"))

    def sheet(document: bytes, where: str) -> Sheet:
        try:
            return read_sheet(document, edition, modules)
        except Unreadable as refused:
            raise Unreadable(*(_placed(reason, where) for reason in refused.reasons)) from refused

    mine = sheet(bytes(raw.sheet), "sheet")
    others = {house: _assumed(one, f"others.{house[:20]}", sheet) for house, one in raw.others.items()}
    return checked(Sketch(mine, others, raw.draw, raw.name))


def checked(sketch: Sketch) -> Sketch:
    """A sketch whose numbers are in bounds; Unreadable (`bad-sketch`)."""
    if not 1 <= sketch.draw <= MOST_DRAWS:
        raise Unreadable(Refusal("bad-sketch", f"a draw is a number from 1 to {MOST_DRAWS}", "draw"))
    return sketch


def kept_sketch(data: bytes, name: str) -> Sketch:
    """A sketch as `write_sketch` wrote it, with the name that stands beside it."""
    return msgspec.structs.replace(_kept.decode(data), name=name)


def write_sketch(sketch: Sketch) -> bytes:
    """The sketch as JSON, without its name."""
    return msgspec.json.encode(msgspec.structs.replace(sketch, name=""))


def _assumed(raw: _RawAssumed, where: str, read: Callable[[bytes, str], Sheet]) -> Assumed:
    sheet = None if bytes(raw.sheet) == b"null" else read(bytes(raw.sheet), f"{where}.sheet")
    bids: dict[str, tuple[BidRule, ...]] = dict.fromkeys(raw.bids, ())
    faults = over_limits(Sheet(orders={**raw.orders}, cards=Cards(rules=(CardRule(cards=raw.cards),)), bids=bids))
    if faults:
        raise Unreadable(*(_placed(fault, where) for fault in faults))
    return Assumed(raw.orders, raw.cards, raw.bids, sheet)


def _placed(reason: Refusal, where: str) -> Refusal:
    return msgspec.structs.replace(reason, where=f"{where}.{reason.where}" if reason.where else where)
