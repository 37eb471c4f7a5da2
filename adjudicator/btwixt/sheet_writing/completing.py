"""A sheet with what it leaves empty."""

from __future__ import annotations

from adjudicator.btwixt.sheet_writing.sheet import write_sheet
from adjudicator.btwixt.sheets.sheet import SECTIONS, Sheet
from adjudicator.btwixt.state.position import View


def complete_sheet(view: View, sheet: Sheet) -> Sheet:
    """A sheet whose empty parts the steward has written; what stands in it stays."""
    written = write_sheet(view)
    parts = {name: getattr(sheet, name) or getattr(written, name) for name in SECTIONS}
    return Sheet(**parts, answers=sheet.answers)
