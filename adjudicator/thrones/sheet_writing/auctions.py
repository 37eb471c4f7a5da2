"""Bids, ties and musters written ahead."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil

from adjudicator.thrones.rules.mustering import mustering_places
from adjudicator.thrones.sheet_writing.outlook import Desk
from adjudicator.thrones.sheets.conditions import tree as c
from adjudicator.thrones.sheets.conditions.sums import Share, Sum
from adjudicator.thrones.sheets.name_book import AUCTION, CLAIM
from adjudicator.thrones.sheets.sheet import BidRule, Muster, MusterRule, TieRule, Ties, Want
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.answers import Recruits
from adjudicator.thrones.steward.bids import CLAIM_SHARE, KEPT, reserve_of, share_of
from adjudicator.thrones.steward.feud import ranked

# Up to this Power of the richest of the others it is looked at what outbids him.
POOR = 3
Bids = dict[str, tuple[BidRule, ...]]


def write_bids(desk: Desk) -> Bids:
    """For each track its share of the Power at hand then, with a reserve; for the Watch the house's part and one."""
    board, house = desk.board, desk.house
    found: Bids = {}
    for track in desk.edition.tracks:
        share = 0.2 if house in board.points else share_of(desk.sight, track)
        plus = round(0.5 - share * reserve_of(desk.sight))
        found[track] = _share(desk, share, plus)
    if desk.edition.claimed:
        found[CLAIM] = _share(desk, CLAIM_SHARE, -round(CLAIM_SHARE * KEPT))
    if "wildling-attack" not in desk.edition.functions:
        return found
    part = Sum(of=(Share(term=c.Wildlings(), over=len(board.houses)),), plus=2)
    weak = c.Compare(c.Wildlings(), "=", c.Number(0))
    found[AUCTION] = (BidRule(when=weak, amount=0), BidRule(how="up-to", amount=part))
    return found


def _share(desk: Desk, share: float, plus: int) -> tuple[BidRule, ...]:
    """A share of the Power at hand; of who is poor no more than outbids the richest of the others."""
    power, richest = c.Holding("power"), c.Holding("power", "best-other")
    rules = []
    outbid = Sum(of=(Share(term=richest),), plus=1)
    for others in range(POOR + 1):
        least = ceil((others + 2 - plus) / share)
        if least <= desk.edition.power_tokens:
            beaten = c.Compare(richest, "<=", c.Number(others))
            ample = c.Compare(power, ">=", c.Number(least))
            rules.append(BidRule(when=c.AllOf((beaten, ample)), how="up-to", amount=outbid))
    worth = Sum(of=(Share(term=power, times=round(100 * share), over=100),), plus=plus)
    return (*rules, BidRule(how="up-to", amount=worth))


def write_ties(desk: Desk) -> Ties:
    """Itself first, the house to be feared most last."""
    order = tuple(ranked(desk.sight, desk.board.houses))
    return Ties(
        tracks=(TieRule(houses=order),),
        highest=(TieRule(houses=order),),
        lowest=(TieRule(houses=tuple(reversed(order))),),
    )


def may_muster(desk: Desk, orders: Iterable[str]) -> bool:
    """Whether one of these order tokens musters."""
    return any(desk.edition.orders[order].musters for order in orders)


def write_muster(desk: Desk) -> Muster:
    """What the steward would muster now with the points of every place that it controls."""
    places = mustering_places(desk.board, desk.edition, desk.house)
    if not places:
        return Muster()
    answer = desk.answer(d.MusterUnits(seat=desk.house, house=desk.house, places=places), Recruits)
    wants: dict[str, list[Want]] = {}
    for want in answer.wants if answer is not None else ():
        at = want.at if want.at != want.area else ""
        wants.setdefault(want.area, []).append(Want(unit=want.unit, at=at, upgrade=want.upgrade))
    return Muster(
        sequence=tuple(place for place in places if place in wants),
        areas={place: (MusterRule(wants=tuple(listed)),) for place, listed in wants.items()},
    )
