"""What is wrong with a sheet before its call closes: errors refuse it, warnings are printed in the receipt."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, islice

from adjudicator.btwixt.rules.legality import check, completed
from adjudicator.btwixt.rules.registry import edition_of
from adjudicator.btwixt.rules.visibility import view
from adjudicator.btwixt.sheets.sheet import Sheet
from adjudicator.btwixt.sheets.sheet_ids import unknown_ids
from adjudicator.btwixt.sheets.sheet_reading import over_limits
from adjudicator.btwixt.sheets.sheet_warnings import warnings_of
from adjudicator.btwixt.state.position import Position
from adjudicator.engine.bulk import Pace
from adjudicator.engine.decision import Decision
from adjudicator.engine.sheet.document import MAX_FAULTS
from adjudicator.engine.sheet.trail import answer_faults
from adjudicator.engine.values import SheetReport

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
    first MAX_FAULTS.

    `lasting`: the sheet is the leader's standing instructions. `pace` and `standing` change nothing here. Looks only at
    what the leader sees.
    """
    edition, seen = edition_of(showing), view(showing, seat)
    errors = over_limits(sheet)
    if not errors:
        asked = {question.id: question for question in waiting}
        answers = {
            name: completed(asked[name], answer) if name in asked else answer for name, answer in sheet.answers.items()
        }
        direct = answer_faults(check, showing, seat, answers, waiting)
        found = chain(unknown_ids(sheet, seen.board, edition, seat), direct)
        errors = list(islice(found, MAX_FAULTS))
    warnings = () if errors else tuple(islice(warnings_of(sheet, seen, edition, lasting), MOST_WARNINGS))
    return SheetReport(tuple(errors), warnings)
