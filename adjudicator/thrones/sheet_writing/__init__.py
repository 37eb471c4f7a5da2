"""Sheets that the bot writes, and sheets made from what was played."""

from adjudicator.thrones.sheet_writing.as_played import sheet_as_played
from adjudicator.thrones.sheet_writing.sheet import complete_sheet, suggest_briefly, write_around, write_sheet

__all__ = ["complete_sheet", "sheet_as_played", "suggest_briefly", "write_around", "write_sheet"]
