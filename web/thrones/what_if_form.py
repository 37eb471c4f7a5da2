"""The what-if form: a house's orders, bids, card; `tyrell.orders.highgarden`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from adjudicator.engine import Refusal, Supposed
from adjudicator.thrones.sheets.battle import CardRule
from adjudicator.thrones.sheets.choices import BidRule
from adjudicator.thrones.sheets.fields import NO_ORDER
from adjudicator.thrones.sheets.orders import Order, wishes_of
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.state import View
from adjudicator.thrones.state.decisions import CardChoice, ChooseHouseCard
from adjudicator.thrones.state.events import OrdersRevealed
from adjudicator.thrones.what_if import MAX_BID, NOTHING, Assumed
from narration.thrones.sheet_words import SPECIAL_CARDS
from web.form_values import digits
from web.forms.overrides import Tried, WhatIfForm
from web.thrones.sheet_form.choices import Choices


class HouseForm(WhatIfForm):
    """The form of what-ifs of the family."""

    template = "thrones/what_if_part.html"

    def others(self, view: View) -> list[str]:
        """The other houses that are no vassals."""
        return [house for house in super().others(view) if house not in view.board.vassals]

    def own(self, sheet: Sheet, fields: Mapping[str, str], faults: list[Refusal]) -> Sheet:
        """One's own sheet with the card, the orders and the bids of the fields."""
        if fields.get("cards"):
            # The sheet with a House card before all others; one that was put there so gives way.
            rules = sheet.cards.rules
            others = rules[1:] if _favourite_card(sheet) else rules
            cards = msgspec.structs.replace(sheet.cards, rules=(CardRule(cards=(fields["cards"],)), *others))
            answers = {name: answer for name, answer in sheet.answers.items() if not isinstance(answer, CardChoice)}
            sheet = msgspec.structs.replace(sheet, cards=cards, answers=answers)
        orders: dict[str, Order] = {}
        for area, order in _fields_below(fields, "orders.").items():
            # Where it is the first choice of the sheet as it was, its other choices stay.
            written = sheet.orders.get(area, ())
            orders[area] = written if wishes_of(written)[:1] == (order,) else order
        if orders:
            sheet = msgspec.structs.replace(sheet, orders=orders)
        return _sheet_with_bids(sheet, fields, faults)

    def assumed(self, house: str, fields: Mapping[str, str], faults: list[Refusal]) -> Assumed:
        """Return the orders, the card and the bids that the fields assume for a house.
        A bid that is no number from 0 to MAX_BID is left out and added to `faults`."""
        card = fields.get(f"{house}.cards", "")
        bids = {}
        for auction, text in _fields_below(fields, f"{house}.bids.").items():
            amount = _number(text, f"{house}.bids.{auction}", faults)
            if amount is not None:
                bids[auction] = amount
        return Assumed(_fields_below(fields, f"{house}.orders."), (card,) if card else (), bids)

    def fields_of(self, house: str, tried: Tried) -> dict[str, Any]:
        """Return the form's areas, bids and cards for a house, and the card chosen.
        Areas, bids and cards are empty where a whole sheet is assumed, or not asked for in the turn."""
        view, v, window = tried.view, tried.v, tried.window
        mine = house == view.seat
        assumed: Assumed = tried.what_if.others.get(house, NOTHING)
        own: Sheet = tried.what_if.sheet or Sheet()
        written = own if mine else assumed
        bidding, ordering = "westeros" in window or "place-bid" in window, window.endswith("-planning")
        choices = Choices(view if mine else msgspec.structs.replace(view, seat=house, waiting=[]), house, v)
        open_ = mine or assumed.sheet is None
        choosing = any(isinstance(item, ChooseHouseCard) for item in view.waiting) if mine else open_ and not bidding
        ends = [(card, v.say(SPECIAL_CARDS[card])) for card in ("strongest", "weakest")]
        return {
            "areas": _areas(choices, written, tried) if ordering and open_ else [],
            "bids": _bids(choices, written, tried) if bidding and open_ else [],
            "cards": [*ends, *choices.cards(view.board.hands.get(house, ()))] if choosing else [],
            "card": _favourite_card(own) if mine else next(iter(assumed.cards), ""),
        }


def _sheet_with_bids(sheet: Sheet, fields: Mapping[str, str], faults: list[Refusal]) -> Sheet:
    """Return the sheet with bids from fields; an empty field keeps a complex bid."""
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
    number = digits(text, 3)
    if number is not None and number <= MAX_BID:
        return number
    faults.append(Refusal("bad-number", f"a bid is a number from 0 to {MAX_BID}", where))
    return None


def _favourite_card(sheet: Sheet) -> str:
    """The card that a sheet puts before all others, whatever the battle; empty: none."""
    first = next(iter(sheet.cards.rules), None)
    return first.cards[0] if first is not None and first == CardRule(cards=first.cards[:1]) and first.cards else ""


def _fields_below(fields: Mapping[str, str], start: str) -> dict[str, str]:
    """Return filled fields whose names begin with `start`, by the rest of the name."""
    return {name.removeprefix(start): value for name, value in fields.items() if name.startswith(start) and value}


def _orders_by_area(outcome: Supposed | None) -> dict[str, str]:
    """The orders that were turned up in a what-if, by area."""
    for record in outcome.records if outcome else ():
        if isinstance(record.event, OrdersRevealed):
            return {area: placed.order for area, placed in record.event.orders.items()}
    return {}


def _bids(choices: Choices, written: Sheet | Assumed, tried: Tried) -> list[dict[str, str]]:
    """Return each bid: field, auction, number (empty: guessed; own: as in the sheet)."""
    if isinstance(written, Sheet):
        prefix, amounts = "bids", {name: _plain(rules) for name, rules in written.bids.items()}
    else:
        prefix, amounts = f"{choices.house}.bids", {name: str(amount) for name, amount in written.bids.items()}
    lines = []
    for name, title in choices.auctions:
        field = f"{prefix}.{name}"
        lines.append({"field": field, "auction": title, "chosen": tried.typed.get(field, amounts.get(name, ""))})
    return lines


def _areas(choices: Choices, written: Sheet | Assumed, tried: Tried) -> list[dict[str, Any]]:
    """Return areas where a house gives orders; guesses come from an earlier what-if."""
    v, laid, mine = choices.v, _orders_by_area(tried.found), isinstance(written, Sheet)
    chosen = {area: next(iter(wishes_of(order)), "") for area, order in written.orders.items()}
    prefix = "orders" if mine else f"{choices.house}.orders"
    bare = (NO_ORDER, v.say("no order"))
    return [
        {
            "field": f"{prefix}.{area}",
            "area": v.area(area),
            "units": choices.units_in(area),
            "options": [bare, *choices.orders(area)],
            "chosen": chosen.get(area, ""),
            "guess": choices.order_label(laid[area]) if area in laid and not mine and area not in chosen else "",
        }
        for area in choices.order_areas
    ]
