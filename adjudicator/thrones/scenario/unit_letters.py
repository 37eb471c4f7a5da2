"""Units as scenarios write them: `K2 F1 (F1)`, routed ones in brackets."""

from __future__ import annotations

import re

from adjudicator.engine.refusal import Refusal, Unreadable
from adjudicator.thrones.state.board import Force

LETTERS = {
    "F": "footman",
    "K": "knight",
    "S": "ship",
    "E": "siege-engine",
    "D": "dragon",
    "A": "allied-footman",
    "B": "allied-knight",
}
WORD = re.compile(r"([A-Z])([1-9][0-9]?)")


def read_units(text: str) -> dict[str, int]:
    """`K2 F1` as counts by kind; an empty text is none. Raises Unreadable (`bad-units`)."""
    found: dict[str, int] = {}
    for word in text.split():
        part = WORD.fullmatch(word)
        kind = LETTERS.get(part[1], "") if part else ""
        if part is None or not kind or kind in found:
            letters = ", ".join(f"{letter} {name}" for letter, name in LETTERS.items())
            words = f"units are written like K2 F1, each letter once ({letters}), not {text!r}"
            raise Unreadable(Refusal("bad-units", words))
        found[kind] = int(part[2])
    return found


def read_force(house: str, text: str) -> Force:
    """`K2 (F1)` as a force of a house: units in brackets are routed. Raises Unreadable (`bad-units`)."""
    standing, bracket, routed = text.partition("(")
    if bracket and not routed.endswith(")"):
        raise Unreadable(Refusal("bad-units", f"the routed stand in brackets at the end, like K2 (F1), not {text!r}"))
    return Force(house, read_units(standing), read_units(routed.removesuffix(")")))
