"""What a question or a rule offers to choose, as a form lists it and a touched place of the drawing offers it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Offered:
    """One choice: what is sent, and its words; at which place of the drawing it is made (empty: at none); of a card
    its strength, what it is besides, and its text; the small drawing beside it, by its name; whose arms stand there."""

    value: str
    words: str
    at: str = ""
    strength: str = ""
    note: str = ""
    text: str = ""
    sign: str = ""
    arms: str = ""
