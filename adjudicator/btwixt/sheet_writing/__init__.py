"""Sheets that the bot writes."""

from adjudicator.btwixt.sheet_writing.sheet import complete_sheet as complete_sheet
from adjudicator.btwixt.sheet_writing.sheet import write_sheet as write_sheet
