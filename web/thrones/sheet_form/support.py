"""Support: whom one's supporting areas help."""

from __future__ import annotations

from adjudicator.thrones.sheets.sheet import SupportRule
from web.thrones.sheet_form.fields import Reader, Writer


def read_support(form: Reader) -> tuple[SupportRule, ...]:
    """Rows `support[n]`."""
    return form.read_rows("support", _rule)


def _rule(form: Reader, row: str) -> SupportRule:
    return SupportRule(
        when=form.when(f"{row}.when"),
        whom=form.one(f"{row}.whom") or "me",
        areas=form.many(f"{row}.areas"),
        against=form.many(f"{row}.against"),
        battles=form.many(f"{row}.battles"),
    )


def write_support(out: Writer, rules: tuple[SupportRule, ...]) -> None:
    """The fields of support."""
    out.rows("support", rules, _write)


def _write(out: Writer, row: str, rule: SupportRule) -> None:
    out.one(f"{row}.whom", rule.whom)
    out.many(f"{row}.areas", rule.areas)
    out.many(f"{row}.against", rule.against)
    out.many(f"{row}.battles", rule.battles)
    out.when(f"{row}.when", rule.when)
