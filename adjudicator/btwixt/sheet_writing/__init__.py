"""Sheets that the steward writes ahead, by the same mind with which it answers."""

from adjudicator.btwixt.sheet_writing.completing import complete_sheet as complete_sheet
from adjudicator.btwixt.sheet_writing.completing import suggest_briefly as suggest_briefly
from adjudicator.btwixt.sheet_writing.sheet import write_sheet as write_sheet
