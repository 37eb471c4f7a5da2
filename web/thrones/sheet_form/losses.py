"""Losses by occasion, and retreats."""

from __future__ import annotations

from typing import cast, get_args

from adjudicator.thrones.sheets.sheet import Liking, Losses, LossRule, RetreatRule
from web.thrones.sheet_form.fields import Reader, Writer

OCCASIONS = ("supply", "wildlings", "casualties", "abandon", "kill", "general")
LIKINGS: tuple[str, ...] = get_args(Liking)


def read_losses(form: Reader) -> Losses:
    """Rows `losses.<occasion>[n]`."""
    return Losses(**{occasion: form.read_rows(f"losses.{occasion}", _loss) for occasion in OCCASIONS})


def _loss(form: Reader, row: str) -> LossRule:
    likings = form.many(f"{row}.likings")
    for liking in likings:
        if liking not in LIKINGS:
            form.fault("unknown-choice", f"{liking!r} is none of {', '.join(LIKINGS)}", f"{row}.likings")
    return LossRule(
        when=form.when(f"{row}.when"),
        areas=form.many(f"{row}.areas"),
        units=form.many(f"{row}.units"),
        likings=tuple(cast(Liking, liking) for liking in likings if liking in LIKINGS),
        keep=form.count(f"{row}.keep") or 0,
    )


def read_retreat(form: Reader) -> tuple[RetreatRule, ...]:
    """Rows `retreat[n]`."""
    return form.read_rows("retreat", _retreat)


def _retreat(form: Reader, row: str) -> RetreatRule:
    areas = form.many(f"{row}.areas")
    if not areas:
        form.fault("missing", "a retreat needs somewhere to go", f"{row}.areas")
    return RetreatRule(when=form.when(f"{row}.when"), areas=areas, battles=form.many(f"{row}.battles"))


def write_losses(out: Writer, losses: Losses) -> None:
    """The fields of losses."""
    for occasion in OCCASIONS:
        out.rows(f"losses.{occasion}", getattr(losses, occasion), _write_loss)


def _write_loss(out: Writer, row: str, rule: LossRule) -> None:
    out.many(f"{row}.areas", rule.areas)
    out.many(f"{row}.units", rule.units)
    out.many(f"{row}.likings", rule.likings)
    # Always said, so that `anything anywhere` is no blank row.
    out.one(f"{row}.keep", rule.keep)
    out.when(f"{row}.when", rule.when)


def write_retreat(out: Writer, rules: tuple[RetreatRule, ...]) -> None:
    """The fields of retreats. A rule that names no area says nothing and is left out."""
    out.rows("retreat", (rule for rule in rules if rule.areas), _write_retreat)


def _write_retreat(out: Writer, row: str, rule: RetreatRule) -> None:
    out.many(f"{row}.areas", rule.areas)
    out.many(f"{row}.battles", rule.battles)
    out.when(f"{row}.when", rule.when)
