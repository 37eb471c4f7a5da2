"""The steward writes sheets: what it would do, put down ahead for a whole call as a player would."""

from adjudicator.thrones.sheet_writing.sheet import write_sheet

__all__ = ["write_sheet"]
