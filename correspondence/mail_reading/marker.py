"""The line in our letters above which an answer is to stand."""

from __future__ import annotations

import re

# What it says between its dashes, by language.
REPLY_ABOVE = {
    "en": "reply above this line",
    "it": "rispondi sopra questa riga",
    "es": "responde encima de esta línea",
}
_DASHES = re.compile(r"[-\u2010-\u2015\u2212 ]+")


def marker_line(language: str) -> str:
    """The line as a letter in this language has it."""
    return f"-- {REPLY_ABOVE[language]} --"


def is_marker(line: str) -> bool:
    """Whether a line is such a line, however mail programs changed its dashes, spaces and accents."""
    return len(line) <= 80 and " ".join(_DASHES.sub(" ", line).casefold().split()) in _SAID


_SAID = frozenset(REPLY_ABOVE.values()) | {REPLY_ABOVE["es"].replace("í", "i")}
