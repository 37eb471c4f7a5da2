"""Vassals: which of them to command, and for each, or for any, a part of the sheet like that of a house."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.thrones.sheets.instructions.planning import NO_ORDER
from adjudicator.thrones.sheets.sheet import ClaimRule, VassalOrder, VassalSheet
from web.thrones.sheet_form import cards, losses, marches, muster, raids, support, texts
from web.thrones.sheet_form.fields import Reader, Writer, plainly


def read_claims(form: Reader) -> tuple[ClaimRule, ...]:
    """Rows `claims[n]`."""
    return form.read_rows("claims", _claim)


def _claim(form: Reader, row: str) -> ClaimRule:
    pick = form.many(f"{row}.pick")
    if not pick:
        form.fault("missing", "which vassals?", f"{row}.pick")
    return ClaimRule(when=form.when(f"{row}.when"), pick=pick)


def read_vassals(form: Reader) -> dict[str, VassalSheet]:
    """What stands below `vassals.<house>`, where sections are named as in the sheet itself."""
    found = {house: _part(form.within(f"vassals.{house}")) for house in form.keys("vassals")}
    return {house: part for house, part in found.items() if part != VassalSheet()}


def _part(form: Reader) -> VassalSheet:
    part = VassalSheet(
        orders=form.read_rows("orders", _order),
        raids=raids.read_raids(form),
        marches=marches.read_marches(form),
        support=support.read_support(form),
        cards=cards.read_cards(form),
        blade=cards.read_blade(form),
        losses=losses.read_losses(form),
        retreat=losses.read_retreat(form),
        muster=muster.read_muster(form),
        choices=texts.read_choices(form),
    )
    return plainly(part)


def _order(form: Reader, row: str) -> VassalOrder:
    area, order = form.one(f"{row}.area"), form.one(f"{row}.order")
    if not order:
        form.fault("missing", "which order?", f"{row}.order")
    elif not area and order != NO_ORDER:
        form.fault("missing", "an order needs an area", f"{row}.area")
    return VassalOrder(when=form.when(f"{row}.when"), area=area, order=order or NO_ORDER)


def write_claims(out: Writer, claims: tuple[ClaimRule, ...]) -> None:
    """The fields of claims. A rule that names no vassal says nothing and is left out."""
    out.rows("claims", (rule for rule in claims if rule.pick), _write_claim)


def _write_claim(out: Writer, row: str, rule: ClaimRule) -> None:
    out.many(f"{row}.pick", rule.pick)
    out.when(f"{row}.when", rule.when)


def write_vassals(out: Writer, vassals: Mapping[str, VassalSheet]) -> None:
    """The fields of each vassal's part."""
    for house, part in vassals.items():
        _write_part(out.within(f"vassals.{house}"), part)


def _write_part(out: Writer, part: VassalSheet) -> None:
    out.rows("orders", part.orders, _write_order)
    raids.write_raids(out, part.raids)
    marches.write_marches(out, part.marches)
    support.write_support(out, part.support)
    cards.write_cards(out, part.cards)
    cards.write_blade(out, part.blade)
    losses.write_losses(out, part.losses)
    losses.write_retreat(out, part.retreat)
    muster.write_muster(out, part.muster)
    texts.write_choices(out, part.choices)


def _write_order(out: Writer, row: str, rule: VassalOrder) -> None:
    out.one(f"{row}.order", rule.order)
    out.one(f"{row}.area", rule.area)
    out.when(f"{row}.when", rule.when)
