"""What a sheet can say of units that cards move, and of negotiations for hostages."""

from __future__ import annotations

from adjudicator.thrones.sheets.conditions.sums import Sum
from adjudicator.thrones.sheets.sheet_rule import Count, Entry, Rule


class TroopsRule(Rule, frozen=True, kw_only=True):
    """Move units by a card's text from `area` to `to`: these `units`, or all that can go if none are named; `because`:
    only by that card (empty: any). A rule without `to` moves none."""

    area: str = ""
    to: str = ""
    units: dict[str, Count] = {}
    because: str = ""


class OfferRule(Rule, frozen=True, kw_only=True):
    """Offer for own leaders in a cell: for all of `leaders` that are there (empty: for any), to one of `holders`
    (empty: any), `power` at most what is at hand, and those of `hostages` that are held. `decline`: no offer."""

    leaders: tuple[str, ...] = ()
    holders: tuple[str, ...] = ()
    power: Count | Sum = 0
    hostages: tuple[str, ...] = ()
    decline: bool = False


class ReplyRule(Rule, frozen=True, kw_only=True):
    """Accept an offer for `leaders` (empty: any of them) by one of `offerers` (empty: any) that brings `power` at least
    and all of `hostages`; without `accept` refuse it."""

    leaders: tuple[str, ...] = ()
    offerers: tuple[str, ...] = ()
    power: Count | Sum = 0
    hostages: tuple[str, ...] = ()
    accept: bool = True


class Hostages(Entry, frozen=True, kw_only=True):
    """Negotiations: what to offer, and what to accept."""

    offers: tuple[OfferRule, ...] = ()
    replies: tuple[ReplyRule, ...] = ()
