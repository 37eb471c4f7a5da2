"""Bids, ties and musters written ahead."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.thrones import decisions as d
from adjudicator.thrones.answers import Amount, Recruits
from adjudicator.thrones.mustering import mustering_places
from adjudicator.thrones.name_book import AUCTION
from adjudicator.thrones.sheet import BidRule, Muster, MusterRule, TieRule, Ties, Want
from adjudicator.thrones.steward.feud import ranked
from adjudicator.thrones.steward.writing.desk import Desk

Bids = dict[str, tuple[BidRule, ...]]


def write_bids(desk: Desk) -> Bids:
    """What the steward would bid for each track one after the other, and against the wildlings with what is left."""
    left = desk.board.power[desk.house]
    found: Bids = {}
    for auction in (*desk.edition.tracks, AUCTION):
        # The id decides whether a bid is one more or one less than its share, so that bids are not always the same.
        name = f"{desk.board.round}-{auction}-{desk.house}"
        question = d.PlaceBid(id=name, seat=desk.house, house=desk.house, auction=auction, up_to=left)
        amount = desk.answer(question, Amount)
        if amount is not None:
            found[auction] = (BidRule(how="up-to", amount=amount.power),)
            left -= amount.power
    return found


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
