"""The form of a what-if: a sketch as fields, and the fields back as a sketch.

Fields are named as refusals name places: `orders.winterfell` for one's own, `tyrell.orders.highgarden` for another
house; `document` and `tyrell.document` are whole sheets as JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from adjudicator.engine.decision import Refusal
from adjudicator.thrones.sheets.battle import CardRule
from adjudicator.thrones.sheets.bids import BidRule
from adjudicator.thrones.sheets.fields import NO_ORDER
from adjudicator.thrones.sheets.orders import Order, wishes_of
from adjudicator.thrones.sheets.sheet import Sheet, read_sheet, write_sheet
from adjudicator.thrones.state.board import View
from adjudicator.thrones.state.decisions import CardChoice, ChooseHouseCard
from adjudicator.thrones.state.events import OrdersRevealed
from adjudicator.thrones.what_if import MOST_BID, NOTHING, Assumed, Supposed
from correspondence.sketches import Sketch
from narration.thrones.sheet_words import SPECIAL_CARDS, Told, sheet_in_words
from narration.thrones.voice import Voice
from web.forms.edicts import Wrong, draw_posted, whole_sheet
from web.thrones.sheet_form.choices import Choices, Option

# What is said of a house.
TEMPLATE = "thrones/what_if_part.html"


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
class BidLine:
    """What a house bids in an auction: the field, its name, the number (empty: guessed; one's own, as the sheet
    says)."""

    field: str
    auction: str
    chosen: str


@dataclass(frozen=True)
class HousePart:
    """What is assumed of a house, or one's own sheet: its areas, its bids, the card it likes best among `cards`, a
    whole sheet as JSON (empty: none), and the sheet that the call was played with, in words and as JSON. `some`:
    anything is assumed; `bad`: something of it is wrong."""

    house: str
    areas: Sequence[AreaLine]
    bids: Sequence[BidLine]
    cards: Sequence[Option]
    card: str
    document: str
    whole: bool
    told: Told
    guess: str
    some: bool
    bad: bool


def sketch_from(fields: Mapping[str, str], board: Any, edition: Any, mine: str) -> tuple[Sketch, Sequence[Refusal]]:
    """The sketch that a form says, without what cannot be read, and why that cannot, places beginning with the
    house."""
    faults: list[Refusal] = []

    def read(document: bytes) -> Sheet:
        return read_sheet(document, edition, board.modules)

    sheet = whole_sheet(fields.get("document", ""), "", read, faults) or Sheet()
    if fields.get("cards"):
        sheet = _playing(sheet, fields["cards"])
    orders = _under(fields, "orders.")
    if orders:
        sheet = msgspec.structs.replace(sheet, orders=_with_second_choices(orders, sheet.orders))
    sheet = _bidding(sheet, fields, faults)
    others = {}
    for house in board.houses:
        if house != mine:
            assumed = _assumed(fields, house, read, faults)
            if assumed != NOTHING:
                others[house] = assumed
    return Sketch(sheet, others, draw_posted(fields), fields.get("name", "")), faults


def _with_second_choices(orders: Mapping[str, str], written: Mapping[str, Order]) -> dict[str, Order]:
    """The orders of the fields; where one is the first choice of the sheet as it was, its other choices stay."""
    said = {area: written.get(area, ()) for area in orders}
    return {area: said[area] if wishes_of(said[area])[:1] == (order,) else order for area, order in orders.items()}


def _bidding(sheet: Sheet, fields: Mapping[str, str], faults: list[Refusal]) -> Sheet:
    """The sheet with the numbers of the fields as bids; a field left empty leaves what is more than a number."""
    bids = dict(sheet.bids)
    for field, value in fields.items():
        auction = field.removeprefix("bids.")
        if auction == field:
            continue
        amount = _number(value, field, faults) if value else None
        if amount is not None:
            bids[auction] = (BidRule(amount=amount),)
        elif _plain(bids.get(auction, ())):
            del bids[auction]
    return msgspec.structs.replace(sheet, bids=bids)


def _plain(rules: Sequence[BidRule]) -> str:
    """The number that is bid whatever happens; empty where more is written."""
    first = next(iter(rules), None)
    number = first.amount if first is not None and len(rules) == 1 else None
    return str(number) if isinstance(number, int) and first == BidRule(amount=number) else ""


def _number(text: str, where: str, faults: list[Refusal]) -> int | None:
    """A bid as it was typed; None, and a fault more, if it is no such number."""
    if text.isascii() and text.isdigit() and len(text) < 4 and int(text) <= MOST_BID:
        return int(text)
    faults.append(Refusal("bad-number", f"a bid is a number from 0 to {MOST_BID}", where))
    return None


def _playing(sheet: Sheet, card: str) -> Sheet:
    """The sheet with a House card before all others; one that was put there so gives way."""
    rules = sheet.cards.rules
    others = rules[1:] if _liked(sheet) else rules
    cards = msgspec.structs.replace(sheet.cards, rules=(CardRule(cards=(card,)), *others))
    answers = {name: answer for name, answer in sheet.answers.items() if not isinstance(answer, CardChoice)}
    return msgspec.structs.replace(sheet, cards=cards, answers=answers)


def _liked(sheet: Any) -> str:
    """The card that a sheet puts before all others, whatever the battle; empty: none."""
    first = next(iter(sheet.cards.rules), None)
    return first.cards[0] if first is not None and first == CardRule(cards=first.cards[:1]) and first.cards else ""


def _assumed(fields: Mapping[str, str], house: str, read: Callable[[bytes], Sheet], faults: list[Refusal]) -> Assumed:
    """What is assumed of another house: a whole sheet, or what the fields say."""
    whole = whole_sheet(fields.get(f"{house}.document", ""), f"{house}.", read, faults)
    if whole is not None:
        return Assumed(sheet=whole)
    card = fields.get(f"{house}.cards", "")
    bids = {}
    for auction, text in _under(fields, f"{house}.bids.").items():
        amount = _number(text, f"{house}.bids.{auction}", faults)
        if amount is not None:
            bids[auction] = amount
    return Assumed(_under(fields, f"{house}.orders."), (card,) if card else (), bids)


def _under(fields: Mapping[str, str], start: str) -> dict[str, str]:
    """The fields whose names start so, by the rest of the name; those left empty are left out."""
    return {name.removeprefix(start): value for name, value in fields.items() if name.startswith(start) and value}


def parts_of(
    view: Any, v: Any, sketch: Sketch, found: Supposed | None, window: str, wrong: Collection[Wrong] = ()
) -> list[HousePart]:
    """What a page shows of a sketch, one's own house first. `window` is the call's, `found` what came of the sketch."""
    me = view.seat or ""
    others = [house for house in view.board.houses if house != me and house not in view.board.vassals]
    return [_part(view, house, v, sketch, found, window, wrong) for house in (me, *others)]


def as_typed(parts: Collection[HousePart], fields: Mapping[str, str], mine: str) -> list[HousePart]:
    """The parts with bids and documents as somebody typed them, also those that cannot be read."""
    return [
        replace(
            part,
            bids=[replace(line, chosen=fields.get(line.field, line.chosen)) for line in part.bids],
            document=fields.get("document" if part.house == mine else f"{part.house}.document", part.document),
        )
        for part in parts
    ]


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
    window: str,
    wrong: Collection[Wrong],
) -> HousePart:
    mine = house == view.seat
    assumed = sketch.others.get(house, NOTHING)
    bidding, ordering = "westeros" in window or "place-bid" in window, window.endswith("-planning")
    choices = Choices(view if mine else msgspec.structs.replace(view, seat=house, waiting=[]), house, v)
    open_ = not mine and assumed.sheet is None
    choosing = any(isinstance(asked, ChooseHouseCard) for asked in view.waiting) if mine else open_ and not bidding
    sheet = found.sheets.get(house) if found else None
    whole = not mine and assumed.sheet is not None
    written = sketch.sheet if mine else assumed.sheet
    return HousePart(
        house=house,
        areas=_areas(choices, sketch, _laid(found), mine=mine) if ordering and not whole else [],
        bids=_bids(choices, sketch, mine=mine) if bidding and (mine or open_) else [],
        cards=[*_ends(v), *choices.cards(view.board.hands.get(house, ()))] if choosing else [],
        card=_liked(sketch.sheet) if mine else next(iter(assumed.cards), ""),
        document=write_sheet(written).decode() if written is not None else "",
        whole=whole,
        told=sheet_in_words(sheet, v) if sheet is not None else [],
        guess=write_sheet(sheet).decode() if sheet is not None else "",
        some=assumed != NOTHING,
        bad=any(one.house == house for one in wrong),
    )


def _bids(choices: Choices, sketch: Sketch, *, mine: bool) -> list[BidLine]:
    if mine:
        own = (sketch.sheet or Sheet()).bids
        return [BidLine(f"bids.{name}", title, _plain(own.get(name, ()))) for name, title in choices.auctions]
    house = choices.house
    assumed = sketch.others.get(house, NOTHING).bids
    return [BidLine(f"{house}.bids.{name}", title, str(assumed.get(name, ""))) for name, title in choices.auctions]


def _ends(v: Voice) -> list[Option]:
    return [(card, v.say(SPECIAL_CARDS[card])) for card in ("strongest", "weakest")]


def _areas(choices: Choices, sketch: Sketch, laid: Mapping[str, str], *, mine: bool) -> list[AreaLine]:
    """The areas in which a house gives orders."""
    house, v = choices.house, choices.v
    own: Sheet = sketch.sheet or Sheet()
    said: Mapping[str, Order] = own.orders if mine else {**sketch.others.get(house, NOTHING).orders}
    chosen = {area: next(iter(wishes_of(order)), "") for area, order in said.items()}
    prefix = "orders" if mine else f"{house}.orders"
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
