"""What marches are for: goals in their order, and what areas are worth."""

from __future__ import annotations

from typing import Literal, cast

from adjudicator.thrones.sheets.sheet import Goal, Worth
from web.thrones.sheet_form.fields import Reader, Writer
from web.thrones.sheet_form.moves import COUNTED, TOKENS, read_move, write_move

ALL, ENOUGH = "all", "enough"


def read_goal(form: Reader, row: str) -> Goal | None:
    """`take`, `hold` and the `strength` to hold with, `origins`, `who` goes and how many, `moves`, `leave_token`."""
    numbers = form.counts(f"{row}.units")
    who = form.among(f"{row}.who", (ALL, ENOUGH, COUNTED), COUNTED if numbers else ALL)
    strength = form.count(f"{row}.strength")
    return Goal(
        when=form.when(f"{row}.when"),
        take=form.many(f"{row}.take"),
        hold=form.many(f"{row}.hold"),
        strength=1 if strength is None else strength,
        origins=form.many(f"{row}.origins"),
        units=numbers if who == COUNTED else cast(Literal["all", "enough"], who),
        keep={**form.counts(f"{row}.keep"), **({} if who == COUNTED else numbers)},
        moves=form.read_rows(f"{row}.moves", read_move),
        leave_token=cast(Literal["never", "if-possible", "must"], form.among(f"{row}.leave_token", TOKENS, "never")),
    )


def write_goal(out: Writer, row: str, goal: Goal) -> None:
    """The fields of one goal."""
    out.many(f"{row}.take", goal.take)
    out.many(f"{row}.hold", goal.hold)
    if goal.strength != 1:
        out.one(f"{row}.strength", goal.strength)
    out.many(f"{row}.origins", goal.origins)
    if isinstance(goal.units, str):
        out.one(f"{row}.who", goal.units)
        # One row of numbers serves both: without exact counts it says how many stay.
        out.counts(f"{row}.units", goal.keep)
    else:
        out.one(f"{row}.who", COUNTED)
        out.counts(f"{row}.units", goal.units)
        out.counts(f"{row}.keep", goal.keep)
    out.rows(f"{row}.moves", goal.moves, write_move)
    if goal.leave_token != "never":
        out.one(f"{row}.leave_token", goal.leave_token)
    out.when(f"{row}.when", goal.when)


def read_worth(form: Reader, row: str) -> Worth | None:
    """`areas`, `owners`, `worth`, and whether it `adds`."""
    areas, worth = form.many(f"{row}.areas"), form.amount(f"{row}.worth")
    if worth is None:
        if not form.one(f"{row}.worth"):
            form.fault("missing", "say what the areas are worth", f"{row}.worth")
        return None
    when, owners, adds = form.when(f"{row}.when"), form.many(f"{row}.owners"), bool(form.one(f"{row}.adds"))
    return Worth(when=when, areas=areas, owners=owners, worth=worth, adds=adds)


def write_worth(out: Writer, row: str, worth: Worth) -> None:
    """The fields of one worth."""
    out.many(f"{row}.areas", worth.areas)
    out.many(f"{row}.owners", worth.owners)
    out.amount(f"{row}.worth", worth.worth)
    out.one(f"{row}.adds", "1" if worth.adds else None)
    out.when(f"{row}.when", worth.when)
