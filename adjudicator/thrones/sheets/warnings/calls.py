"""Warnings about instructions that the open call does not ask for: those that are kept for a later one of the round,
and those that never count."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.refusal import Refusal
from adjudicator.thrones.rules.storm.tactics import TACTICS
from adjudicator.thrones.sheets import sheet as s
from adjudicator.thrones.sheets.call_parts import (
    AFTER_WESTEROS,
    WESTEROS,
    auctions_ahead,
    may_muster_ahead,
    order_may_lie,
    tactics_ahead,
)
from adjudicator.thrones.sheets.warnings.prospects import Prospect
from adjudicator.thrones.sheets.warnings.telling import warn

MUSTER = "muster"
# What the parts are called in these words.
PARTS = {
    "orders": "orders",
    "raven": "raven",
    "raids": "raids",
    "marches": "marches",
    "support": "support",
    "cards": "cards",
    "blade": "blade",
    "retreat": "retreat",
    MUSTER: "mustering",
    "loans": "loans",
    "claims": "vassals to command",
    "troops": "units moved by cards",
    "hostages": "hostages",
    TACTICS: "tactics card",
}
# The phases of a round after the one of Westeros.
LATER = ("planning", "raven", "tactics", "raids", "marches", "power")


def call_warnings(ahead: Prospect) -> Iterator[Refusal]:
    """What is written for another call than the open one. Standing instructions are for all of them."""
    if ahead.lasting or ahead.board.phase not in (WESTEROS, *LATER):
        return
    yield from _auctions(ahead)
    if ahead.board.phase == WESTEROS:
        yield from _kept(ahead)
    else:
        yield from _loans(ahead)
        if ahead.sheet.choices.get(TACTICS) and not tactics_ahead(ahead.board, ahead.house):
            yield warn("tactics-not-asked", f"choices.{TACTICS}")


def _auctions(ahead: Prospect) -> Iterator[Refusal]:
    """Bids, and the order of tied houses, in auctions that the call does not come to."""
    coming, sheet = auctions_ahead(ahead.board, ahead.edition), ahead.sheet
    for auction in sheet.bids:
        if sheet.bids[auction] and auction not in coming:
            yield warn("bid-not-asked", f"bids.{auction}", auction=auction)
    if sheet.ties.tracks and not coming.intersection(ahead.edition.tracks):
        yield warn("ties-not-asked", "ties.tracks")
    singled = coming.difference(ahead.edition.tracks)
    for name in ("highest", "lowest"):
        if getattr(sheet.ties, name) and not singled:
            yield warn("ties-not-asked", f"ties.{name}")


def _kept(ahead: Prospect) -> Iterator[Refusal]:
    """Parts of which a Westeros call asks nothing."""
    sheet, board, edition = ahead.sheet, ahead.board, ahead.edition
    for name in AFTER_WESTEROS:
        if getattr(sheet, name) != getattr(s.EMPTY_SHEET, name):
            yield warn("kept-for-later", name, part=PARTS[name])
    if sheet.choices.get(TACTICS):
        yield warn("kept-for-later", f"choices.{TACTICS}", part=PARTS[TACTICS])
    if sheet.muster != s.EMPTY_SHEET.muster and not may_muster_ahead(board, edition):
        if any(token.musters for token in edition.orders.values()):
            yield warn("kept-for-later", MUSTER, part=PARTS[MUSTER])
        else:
            yield warn("muster-not-ahead", MUSTER)


def _loans(ahead: Prospect) -> Iterator[Refusal]:
    """Loans without a bank, or without an order that takes them."""
    if not any(rule.loan for rule in ahead.sheet.loans):
        return
    if ahead.board.bank is None:
        yield warn("loan-without-bank", "loans")
    elif ahead.known and not ahead.unnamed and not ahead.swaps_later:
        later = (*ahead.wishes.values(), *ahead.swaps.values())
        lying = (*ahead.orders.values(), *(order for orders in later for order in orders))
        if not order_may_lie(ahead.edition, lying, "iron-bank"):
            yield warn("loan-without-order", "loans")
