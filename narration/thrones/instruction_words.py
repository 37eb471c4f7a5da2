"""How the instructions of a sheet for the Westeros boards are told."""

from __future__ import annotations

from adjudicator.thrones.sheets.instructions.splitting import FEWER
from narration.instruction_words import InstructionWords
from narration.thrones.condition_phrases import CONDITIONS
from narration.thrones.instructions import KEPT_BACK, REASONS, place_in_sheet, with_names
from narration.words import N_

# What is told in percent of what the other can play.
SHARES = ("sure", "likely", "enough", "best")
NOTES = {
    KEPT_BACK: N_("Kept back: {place}: {cards}"),
    FEWER: N_("As many go as supply feeds: {place}: units that stay: {what}"),
}
INSTRUCTIONS = InstructionWords(CONDITIONS, REASONS, place_in_sheet, with_names, SHARES, NOTES)
