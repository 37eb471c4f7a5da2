"""Sheets that the steward writes."""

from __future__ import annotations

from adjudicator.btwixt.sheets.sheet import Sheet, StewardRule
from adjudicator.btwixt.state.position import View


def write_sheet(view: View) -> Sheet:
    """A sheet for the open call that leaves everything to the steward."""
    return Sheet(steward=(StewardRule(),))


def complete_sheet(view: View, sheet: Sheet) -> Sheet:
    """A sheet with what it leaves empty left to the steward."""
    named = {name: getattr(sheet, name) for name in sheet.__struct_fields__ if name != "steward"}
    return Sheet(**named, steward=(*sheet.steward, StewardRule()))
