"""Orders and the raven."""

from __future__ import annotations

from adjudicator.thrones.sheets.sheet import Order, RavenRule, Sheet, wishes_of
from web.thrones.sheet_form.fields import Reader, Writer

EXCHANGE, LOOK_ON, LOOK_AT = "exchange", "look-on", "look-at"


def read_orders(form: Reader) -> dict[str, Order]:
    """`orders.<area>`: an order token or `none`, or several by liking."""
    found = {area: form.many(f"orders.{area}") for area in form.keys("orders")}
    return {area: wishes[0] if len(wishes) == 1 else wishes for area, wishes in found.items()}


def read_raven(form: Reader) -> tuple[RavenRule, ...]:
    """`raven[n]`: what to do, the area and its new order, when."""
    return form.read_rows("raven", _raven)


def _raven(form: Reader, row: str) -> RavenRule:
    when, area, order = form.when(f"{row}.when"), form.one(f"{row}.area"), form.one(f"{row}.order")
    do = form.among(f"{row}.do", (EXCHANGE, LOOK_ON, LOOK_AT), EXCHANGE)
    if do != EXCHANGE:
        return RavenRule(when=when, look=do == LOOK_AT)
    for field, value in (("area", area), ("order", order)):
        if not value:
            form.fault("missing", "an exchange needs an area and its new order", f"{row}.{field}")
    return RavenRule(when=when, area=area or None, order=order or None)


def write_planning(out: Writer, sheet: Sheet) -> None:
    """The fields of orders and raven."""
    for area, order in sheet.orders.items():
        out.many(f"orders.{area}", wishes_of(order))
    out.rows("raven", sheet.raven, _write_raven)


def _write_raven(out: Writer, row: str, rule: RavenRule) -> None:
    idle = LOOK_AT if rule.look else LOOK_ON
    out.one(f"{row}.do", idle if rule.area is None and rule.order is None else EXCHANGE)
    out.one(f"{row}.area", rule.area)
    out.one(f"{row}.order", rule.order)
    out.when(f"{row}.when", rule.when)
