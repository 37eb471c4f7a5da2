"""Raids: in which sequence, and for each area what to raid."""

from __future__ import annotations

from adjudicator.thrones.sheets.sheet import RaidRule, Raids
from web.thrones.sheet_form.fields import Reader, Writer

TARGETS, NONE, WAIT = "targets", "none", "wait"


def read_raids(form: Reader) -> Raids:
    """`raids.sequence`, and rows `raids.<area>[n]`."""
    areas = [area for area in form.keys("raids") if area != "sequence"]
    rules = {area: form.read_rows(f"raids.{area}", _rule) for area in areas}
    return Raids(sequence=form.many("raids.sequence"), areas={area: found for area, found in rules.items() if found})


def _rule(form: Reader, row: str) -> RaidRule | None:
    targets, when = form.many(f"{row}.targets"), form.when(f"{row}.when")
    what = form.among(f"{row}.do", (TARGETS, NONE, WAIT), TARGETS if targets else NONE)
    if what == TARGETS and not targets:
        # Who has not got so far yet has not said `none`.
        if when:
            form.fault("missing", "what is to be raided?", f"{row}.targets")
        return None
    types = form.many(f"{row}.types")
    return RaidRule(when=when, targets=() if what == NONE else targets, types=types, wait=what == WAIT)


def write_raids(out: Writer, raids: Raids) -> None:
    """The fields of raids."""
    out.many("raids.sequence", raids.sequence)
    for area, rules in raids.areas.items():
        out.rows(f"raids.{area}", rules, _write_rule)


def _write_rule(out: Writer, row: str, rule: RaidRule) -> None:
    out.one(f"{row}.do", WAIT if rule.wait else TARGETS if rule.targets else NONE)
    out.many(f"{row}.targets", rule.targets)
    out.many(f"{row}.types", rule.types)
    out.when(f"{row}.when", rule.when)
