"""Places in a text, in a reader's words."""

from __future__ import annotations

import re

from narration.words import N_, Words

COLUMN, LINE = N_("line {line}, column {column}"), N_("line {line}")
_PLACE = re.compile(r"line ([0-9]+)(?:, column ([0-9]+))?")


def text_place(where: str, words: Words) -> str:
    """`line 3, column 9` in the reader's language; anything else as it is."""
    found = _PLACE.fullmatch(where)
    if found is None:
        return where
    if found[2] is None:
        return words.say(LINE, line=found[1])
    return words.say(COLUMN, line=found[1], column=found[2])
