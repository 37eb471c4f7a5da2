"""The steward writes sheets: what it would do, put down ahead for a whole call as a player would."""

from adjudicator.thrones.sheet_writing.as_played import sheet_as_played
from adjudicator.thrones.sheet_writing.completing import complete_sheet, suggest_briefly, write_around
from adjudicator.thrones.sheet_writing.sheet import write_sheet

__all__ = ["complete_sheet", "sheet_as_played", "suggest_briefly", "write_around", "write_sheet"]
