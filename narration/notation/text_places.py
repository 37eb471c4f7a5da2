"""Places in a text, in a reader's words."""

from __future__ import annotations

import re
from collections.abc import Mapping

from narration.words import N_, Words

COLUMN, LINE = N_("line {line}, column {column}"), N_("line {line}")
_PLACE = re.compile(r"line ([0-9]+)(?:, column ([0-9]+))?")


def lines_of(place: str, lines: Mapping[str, int]) -> tuple[int, ...]:
    """The lines of a text that say what stands at a place of its sheet, or within it, or else around it."""
    if place in lines:
        return (lines[place],)
    within = sorted({line for said, line in lines.items() if said.startswith((f"{place}.", f"{place}["))})
    if within:
        return tuple(within)
    while place and place not in lines:
        place = place.rpartition(".")[0]
    return (lines[place],) if place else ()


def line_of(place: str, lines: Mapping[str, int]) -> int:
    """The first of these lines; 0 if none says it."""
    return next(iter(lines_of(place, lines)), 0)


def text_place(where: str, words: Words) -> str:
    """`line 3, column 9` in the reader's language; anything else as it is."""
    found = _PLACE.fullmatch(where)
    if found is None:
        return where
    if found[2] is None:
        return words.say(LINE, line=found[1])
    return words.say(COLUMN, line=found[1], column=found[2])
