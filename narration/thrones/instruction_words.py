"""How the instructions of a sheet for the Westeros boards are told."""

from __future__ import annotations

from narration.instruction_words import InstructionWords
from narration.thrones.condition_phrases import CONDITIONS
from narration.thrones.instructions import KEPT_BACK, REASONS, place_in_sheet, with_names

# What is told in percent of what the other can play.
SHARES = ("sure", "likely", "enough", "best")
INSTRUCTIONS = InstructionWords(CONDITIONS, REASONS, place_in_sheet, with_names, SHARES, KEPT_BACK)
