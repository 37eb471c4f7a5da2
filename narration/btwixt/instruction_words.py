"""How the instructions of a sheet for B'Twixt are told."""

from __future__ import annotations

from narration.btwixt.condition_phrases import CONDITIONS
from narration.btwixt.places import place_in_sheet, with_names
from narration.instruction_words import InstructionWords
from narration.words import N_

# Why one was passed over, for readers of other languages.
REASONS = {
    "condition-false": N_("its condition did not hold"),
    "condition-before-held": N_("the condition before it held"),
    "condition-not-applicable": N_("its condition is about something that was not there"),
    "not-this-question": N_("it is for other questions"),
    "card-not-in-hand": N_("none of its cards is in hand"),
    "over-limit": N_("none of its cards keeps within its limits"),
    "nobody-else-stands": N_("I lead, and nobody else stands"),
    "leads-already": N_("I lead already"),
    "nothing-is-enough": N_("no card in hand is enough to lead"),
    "does-not-lead": N_("I do not lead"),
    "not-a-choice": N_("none of its wishes is among the choices"),
    "nothing-else-left": N_("there is nothing but what it avoids"),
}
INSTRUCTIONS = InstructionWords(CONDITIONS, REASONS, place_in_sheet, with_names)
