"""What is left to the steward, and within which limits."""

from __future__ import annotations

from typing import cast, get_args

from adjudicator.thrones.sheets.sheet import SheetPart, StewardRule
from web.form_fields import LARGEST_NUMBER
from web.thrones.sheet_form.fields import Reader, Writer

PARTS: tuple[str, ...] = get_args(SheetPart)
LEAVE = "leave"


def read_steward(form: Reader) -> tuple[StewardRule, ...]:
    """Rows `steward[n]`; one in which nothing else is said leaves everything, if `do` says so."""
    return form.read_rows("steward", _rule)


def _rule(form: Reader, row: str) -> StewardRule:
    what = form.many(f"{row}.what")
    for part in what:
        if part not in PARTS:
            form.fault("unknown-choice", f"{part!r} is none of {', '.join(PARTS)}", f"{row}.what")
    form.among(f"{row}.do", (LEAVE,), LEAVE)
    keep, most = form.count(f"{row}.keep"), form.count(f"{row}.most")
    return StewardRule(
        when=form.when(f"{row}.when"),
        what=tuple(cast(SheetPart, part) for part in what if part in PARTS),
        never_empty=form.many(f"{row}.never_empty"),
        keep=1 if keep is None else keep,
        may_attack=form.many(f"{row}.may_attack"),
        never_attack=form.many(f"{row}.never_attack"),
        never_play=form.many(f"{row}.never_play"),
        most=LARGEST_NUMBER if most is None else most,
        save=form.count(f"{row}.save") or 0,
    )


def write_steward(out: Writer, rules: tuple[StewardRule, ...]) -> None:
    """The fields of what is left to the steward."""
    out.rows("steward", rules, _write)


def _write(out: Writer, row: str, rule: StewardRule) -> None:
    out.one(f"{row}.do", LEAVE)
    out.many(f"{row}.what", rule.what)
    out.many(f"{row}.never_empty", rule.never_empty)
    if rule.keep != 1:
        out.one(f"{row}.keep", rule.keep)
    out.many(f"{row}.may_attack", rule.may_attack)
    out.many(f"{row}.never_attack", rule.never_attack)
    out.many(f"{row}.never_play", rule.never_play)
    if rule.most < LARGEST_NUMBER:
        out.one(f"{row}.most", rule.most)
    out.one(f"{row}.save", rule.save or None)
    out.when(f"{row}.when", rule.when)
