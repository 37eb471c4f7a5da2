"""Mustering: in which sequence places muster, and what each wants."""

from __future__ import annotations

from adjudicator.thrones.sheets.sheet import Muster, MusterRule, Want
from web.thrones.sheet_form.fields import Reader, Writer

SOME, NOTHING = "some", "nothing"
UPGRADE = "upgrade:"


def read_muster(form: Reader) -> Muster:
    """`muster.sequence`, and rows `muster.<area>[n]` with `wants[m]`."""
    areas = [area for area in form.keys("muster") if area != "sequence"]
    rules = {area: form.read_rows(f"muster.{area}", _rule) for area in areas}
    return Muster(sequence=form.many("muster.sequence"), areas={area: found for area, found in rules.items() if found})


def _rule(form: Reader, row: str) -> MusterRule | None:
    wants, when = form.read_rows(f"{row}.wants", _want), form.when(f"{row}.when")
    what, whole = form.among(f"{row}.do", (SOME, NOTHING), SOME if wants else NOTHING), bool(form.one(f"{row}.whole"))
    if what == SOME and not wants:
        # Who has not got so far yet has not said `nothing`.
        if when or whole:
            form.fault("missing", "which unit?", f"{row}.wants[0].unit")
        return None
    return MusterRule(when=when, wants=() if what == NOTHING else wants, whole=whole)


def _want(form: Reader, row: str) -> Want | None:
    unit, at = form.one(f"{row}.unit"), form.one(f"{row}.at")
    if not unit:
        form.fault("missing", "which unit?", f"{row}.unit")
        return None
    return Want(unit=unit.removeprefix(UPGRADE), at=at, upgrade=unit.startswith(UPGRADE))


def write_muster(out: Writer, muster: Muster) -> None:
    """The fields of mustering."""
    out.many("muster.sequence", muster.sequence)
    for area, rules in muster.areas.items():
        out.rows(f"muster.{area}", rules, _write_rule)


def _write_rule(out: Writer, row: str, rule: MusterRule) -> None:
    out.one(f"{row}.do", SOME if rule.wants else NOTHING)
    out.one(f"{row}.whole", "1" if rule.whole else None)
    out.when(f"{row}.when", rule.when)
    out.rows(f"{row}.wants", rule.wants, _write_want)


def _write_want(out: Writer, row: str, want: Want) -> None:
    out.one(f"{row}.unit", f"{UPGRADE if want.upgrade else ''}{want.unit}")
    out.one(f"{row}.at", want.at)
