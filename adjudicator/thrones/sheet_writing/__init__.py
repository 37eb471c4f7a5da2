"""Sheets that the bot writes, and sheets made from what was played."""

from adjudicator.thrones.sheet_writing.sheet import complete_sheet as complete_sheet
from adjudicator.thrones.sheet_writing.sheet import sheet_as_played as sheet_as_played
from adjudicator.thrones.sheet_writing.sheet import suggest_briefly as suggest_briefly
from adjudicator.thrones.sheet_writing.sheet import write_around as write_around
from adjudicator.thrones.sheet_writing.sheet import write_sheet as write_sheet

__all__ = ["complete_sheet", "sheet_as_played", "suggest_briefly", "write_around", "write_sheet"]
