"""Negotiations for hostages: what is offered for own leaders, and which offers are accepted."""

from __future__ import annotations

from adjudicator.thrones.sheets.sheet import Hostages, OfferRule, ReplyRule
from web.thrones.sheet_form.fields import Reader, Writer

OFFER, NOTHING = "offer", "nothing"
ACCEPT, REFUSE = "accept", "refuse"


def read_hostages(form: Reader) -> Hostages:
    """Rows `hostages.offers[n]` and `hostages.replies[n]`."""
    return Hostages(
        offers=form.read_rows("hostages.offers", _offer), replies=form.read_rows("hostages.replies", _reply)
    )


def _offer(form: Reader, row: str) -> OfferRule:
    return OfferRule(
        when=form.when(f"{row}.when"),
        leaders=form.many(f"{row}.leaders"),
        holders=form.many(f"{row}.holders"),
        power=form.amount(f"{row}.power") or 0,
        hostages=form.many(f"{row}.hostages"),
        decline=form.among(f"{row}.do", (OFFER, NOTHING), OFFER) == NOTHING,
    )


def _reply(form: Reader, row: str) -> ReplyRule:
    return ReplyRule(
        when=form.when(f"{row}.when"),
        leaders=form.many(f"{row}.leaders"),
        offerers=form.many(f"{row}.offerers"),
        power=form.amount(f"{row}.power") or 0,
        hostages=form.many(f"{row}.hostages"),
        accept=form.among(f"{row}.do", (ACCEPT, REFUSE), ACCEPT) == ACCEPT,
    )


def write_hostages(out: Writer, hostages: Hostages) -> None:
    """The fields of negotiations."""
    out.rows("hostages.offers", hostages.offers, _write_offer)
    out.rows("hostages.replies", hostages.replies, _write_reply)


def _write_offer(out: Writer, row: str, rule: OfferRule) -> None:
    out.one(f"{row}.do", NOTHING if rule.decline else OFFER)
    out.many(f"{row}.leaders", rule.leaders)
    out.many(f"{row}.holders", rule.holders)
    _write_price(out, row, rule)


def _write_reply(out: Writer, row: str, rule: ReplyRule) -> None:
    out.one(f"{row}.do", ACCEPT if rule.accept else REFUSE)
    out.many(f"{row}.leaders", rule.leaders)
    out.many(f"{row}.offerers", rule.offerers)
    _write_price(out, row, rule)


def _write_price(out: Writer, row: str, rule: OfferRule | ReplyRule) -> None:
    if rule.power:
        out.amount(f"{row}.power", rule.power)
    out.many(f"{row}.hostages", rule.hostages)
    out.when(f"{row}.when", rule.when)
