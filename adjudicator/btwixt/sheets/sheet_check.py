"""What is wrong with a sheet before its call closes: errors refuse it, warnings are printed in the receipt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice

import msgspec

from adjudicator.btwixt.rules.legality import check
from adjudicator.btwixt.rules.registry import edition_of
from adjudicator.btwixt.rules.visibility import view
from adjudicator.btwixt.sheets.sheet import Sheet
from adjudicator.btwixt.sheets.sheet_ids import unknown_ids
from adjudicator.btwixt.sheets.sheet_reading import MOST_TOLD, over_limits
from adjudicator.btwixt.sheets.sheet_warnings import warnings_of
from adjudicator.btwixt.state.position import Position
from adjudicator.kernel.bulk import Pace
from adjudicator.kernel.decision import Decision
from adjudicator.kernel.family import SheetReport
from adjudicator.kernel.refusal import Refusal

# A sheet of two hundred rules may deserve a word about each.
MOST_WARNINGS = 250


def check_sheet(
    showing: Position,
    seat: str,
    sheet: Sheet,
    waiting: Sequence[Decision],
    *,
    pace: Pace = "bulk",
    standing: Sheet | None = None,
    lasting: bool = False,
) -> SheetReport:
    """Everything to say about a leader's sheet in the position as shown, with the decisions now open; of errors the
    first MOST_TOLD.

    `lasting`: the sheet is the leader's standing instructions. `pace` and `standing` change nothing here. Looks only at
    what the leader sees.
    """
    edition, seen = edition_of(showing), view(showing, seat)
    errors = over_limits(sheet)
    if not errors:
        found = chain(unknown_ids(sheet, seen.board, edition, seat), _answers(showing, sheet, seat, waiting))
        errors = list(islice(found, MOST_TOLD))
    warnings = () if errors else tuple(islice(warnings_of(sheet, seen, edition, lasting), MOST_WARNINGS))
    return SheetReport(tuple(errors), warnings)


def _answers(showing: Position, sheet: Sheet, seat: str, waiting: Sequence[Decision]) -> Iterator[Refusal]:
    """Direct answers to questions that are not open, are another's, or do not allow them."""
    open_now = {decision.id: decision for decision in waiting}
    for name, answer in sheet.answers.items():
        where = f"answers.{name}"
        decision = open_now.get(name)
        if decision is None or decision.seat != seat:
            yield Refusal("decision-not-open", f"no question {name!r} is open for {seat}", where)
            continue
        refusal = check(showing, decision, answer)
        if refusal is not None:
            yield msgspec.structs.replace(refusal, where=f"{where}: {refusal.where}" if refusal.where else where)
