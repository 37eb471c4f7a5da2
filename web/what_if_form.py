"""The form of a what-if: a sketch as fields, and the fields back as a sketch.

Fields are named as refusals name places: `orders.winterfell` for one's own, `tyrell.orders.highgarden` for another
house; `document` and `tyrell.document` are whole sheets as JSON.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from adjudicator.kernel.refusal import Refusal, Refused, Unreadable
from adjudicator.thrones.board import View
from adjudicator.thrones.events import OrdersRevealed
from adjudicator.thrones.instructions.planning import NO_ORDER
from adjudicator.thrones.sheet import Sheet
from adjudicator.thrones.sheet_reading import read_sheet, write_sheet
from adjudicator.thrones.supposing import Supposed
from correspondence.sketches.documents import Assumed, Sketch, checked
from correspondence.story.instructions import place_in_sheet, with_names
from correspondence.story.voice import Voice
from web.sheet_form.choices import Choices, Option
from web.sheet_words import Told, sheet_in_words


@dataclass(frozen=True)
class AreaLine:
    """An area that gets an order: the field, the name, its units, the choices, what is chosen, what lay there in the
    what-if without that (empty: not known)."""

    field: str
    area: str
    units: str
    options: Sequence[Option]
    chosen: str
    guess: str


@dataclass(frozen=True)
class HousePart:
    """What is assumed of a house, or one's own sheet: its areas, a whole sheet as JSON (empty: none), and the sheet
    that the call was played with, in words and as JSON."""

    house: str
    areas: Sequence[AreaLine]
    document: str
    whole: bool
    told: Told
    guess: str
    bad: bool


@dataclass
class Wrong:
    """What is wrong with a form: whose sheet, where, why."""

    house: str
    where: str
    words: str
    code: str
    field: str


def sketch_from(fields: Mapping[str, str], houses: Collection[str], mine: str) -> Sketch:
    """The sketch that a form says; Unreadable with all that cannot be read, places beginning with the house."""
    faults: list[Refusal] = []
    sheet = _document(fields.get("document", ""), "", faults) or Sheet()
    orders = _orders(fields, "")
    if orders:
        sheet = msgspec.structs.replace(sheet, orders=orders)
    others = {}
    for house in houses:
        whole = _document(fields.get(f"{house}.document", ""), f"{house}.", faults) if house != mine else None
        chosen = _orders(fields, f"{house}.") if house != mine else {}
        if whole is not None:
            others[house] = Assumed(sheet=whole)
        elif chosen:
            others[house] = Assumed(orders=chosen)
    if faults:
        raise Unreadable(*faults)
    draw = fields.get("draw", "1")
    number = int(draw) if draw.isascii() and draw.isdigit() and len(draw) < 6 else 0
    return checked(Sketch(sheet, others, number, fields.get("name", "")))


def _orders(fields: Mapping[str, str], prefix: str) -> dict[str, str]:
    start = f"{prefix}orders."
    return {name.removeprefix(start): value for name, value in fields.items() if name.startswith(start) and value}


def _document(text: str, prefix: str, faults: list[Refusal]) -> Sheet | None:
    if not text.strip():
        return None
    try:
        return read_sheet(text.encode())
    except Refused as refused:
        faults += [msgspec.structs.replace(one, where=f"{prefix}document") for one in refused.reasons]
        return None


def parts_of(
    view: View, v: Voice, sketch: Sketch, found: Supposed | None, ordering: bool, wrong: Collection[Wrong] = ()
) -> list[HousePart]:
    """What a page shows of a sketch, one's own house first; `ordering`: the call asks for orders. `found` is what came
    of it."""
    me = view.seat or ""
    others = [house for house in view.board.houses if house != me and house not in view.board.vassals]
    laid = _laid(found)
    return [_part(view, house, v, sketch, found, laid if ordering else None, wrong) for house in (me, *others)]


def _laid(found: Supposed | None) -> dict[str, str]:
    """The orders that were turned up in a what-if, by area."""
    for record in found.records if found else ():
        if isinstance(record.event, OrdersRevealed):
            return {area: placed.order for area, placed in record.event.orders.items()}
    return {}


def _part(
    view: View,
    house: str,
    v: Voice,
    sketch: Sketch,
    found: Supposed | None,
    laid: Mapping[str, str] | None,
    wrong: Collection[Wrong],
) -> HousePart:
    mine = house == view.seat
    assumed = sketch.others.get(house, Assumed())
    sheet = found.sheets.get(house) if found else None
    whole = not mine and assumed.sheet is not None
    written = sketch.sheet if mine else assumed.sheet
    return HousePart(
        house=house,
        areas=[] if laid is None or whole else _areas(view, house, v, sketch, laid),
        document=write_sheet(written).decode() if written is not None else "",
        whole=whole,
        told=sheet_in_words(sheet, v) if sheet is not None else [],
        guess=write_sheet(sheet).decode() if sheet is not None else "",
        bad=any(one.house == house for one in wrong),
    )


def _areas(view: View, house: str, v: Voice, sketch: Sketch, laid: Mapping[str, str]) -> list[AreaLine]:
    """The areas in which a house gives orders."""
    mine = house == view.seat
    chosen = sketch.sheet.orders if mine else sketch.others.get(house, Assumed()).orders
    prefix = "orders" if mine else f"{house}.orders"
    choices = Choices(view if mine else msgspec.structs.replace(view, seat=house, waiting=[]), house, v)
    bare = (NO_ORDER, v.say("leave it without an order"))
    return [
        AreaLine(
            field=f"{prefix}.{area}",
            area=v.area(area),
            units=choices.units_in(area),
            options=[bare, *choices.orders(area)],
            chosen=chosen.get(area, ""),
            guess=choices.order_label(laid[area]) if area in laid and not mine and area not in chosen else "",
        )
        for area in choices.order_areas
    ]


def wrongs(reasons: Collection[Refusal], houses: Collection[str], mine: str, v: Voice) -> list[Wrong]:
    """Refusals of a sketch, with whose sheet they are about and which field of the form."""
    found = []
    for reason in reasons:
        house, _, place = reason.where.partition(".")
        if house not in houses:
            house, place = mine, reason.where
        field = "-".join(reason.where.split(".")[:3])
        found.append(Wrong(house, place_in_sheet(place, v), with_names(reason.words, v), reason.code, field))
    return found
