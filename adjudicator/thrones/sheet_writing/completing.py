"""The steward's sheet around what is there already: orders that are given, a sheet that is begun."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from adjudicator.kernel.decision import Decision
from adjudicator.thrones.rules.vassals import foreseen
from adjudicator.thrones.sheet_writing.brought_by_cards import with_what_cards_bring
from adjudicator.thrones.sheet_writing.marches import march_asked
from adjudicator.thrones.sheet_writing.outlook import Desk
from adjudicator.thrones.sheet_writing.sheet import question_of_orders, write_sheet
from adjudicator.thrones.sheets.instructions.planning import NO_ORDER
from adjudicator.thrones.sheets.kinds import KINDS
from adjudicator.thrones.sheets.sheet import Marches, Sheet, StewardRule, wishes_of
from adjudicator.thrones.sheets.sheet_overlay import overlay
from adjudicator.thrones.state.board import View
from adjudicator.thrones.steward.planning import orders_beside


def write_around(view: View, orders: Mapping[str, str]) -> Sheet:
    """What the steward would hand in for the seat of a view with these orders in it: other areas have what serves best
    beside them, as far as tokens and stars are left, and marches and raids suit all of them. Its raven
    leaves the orders given as they are.

    Orders that are no tokens stay as they are, to be refused where sheets are checked. Raises ValueError for
    spectators.
    """
    if not orders or view.seat is None:
        return write_sheet(view)
    desk = Desk(view, view.seat)
    lying = {area: order for area, order in orders.items() if order != NO_ORDER and order in desk.edition.orders}
    chosen, question = dict(orders), question_of_orders(desk)
    if question is not None:
        beside = orders_beside(desk.sight, question, lying, orders.keys() - lying.keys())
        chosen |= {area: beside.get(area, NO_ORDER) for area in question.areas if area not in orders}
        lying |= beside
    # A steward whose orders lie already writes what they need.
    board = desk.with_orders(lying, view.board.phase)
    written = write_sheet(msgspec.structs.replace(view, board=board, waiting=[]))
    # Who gives an order means it: the raven exchanges others.
    raven = tuple(rule for rule in written.raven if rule.area not in orders)
    return msgspec.structs.replace(written, orders={**chosen}, raven=raven)


def complete_sheet(view: View, sheet: Sheet) -> Sheet:
    """A sheet that is begun, with what the steward would write where it says nothing: areas without an order, and
    whole sections. Raises ValueError for spectators."""
    said = {area: order for area, order in sheet.orders.items() if wishes_of(order)}
    written = write_around(view, {area: wishes_of(order)[0] for area, order in said.items()})
    return msgspec.structs.replace(overlay(written, sheet), orders={**written.orders, **said})


def suggest_briefly(view: View, sheet: Sheet) -> Sheet:
    """A sheet that is begun, with what the steward would write for what waits for the seat of a view now or will by the
    Westeros cards that lie open, and a rule that leaves all else to him: short enough to be read and changed by hand,
    where he himself writes what is to come area by area. Raises ValueError for spectators."""
    whole = complete_sheet(view, sheet)
    desk = Desk(view, view.seat or "")
    asked = [*view.waiting, *foreseen(desk.board, desk.edition, desk.house)]
    parts = {KINDS[type(question)].part for question in asked}
    sections = {"claims" if part == "vassals" else part for part in parts} | {*parts}
    later = {name: getattr(sheet, name) for name in Sheet.__struct_fields__ if name not in sections}
    left = sheet.steward if StewardRule() in sheet.steward else (*sheet.steward, StewardRule())
    brief = msgspec.structs.replace(whole, **(later | {"steward": left}))
    # He has a wish for whatever a card may ask one day; of these that for what it asks now.
    keys = {*sheet.choices, *(key for question in asked for key in _asked_about(question))}
    chosen = {key: rules for key, rules in brief.choices.items() if key in keys}
    march = march_asked(desk, asked)
    if march is not None and sheet.marches == Marches():
        brief = msgspec.structs.replace(brief, marches=march)
    return with_what_cards_bring(desk, msgspec.structs.replace(brief, choices=chosen), whole, sheet)


def _asked_about(question: Decision) -> tuple[str, ...]:
    """The keys of `choices` under which a sheet answers a question: what asks, and what it is about."""
    return tuple(str(getattr(question, name, "")) for name in ("because", "subject"))
