"""Warnings about instructions that the open call does not ask for: those that are kept for a later one of the round,
and those that never count."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.refusal import Refusal
from adjudicator.thrones.rules.storm.tactics import TACTICS
from adjudicator.thrones.sheets import sheet as s
from adjudicator.thrones.sheets.prospects import Prospect
from adjudicator.thrones.sheets.turn_sections import STEPS, TurnSections
from adjudicator.thrones.sheets.warnings.telling import warn

MUSTER, VASSALS = "muster", "vassals"
# The phases of a round after the one of Westeros.
LATER = ("planning", "raven", "tactics", "raids", "marches", "power")


def call_warnings(ahead: Prospect) -> Iterator[Refusal]:
    """What is written for another call than the open one. Standing instructions are for all of them."""
    turn = TurnSections(ahead)
    if ahead.lasting or (not turn.westeros and ahead.board.phase not in LATER):
        return
    yield from _auctions(turn)
    if turn.westeros:
        yield from _kept(turn)
    else:
        yield from _loans(ahead)
        if ahead.sheet.choices.get(TACTICS) and not turn.chooses_tactics:
            yield warn("tactics-not-asked", f"choices.{TACTICS}")


def _auctions(turn: TurnSections) -> Iterator[Refusal]:
    """Bids, and the order of tied houses, in auctions that the call does not come to."""
    sheet = turn.ahead.sheet
    for auction in sheet.bids:
        if sheet.bids[auction] and not turn.may(f"bids.{auction}"):
            yield warn("bid-not-asked", f"bids.{auction}", auction=auction)
    for name in sheet.ties.__struct_fields__:
        if getattr(sheet.ties, name) and not turn.may(f"ties.{name}"):
            yield warn("ties-not-asked", f"ties.{name}")


def _kept(turn: TurnSections) -> Iterator[Refusal]:
    """Sections of which a Westeros call asks nothing; what vassals do may be asked in each."""
    sheet = turn.ahead.sheet
    for name, section in turn.sections.items():
        later = section.all and STEPS.isdisjoint(section.all) and name != VASSALS
        if later and getattr(sheet, name) != getattr(s.EMPTY_SHEET, name):
            yield warn("kept-for-later", name, part=section.name)
    if sheet.choices.get(TACTICS):
        yield warn("kept-for-later", f"choices.{TACTICS}", part="tactics card")
    if sheet.muster != s.EMPTY_SHEET.muster and not turn.may(MUSTER):
        if any(token.musters for token in turn.edition.orders.values()):
            yield warn("kept-for-later", MUSTER, part=turn.sections[MUSTER].name)
        else:
            yield warn("muster-not-ahead", MUSTER)


def _loans(ahead: Prospect) -> Iterator[Refusal]:
    """Loans without a bank, or without an order that takes them."""
    if not any(rule.loan for rule in ahead.sheet.loans):
        return
    if ahead.board.bank is None:
        yield warn("loan-without-bank", "loans")
    sure = ahead.known and not ahead.unnamed and not ahead.swaps_later
    if ahead.board.bank is not None and sure and not any(order.type == "iron-bank" for order in ahead.lying):
        yield warn("loan-without-order", "loans")
