"""Marches: in which sequence, for each area its plans, and when to stop."""

from __future__ import annotations

from typing import Literal, cast

from adjudicator.thrones.sheet import Marches, MarchPlan, Move
from web.sheet_form.fields import Reader, Writer

GO, STAY, WAIT = "go", "stay", "wait"
ALL, REST, COUNTED = "all", "rest", "these"
TOKENS = ("never", "if-possible", "must")
# Names of the section that are no areas.
OTHERS = ("sequence", "stop")


def read_marches(form: Reader) -> Marches:
    """`marches.sequence`, `marches.stop`, and rows `marches.<area>[n]` with `moves[m]`."""
    areas = [area for area in form.keys("marches") if area not in OTHERS]
    plans = {area: form.read_rows(f"marches.{area}", _plan) for area in areas}
    return Marches(
        sequence=form.many("marches.sequence"),
        areas={area: found for area, found in plans.items() if found},
        stop=form.when("marches.stop"),
    )


def _plan(form: Reader, row: str) -> MarchPlan | None:
    moves, when = form.read_rows(f"{row}.moves", read_move), form.when(f"{row}.when")
    token = form.among(f"{row}.leave_token", TOKENS, "never")
    what = form.among(f"{row}.do", (GO, STAY, WAIT), GO if moves else STAY)
    return MarchPlan(
        when=when,
        moves=() if what == STAY else moves,
        leave_token=cast(Literal["never", "if-possible", "must"], token),
        wait=what == WAIT,
    )


def read_move(form: Reader, row: str) -> Move | None:
    """`to`, `who` goes (all that can, the rest, these), and numbers: of those who go, or of those who stay."""
    goal, numbers = form.one(f"{row}.to"), form.counts(f"{row}.units")
    who = form.among(f"{row}.who", (ALL, REST, COUNTED), COUNTED if numbers else ALL)
    if not goal:
        form.fault("missing", "units need somewhere to go", f"{row}.to")
        return None
    if who == COUNTED:
        return Move(to=goal, units=numbers, keep=form.counts(f"{row}.keep"))
    return Move(to=goal, units=cast(Literal["all", "rest"], who), keep={**form.counts(f"{row}.keep"), **numbers})


def write_marches(out: Writer, marches: Marches) -> None:
    """The fields of marches."""
    out.many("marches.sequence", marches.sequence)
    out.when("marches.stop", marches.stop)
    for area, plans in marches.areas.items():
        out.rows(f"marches.{area}", plans, _write_plan)


def _write_plan(out: Writer, row: str, plan: MarchPlan) -> None:
    out.one(f"{row}.do", WAIT if plan.wait else GO if plan.moves else STAY)
    if plan.leave_token != "never":
        out.one(f"{row}.leave_token", plan.leave_token)
    out.when(f"{row}.when", plan.when)
    out.rows(f"{row}.moves", plan.moves, write_move)


def write_move(out: Writer, row: str, move: Move) -> None:
    """The fields of one move."""
    out.one(f"{row}.to", move.to)
    if isinstance(move.units, str):
        out.one(f"{row}.who", move.units)
        # One row of numbers serves both: with `all` and `rest` it says how many stay.
        out.counts(f"{row}.units", move.keep)
        return
    out.one(f"{row}.who", COUNTED)
    out.counts(f"{row}.units", move.units)
    out.counts(f"{row}.keep", move.keep)
