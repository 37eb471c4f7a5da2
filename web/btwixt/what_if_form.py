"""The form of a what-if: a sketch as fields, and the fields back as a sketch.

Fields are named as refusals name places: `euron.up-to` for another leader; `document` and `euron.document` are whole
programmes as JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from adjudicator.btwixt.sheets.sheet import Sheet, read_sheet
from adjudicator.btwixt.what_if import MOST_TOTAL, NOTHING, Assumed
from adjudicator.engine.decision import Refusal
from adjudicator.engine.what_if import Supposed
from correspondence.sketches import Sketch
from narration.btwixt.narrator import BTWIXT
from narration.btwixt.voice import Voice
from web.btwixt.sheet_form import Choices, Group, Option
from web.forms.edicts import Wrong, draw_posted, whole_sheet

# What is said of a leader.
TEMPLATE = "btwixt/what_if_part.html"
SLOTS = 3
_encode = msgspec.json.Encoder().encode


@dataclass(frozen=True)
class LeaderPart:
    """What is assumed of a leader, or one's own programme: cards it plays first among `cards`, the total at which it
    kneels, a whole programme as JSON (empty: none), and what the call was played with, in words and as JSON. `some`:
    anything is assumed; `bad`: something of it is wrong."""

    house: str
    open: bool
    cards: Sequence[Option | Group]
    play: tuple[str, ...]
    up_to: str
    document: str
    whole: bool
    told: Any
    guess: str
    some: bool
    bad: bool
    slots: int = SLOTS


def sketch_from(fields: Mapping[str, str], board: Any, edition: Any, mine: str) -> tuple[Sketch, Sequence[Refusal]]:
    """The sketch that a form says, without what cannot be read, and why that cannot, places beginning with the
    leader."""
    faults: list[Refusal] = []

    def read(document: bytes) -> Sheet:
        return read_sheet(document, edition, board.modules)

    sheet = whole_sheet(fields.get("document", ""), "", read, faults) or Sheet()
    others = {}
    for house in board.houses:
        if house != mine:
            assumed = _assumed(fields, house, read, faults)
            if assumed != NOTHING:
                others[house] = assumed
    return Sketch(sheet, others, draw_posted(fields), fields.get("name", "")), faults


def _assumed(fields: Mapping[str, str], house: str, read: Callable[[bytes], Sheet], faults: list[Refusal]) -> Assumed:
    """What is assumed of another leader: a whole programme, or what the fields say."""
    whole = whole_sheet(fields.get(f"{house}.document", ""), f"{house}.", read, faults)
    if whole is not None:
        return Assumed(sheet=whole)
    play = tuple(card for n in range(SLOTS) if (card := fields.get(f"{house}.play.{n}", "")))
    typed = fields.get(f"{house}.up-to", "").strip()
    up_to = None
    if typed.isascii() and typed.isdigit() and len(typed) < 4:
        up_to = int(typed)
    elif typed:
        faults.append(Refusal("bad-number", f"a total is a number from 0 to {MOST_TOTAL}", f"{house}.up-to"))
    return Assumed(play, up_to)


def parts_of(
    view: Any, v: Any, sketch: Sketch, found: Supposed | None, window: str, wrong: Collection[Wrong] = ()
) -> list[LeaderPart]:
    """What a page shows of a sketch, one's own leader first. `found` is what came of the sketch."""
    me = view.seat or ""
    return [_part(view, house, v, sketch, found, wrong) for house in (me, *(h for h in view.board.houses if h != me))]


def _part(
    view: Any, house: str, v: Voice, sketch: Sketch, found: Supposed | None, wrong: Collection[Wrong]
) -> LeaderPart:
    mine = house == view.seat
    assumed: Assumed = sketch.others.get(house, NOTHING)
    sheet = found.sheets.get(house) if found else None
    written = sketch.sheet if mine else assumed.sheet
    whole = not mine and assumed.sheet is not None
    return LeaderPart(
        house=house,
        open=not mine and not whole,
        cards=Choices(msgspec.structs.replace(view, seat=house, hand=[], waiting=[]), house, v).to_play[1:],
        play=assumed.play,
        up_to="" if assumed.up_to is None else str(assumed.up_to),
        document=_encode(written).decode() if written is not None else "",
        whole=whole,
        told=BTWIXT.sheet(sheet, v) if sheet is not None else [],
        guess=_encode(sheet).decode() if sheet is not None else "",
        some=assumed != NOTHING,
        bad=any(one.house == house for one in wrong),
    )


def as_typed(parts: Collection[LeaderPart], fields: Mapping[str, str], mine: str) -> list[LeaderPart]:
    """The parts with totals and documents as somebody typed them, also those that cannot be read."""
    return [
        replace(
            part,
            up_to=fields.get(f"{part.house}.up-to", part.up_to),
            document=fields.get("document" if part.house == mine else f"{part.house}.document", part.document),
        )
        for part in parts
    ]
