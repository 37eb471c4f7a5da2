"""Bids, and what the Iron Throne's holder decides about ties."""

from __future__ import annotations

from typing import Literal, cast

from adjudicator.thrones.sheets.sheet import BidRule, TieRule, Ties
from web.thrones.sheet_form.fields import Reader, Writer

HOWS = ("exactly", "up-to", "all", "rest")
TIES = ("tracks", "highest", "lowest")


def read_bids(form: Reader) -> dict[str, tuple[BidRule, ...]]:
    """Rows `bids.<auction>[n]`."""
    found = {auction: form.read_rows(f"bids.{auction}", _bid) for auction in form.keys("bids")}
    return {auction: rules for auction, rules in found.items() if rules}


def _bid(form: Reader, row: str) -> BidRule:
    how = form.among(f"{row}.how", HOWS, "exactly")
    amount, keep, when = form.amount(f"{row}.amount"), form.count(f"{row}.keep"), form.when(f"{row}.when")
    if amount is None and how in ("exactly", "up-to") and not form.one(f"{row}.amount"):
        form.fault("missing", "how much?", f"{row}.amount")
    return BidRule(
        when=when, how=cast(Literal["exactly", "up-to", "all", "rest"], how), amount=amount or 0, keep=keep or 0
    )


def read_ties(form: Reader) -> Ties:
    """Rows `ties.tracks[n]`, `ties.highest[n]`, `ties.lowest[n]`."""
    return Ties(**{name: form.read_rows(f"ties.{name}", _tie) for name in TIES})


def _tie(form: Reader, row: str) -> TieRule:
    houses = form.many(f"{row}.houses")
    if not houses:
        form.fault("missing", "in which order?", f"{row}.houses")
    return TieRule(when=form.when(f"{row}.when"), houses=houses, auctions=form.many(f"{row}.auctions"))


def write_bids(out: Writer, bids: dict[str, tuple[BidRule, ...]]) -> None:
    """The fields of bids."""
    for auction, rules in bids.items():
        out.rows(f"bids.{auction}", rules, _write_bid)


def _write_bid(out: Writer, row: str, rule: BidRule) -> None:
    out.one(f"{row}.how", rule.how)
    if rule.amount or rule.how in ("exactly", "up-to"):
        out.amount(f"{row}.amount", rule.amount)
    out.one(f"{row}.keep", rule.keep or None)
    out.when(f"{row}.when", rule.when)


def write_ties(out: Writer, ties: Ties) -> None:
    """The fields of ties. A rule that names no house says nothing and is left out."""
    for name in TIES:
        out.rows(f"ties.{name}", (rule for rule in getattr(ties, name) if rule.houses), _write_tie)


def _write_tie(out: Writer, row: str, rule: TieRule) -> None:
    out.many(f"{row}.houses", rule.houses)
    out.many(f"{row}.auctions", rule.auctions)
    out.when(f"{row}.when", rule.when)
