"""Marches: in which sequence, for each area its plans, and when to stop."""

from __future__ import annotations

from typing import Literal, cast

from adjudicator.thrones.sheets.sheet import Marches, MarchPlan, Wish
from web.thrones.sheet_form.fields import Reader, Writer
from web.thrones.sheet_form.moves import TOKENS, read_move, write_move

GO, STAY, WAIT = "go", "stay", "wait"
# Lists of areas in a wish.
WISHED = ("take", "origins", "prefer", "avoid", "stay")
# Names of the section that are no areas.
OTHERS = ("sequence", "stop", "wishes")


def read_marches(form: Reader) -> Marches:
    """`marches.sequence`, `marches.stop`, and rows `marches.<area>[n]` with `moves[m]`."""
    areas = [area for area in form.keys("marches") if area not in OTHERS]
    plans = {area: form.read_rows(f"marches.{area}", _plan) for area in areas}
    return Marches(
        sequence=form.many("marches.sequence"),
        areas={area: found for area, found in plans.items() if found},
        wishes=form.read_rows("marches.wishes", _wish),
        stop=form.stop("marches.stop"),
    )


def _plan(form: Reader, row: str) -> MarchPlan | None:
    moves, when = form.read_rows(f"{row}.moves", read_move), form.when(f"{row}.when")
    token = form.among(f"{row}.leave_token", TOKENS, "never")
    what = form.among(f"{row}.do", (GO, STAY, WAIT), GO if moves else STAY)
    leaders = {name: to for name in form.keys(f"{row}.leaders") if (to := form.one(f"{row}.leaders.{name}"))}
    if what == GO and not moves:
        # Who has not got so far yet has not said that they stay.
        if when or leaders or token != "never":
            form.fault("missing", "units need somewhere to go", f"{row}.moves[0].to")
        return None
    return MarchPlan(
        when=when,
        moves=() if what == STAY else moves,
        leave_token=cast(Literal["never", "if-possible", "must"], token),
        wait=what == WAIT,
        leaders=leaders,
    )


def _wish(form: Reader, row: str) -> Wish | None:
    keep = form.count(f"{row}.keep")
    areas = {name: form.many(f"{row}.{name}") for name in WISHED}
    when = form.when(f"{row}.when")
    if not any(areas.values()):
        if when is not None or keep is not None:
            form.fault("missing", "a wish needs an area", f"{row}.take")
        return None
    return Wish(when=when, keep=1 if keep is None else keep, **areas)


def write_marches(out: Writer, marches: Marches) -> None:
    """The fields of marches."""
    out.many("marches.sequence", marches.sequence)
    out.when("marches.stop", marches.stop)
    for area, plans in marches.areas.items():
        out.rows(f"marches.{area}", plans, _write_plan)
    out.rows("marches.wishes", marches.wishes, _write_wish)


def _write_plan(out: Writer, row: str, plan: MarchPlan) -> None:
    out.one(f"{row}.do", WAIT if plan.wait else GO if plan.moves else STAY)
    if plan.leave_token != "never":
        out.one(f"{row}.leave_token", plan.leave_token)
    out.when(f"{row}.when", plan.when)
    out.rows(f"{row}.moves", plan.moves, write_move)
    for name, to in plan.leaders.items():
        out.one(f"{row}.leaders.{name}", to)


def _write_wish(out: Writer, row: str, wish: Wish) -> None:
    for name in WISHED:
        out.many(f"{row}.{name}", getattr(wish, name))
    if wish.keep != 1:
        out.one(f"{row}.keep", wish.keep)
    out.when(f"{row}.when", wish.when)
