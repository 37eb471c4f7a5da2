"""Refusals in other languages: the adjudicator's words are read back by the templates that they fill."""

from __future__ import annotations

from adjudicator.btwixt.sheets.sheet_check import WORDS
from narration.btwixt.places import place_in_sheet, with_names
from narration.btwixt.voice import Voice
from narration.condition_faults import condition_fault, read_back
from narration.words import N_

TEMPLATES = (
    N_("{said} is not among {choices}"),
    N_("{said} may mean {choices}: say which"),
    N_("there can be 0 to {most} tokens, not {n}"),
    N_("{card} lies neither in a pile nor among the discarded"),
    N_("there is no ally {ally}"),
    N_("this ally is being bid for now"),
    N_("name each of {choices} once"),
    N_("at most {most} may go under the deck, not {n}"),
    N_("a ruling has 1 to {most} characters"),
    N_("a seed has 1 to {most} characters"),
    N_("a reason has at most {most} characters"),
    N_("an edict needs a reason"),
    N_("the commitment is not that of the seed"),
    N_("the game has ended"),
    N_("{house} shares no council with {other}"),
    N_("{word} says nothing about a {sort}"),
    N_("no question {name} is open for {house}"),
    N_("a sheet has at most {most} rules, not {n}"),
    N_("a list has at most {most} entries, not {n}"),
)
# Words that stand in the places of warnings: where else in the sheet, and what is wished for.
PLACE = "place"
NEVER_REACHED = WORDS["never-reached"]


def refusal_words(words: str, v: Voice) -> str:
    """What the adjudicator says of a sheet or an edict, with names for ids, in the reader's language where its words
    are known."""
    if v.words.language != "en":
        found = read_back(words, (*WORDS.values(), *TEMPLATES))
        if found is not None:
            template, values = found
            if PLACE in values:
                values[PLACE] = place_in_sheet(values[PLACE], v)
            return with_names(v.say(template, **values), v)
        fault = condition_fault(words, v)
        if fault is not None:
            return fault
    found = read_back(words, (NEVER_REACHED,))
    if found is not None:
        return v.say(NEVER_REACHED, place=place_in_sheet(found[1][PLACE], v))
    return with_names(words, v)
