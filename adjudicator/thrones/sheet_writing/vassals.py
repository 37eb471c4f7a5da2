"""Vassals written ahead: which to command, and what each of those that may be commanded does."""

from __future__ import annotations

from adjudicator.thrones.rules.planning import own_areas
from adjudicator.thrones.rules.vassals import MOST_ORDERS, free_vassals, order_set
from adjudicator.thrones.sheet_writing.battles import write_raids
from adjudicator.thrones.sheet_writing.outlook import Desk
from adjudicator.thrones.sheets.instructions.planning import NO_ORDER
from adjudicator.thrones.sheets.sheet import ANY_VASSAL, ClaimRule, VassalOrder, VassalSheet
from adjudicator.thrones.sheets.vassal_check import commanded
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.answers import Orders
from adjudicator.thrones.steward.vassals import use_of


def write_claims(desk: Desk) -> tuple[ClaimRule, ...]:
    """The vassals that are free, the one of most use first."""
    board = desk.board
    free = free_vassals(board) if board.phase == "planning" else ()
    liked = sorted(free, key=lambda house: -use_of(desk.sight, house))
    return (ClaimRule(pick=tuple(liked)),) if liked else ()


def write_vassals(desk: Desk) -> dict[str, VassalSheet]:
    """For each vassal that the house commands, or may come to command, the orders that count most for it, and its
    raids; what else is asked of it the house's own instructions answer."""
    board = desk.board
    orders_open = board.phase == "planning"
    parts = {house: _part(desk, house, orders_open) for house in commanded(board, desk.house, ANY_VASSAL)}
    return {house: part for house, part in parts.items() if part != VassalSheet()}


def _part(desk: Desk, house: str, orders_open: bool) -> VassalSheet:
    board, edition = desk.board, desk.edition
    theirs = Desk(desk.view, house)
    lying = {area: placed.order for area, placed in board.orders.items() if placed.house == house}
    if not orders_open:
        return VassalSheet(raids=write_raids(theirs, lying))
    areas = own_areas(board, edition, house)
    if not areas:
        return VassalSheet()
    question = d.PlaceVassalOrders(
        seat=desk.house, house=house, areas=areas, orders=order_set(edition), most=MOST_ORDERS, bans=tuple(board.bans)
    )
    answer = theirs.answer(question, Orders)
    orders = dict(answer.orders) if answer is not None else {}
    wishes = (*(VassalOrder(area=area, order=order) for area, order in orders.items()), VassalOrder(order=NO_ORDER))
    return VassalSheet(orders=wishes, raids=write_raids(theirs, orders))
