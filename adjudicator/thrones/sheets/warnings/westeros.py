"""Warnings about bids, mustering, loans, and what another call asks for."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.refusal import Refusal
from adjudicator.thrones.rules.storm.tactics import TACTICS
from adjudicator.thrones.sheets.bids import BidRule
from adjudicator.thrones.sheets.conditions.board_facts import Holding
from adjudicator.thrones.sheets.conditions.tree import parts
from adjudicator.thrones.sheets.prospects import Prospect
from adjudicator.thrones.sheets.turn_sections import STEPS, TurnSections
from adjudicator.thrones.sheets.warnings.words import warn

OWN_POWER = Holding(of="power")


def bid_warnings(ahead: Prospect) -> Iterator[Refusal]:
    """Exact bids beyond the house's Power, each by itself or all together."""
    power = ahead.board.power.get(ahead.house, 0)
    for auction, bid_rules in ahead.sheet.bids.items():
        for number, rule in enumerate(bid_rules):
            if _exact(rule) > power and not ahead.lasting:
                where = f"bids.{auction}[{number}]"
                yield warn("bid-over-power", where, house=ahead.house, power=power, amount=_exact(rule))
    most = {auction: max(map(_exact, bid_rules), default=0) for auction, bid_rules in ahead.sheet.bids.items()}
    if sum(most.values()) > power and not ahead.lasting:
        yield warn("bids-exceed-power", "bids", sum=sum(most.values()), house=ahead.house, power=power)


def left_warnings(ahead: Prospect) -> Iterator[Refusal]:
    """Conditions on the house's own Power in a bid behind one of the same call that may spend: it is what is left."""
    spent = False
    for auction in ahead.edition.tracks:
        bid_rules = ahead.sheet.bids.get(auction, ())
        for number, rule in enumerate(bid_rules):
            if spent and rule.when is not None and OWN_POWER in parts(rule.when):
                yield warn("power-left-then", f"bids.{auction}[{number}].when")
        spent = spent or any(rule.how != "exactly" or rule.amount != 0 for rule in bid_rules)


def _exact(rule: BidRule) -> int:
    """What a rule bids whatever comes; 0 if that depends on anything."""
    return rule.amount if rule.how == "exactly" and isinstance(rule.amount, int) else 0


def upgrade_warnings(ahead: Prospect) -> Iterator[Refusal]:
    """Upgrades to what no unit becomes: who names the unit that shall become another has to name that."""
    for area, rules in ahead.sheet.muster.areas.items():
        for number, rule in enumerate(rules):
            for want in rule.wants:
                kind = ahead.edition.units.get(want.unit)
                if want.upgrade and kind is not None and kind.upgrade_from is None:
                    yield warn("nothing-becomes-it", f"muster.{area}[{number}]", unit=want.unit)


def muster_warnings(ahead: Prospect) -> Iterator[Refusal]:
    """Mustering in a call in which nothing of the house can muster."""
    muster = ahead.sheet.muster
    if (muster.areas or muster.sequence) and not ahead.may_lie(lambda order: order.musters):
        yield warn("muster-not-asked", "muster")


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
    empty = type(sheet)()
    for name, section in turn.sections.items():
        later = section.all and STEPS.isdisjoint(section.all) and name != VASSALS
        if later and getattr(sheet, name) != getattr(empty, name):
            yield warn("kept-for-later", name, part=section.name)
    if sheet.choices.get(TACTICS):
        yield warn("kept-for-later", f"choices.{TACTICS}", part="tactics card")
    if sheet.muster != empty.muster and not turn.may(MUSTER):
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
