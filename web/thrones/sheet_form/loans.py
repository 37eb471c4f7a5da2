"""Loans of the Iron Bank: which are wanted, for how much, and for what."""

from __future__ import annotations

from adjudicator.thrones.sheets.sheet import LoanRule
from web.thrones.sheet_form.fields import Reader, Writer

TAKE, NONE, WAIT = "take", "none", "wait"


def read_loans(form: Reader) -> tuple[LoanRule, ...]:
    """Rows `loans[n]`."""
    return form.read_rows("loans", _loan)


def _loan(form: Reader, row: str) -> LoanRule:
    loan, most = form.one(f"{row}.loan"), form.count(f"{row}.most")
    do = form.among(f"{row}.do", (TAKE, NONE, WAIT), TAKE if loan else NONE)
    return LoanRule(
        when=form.when(f"{row}.when"),
        loan=loan,
        most=LoanRule().most if most is None else most,
        areas=form.many(f"{row}.areas"),
        units=form.many(f"{row}.units"),
        pick=form.many(f"{row}.pick"),
        wait=do == WAIT,
    )


def write_loans(out: Writer, loans: tuple[LoanRule, ...]) -> None:
    """The fields of loans."""
    out.rows("loans", loans, _write_loan)


def _write_loan(out: Writer, row: str, rule: LoanRule) -> None:
    out.one(f"{row}.do", WAIT if rule.wait else TAKE if rule.loan else NONE)
    out.one(f"{row}.loan", rule.loan)
    out.one(f"{row}.most", rule.most)
    out.many(f"{row}.areas", rule.areas)
    out.many(f"{row}.units", rule.units)
    out.many(f"{row}.pick", rule.pick)
    out.when(f"{row}.when", rule.when)
