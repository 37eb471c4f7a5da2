"""A sheet with what it leaves empty."""

from __future__ import annotations

from adjudicator.btwixt.sheet_writing.sheet import write_sheet
from adjudicator.btwixt.sheets.sheet import SECTIONS, Sheet, StewardRule
from adjudicator.btwixt.state.decisions import KeepCard
from adjudicator.btwixt.state.position import View


def complete_sheet(view: View, sheet: Sheet) -> Sheet:
    """A sheet whose empty parts the steward has written; what stands in it stays."""
    written = write_sheet(view)
    parts = {name: getattr(sheet, name) or getattr(written, name) for name in SECTIONS}
    return Sheet(**parts, answers=sheet.answers)


def suggest_briefly(view: View, sheet: Sheet) -> Sheet:
    """A sheet with what the steward would keep in a draft, if that is asked, and a rule that leaves to him whatever
    else it says nothing about: his programme for bids has dozens of lines that nobody changes by hand."""
    kept = write_sheet(view).keep if any(isinstance(one, KeepCard) for one in view.waiting) else ()
    left = sheet.steward if StewardRule() in sheet.steward else (*sheet.steward, StewardRule())
    said = {name: getattr(sheet, name) for name in SECTIONS}
    return Sheet(**{**said, "keep": sheet.keep or kept, "steward": left}, answers=sheet.answers)
