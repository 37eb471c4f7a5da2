"""Warnings about bids and mustering."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.refusal import Refusal
from adjudicator.thrones.sheets import sheet as s
from adjudicator.thrones.sheets.conditions.tree import Holding, parts
from adjudicator.thrones.sheets.prospects import Prospect
from adjudicator.thrones.sheets.warnings.telling import warn

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


def _exact(rule: s.BidRule) -> int:
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
