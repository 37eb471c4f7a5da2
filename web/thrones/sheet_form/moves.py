"""Single moves of marches: where, who goes, and how many."""

from __future__ import annotations

from typing import Literal, cast

from adjudicator.thrones.sheets.sheet import Move
from web.thrones.sheet_form.fields import Reader, Writer

ALL, REST, COUNTED = "all", "rest", "these"
TOKENS = ("never", "if-possible", "must")


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
