"""Units that a card's text moves: which, from where to where."""

from __future__ import annotations

from adjudicator.thrones.sheets.sheet import TroopsRule
from web.thrones.sheet_form.fields import Reader, Writer

MOVE, STAY = "move", "stay"


def read_troops(form: Reader) -> tuple[TroopsRule, ...]:
    """Rows `troops[n]`."""
    return form.read_rows("troops", _rule)


def _rule(form: Reader, row: str) -> TroopsRule:
    to = form.one(f"{row}.to")
    do = form.among(f"{row}.do", (MOVE, STAY), MOVE if to else STAY)
    if do == MOVE and not to:
        form.fault("missing", "units need somewhere to go", f"{row}.to")
    return TroopsRule(
        when=form.when(f"{row}.when"),
        area=form.one(f"{row}.area"),
        to=to if do == MOVE else "",
        units=form.counts(f"{row}.units"),
        because=form.one(f"{row}.because"),
    )


def write_troops(out: Writer, rules: tuple[TroopsRule, ...]) -> None:
    """The fields of units moved by cards."""
    out.rows("troops", rules, _write)


def _write(out: Writer, row: str, rule: TroopsRule) -> None:
    out.one(f"{row}.do", MOVE if rule.to else STAY)
    out.one(f"{row}.area", rule.area)
    out.one(f"{row}.to", rule.to)
    out.counts(f"{row}.units", rule.units)
    out.one(f"{row}.because", rule.because)
    out.when(f"{row}.when", rule.when)
