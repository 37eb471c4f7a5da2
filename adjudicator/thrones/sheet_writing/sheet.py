"""A whole sheet, section by section."""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.thrones.rules.storm.lasting_tactics import most_stars, stars_of
from adjudicator.thrones.rules.storm.tactics import TACTICS
from adjudicator.thrones.rules.vassals import foreseen
from adjudicator.thrones.sheet_writing.auctions import may_muster, write_bids, write_muster, write_ties
from adjudicator.thrones.sheet_writing.battles import (
    write_blade,
    write_cards,
    write_losses,
    write_raids,
    write_retreat,
    write_support,
    write_texts,
)
from adjudicator.thrones.sheet_writing.choices import write_choices
from adjudicator.thrones.sheet_writing.hostages import write_hostages
from adjudicator.thrones.sheet_writing.loans import write_loans
from adjudicator.thrones.sheet_writing.marches import write_marches
from adjudicator.thrones.sheet_writing.outlook import Desk
from adjudicator.thrones.sheet_writing.raven import write_raven
from adjudicator.thrones.sheet_writing.realm import liked_tactic
from adjudicator.thrones.sheet_writing.vassals import write_claims, write_vassals
from adjudicator.thrones.sheets.call_parts import (
    AFTER_WESTEROS,
    WESTEROS,
    auctions_ahead,
    may_muster_ahead,
    order_may_lie,
    tactics_ahead,
)
from adjudicator.thrones.sheets.instructions.planning import NO_ORDER
from adjudicator.thrones.sheets.sheet import EMPTY_SHEET, Muster, Sheet, Ties
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.answers import Orders
from adjudicator.thrones.state.board import View


def write_sheet(view: View) -> Sheet:
    """What the steward would hand in for the seat of a view in the call that is open, for all that may come in it.

    It looks at the view alone. Raises ValueError for a view of spectators.
    """
    if view.seat is None:
        raise ValueError("spectators hand in no sheets")
    desk = Desk(view, view.seat)
    orders = _orders(desk)
    sheet = Sheet(
        orders={**orders},
        support=write_support(desk),
        cards=write_cards(),
        blade=write_blade(),
        texts=write_texts(desk),
        losses=write_losses(desk),
        retreat=write_retreat(desk),
        bids=write_bids(desk),
        ties=write_ties(desk),
        choices=write_choices(desk),
        loans=write_loans(desk),
        claims=write_claims(desk),
        vassals=write_vassals(desk),
        muster=write_muster(desk),
        hostages=write_hostages(desk),
    )
    lying = {area: order for area, order in orders.items() if order != NO_ORDER}
    lying = lying or {a: placed.order for a, placed in desk.board.orders.items() if placed.house == desk.house}
    if lying:
        raven = write_raven(desk, lying)
        coming = (*lying.values(), *(rule.order for rule in raven if rule.order))
        sheet = msgspec.structs.replace(
            sheet, raids=write_raids(desk, lying), marches=write_marches(desk, coming), raven=raven
        )
        # Once orders lie, only some of them muster, or take loans.
        coming = (*lying.values(), *(rule.order for rule in sheet.raven if rule.order))
        if not may_muster(desk, coming):
            sheet = msgspec.structs.replace(sheet, muster=Muster())
        if not order_may_lie(desk.edition, coming, "iron-bank"):
            sheet = msgspec.structs.replace(sheet, loans=())
    return _for_this_call(desk, sheet)


def _for_this_call(desk: Desk, sheet: Sheet) -> Sheet:
    """The sheet without what the open call does not come to."""
    auctions = auctions_ahead(desk.board, desk.edition)
    tracks, singled = auctions.intersection(desk.edition.tracks), auctions.difference(desk.edition.tracks)
    ties = Ties(
        tracks=sheet.ties.tracks if tracks else (),
        highest=sheet.ties.highest if singled else (),
        lowest=sheet.ties.lowest if singled else (),
    )
    bids = {auction: rules for auction, rules in sheet.bids.items() if auction in auctions}
    # A card is chosen in the planning alone.
    chosen = desk.board.phase == "planning" and tactics_ahead(desk.board, desk.house)
    choices = {key: rules for key, rules in sheet.choices.items() if chosen or key != TACTICS}
    sheet = msgspec.structs.replace(sheet, bids=bids, ties=ties, choices=choices)
    if desk.board.phase != WESTEROS:
        return sheet
    later: dict[str, Any] = {name: getattr(EMPTY_SHEET, name) for name in AFTER_WESTEROS}
    if not may_muster_ahead(desk.board, desk.edition):
        later["muster"] = EMPTY_SHEET.muster
    return msgspec.structs.replace(sheet, **later)


def question_of_orders(desk: Desk) -> d.PlaceOrders | None:
    """The orders that the house is asked for now, or once vassals, or cards, are chosen; None: none are."""
    asked = [*desk.view.waiting, *foreseen(desk.board, desk.edition, desk.house)]
    found = next((one for one in asked if isinstance(one, d.PlaceOrders) and one.house == desk.house), None)
    card = liked_tactic(desk) if found is not None and not found.id else ""
    if found is None or not card:
        return found
    # The card that it would choose says how many special orders there will be.
    most = most_stars(desk.board, desk.edition, desk.house)
    return msgspec.structs.replace(found, stars=found.stars - most + stars_of(desk.edition, card))


def _orders(desk: Desk) -> dict[str, str]:
    """The orders that are asked for; areas that shall have none are named too."""
    question = question_of_orders(desk)
    answer = desk.answer(question, Orders) if question is not None else None
    if question is None or answer is None:
        return {}
    return {area: answer.orders.get(area, NO_ORDER) for area in question.areas}
