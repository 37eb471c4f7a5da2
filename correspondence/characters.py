"""Which characters may stand in text that people type, and its one form. Its length is looked at before anything else
is: what costs more than reading a text once is done to short ones only."""

from __future__ import annotations

import unicodedata

from correspondence.errors import Invalid
from narration.words import N_

# Nothing that is written in Unicode becomes shorter than this part of itself when it is put in its one form (NFC).
ROOM = 4
# Marks on one letter that any language needs (UAX #15, stream-safe text); to sort more of them takes their square.
MOST_MARKS = 30
# They would turn the text around them, so that it reads as something that was not written.
TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# Letters that fill a place and show nothing.
_FILLERS = frozenset("\u115f\u1160\u3164\uffa0\u17b4\u17b5\u034f\u2800")
_JOINERS = frozenset("\u200c\u200d")
_VARIANTS = frozenset("\ufe0e\ufe0f")
# What spells the region of a flag after this sign, with the sign that ends it: six at most.
_FLAG, _REGION, _LONGEST_REGION = "\U0001f3f4", "".join(map(chr, range(0xE0020, 0xE0080))), 6


def settled(value: str, field: str, longest: int) -> str:
    """A text in its one form (NFC), with none too many marks on a letter.

    `longest`: the characters it may have in the end; many more are refused before they are looked at. Invalid:
    `too-long`, `too-many-marks`.
    """
    if len(value) > ROOM * longest:
        raise too_long(field, longest)
    if value.isascii():
        return value
    marks = 0
    for letter in value:
        marks = marks + 1 if unicodedata.combining(letter) else 0
        if marks > MOST_MARKS:
            raise Invalid("too-many-marks", N_("No letter can bear so many accents."), field)
    return unicodedata.normalize("NFC", value)


def too_long(field: str, longest: int) -> Invalid:
    """What to raise for a text of more than `longest` characters."""
    return Invalid("too-long", N_("This is longer than {longest} characters."), field, longest=longest)


def hidden(letter: str) -> bool:
    """Whether a character cannot be shown, or turns the text around it. Line breaks count."""
    return letter in TURNING or unicodedata.category(letter) in ("Cc", "Cs", "Cn", "Co", "Zl", "Zp")


def unseen(text: str) -> bool:
    """Whether a line has something that nobody sees: hidden characters, fillers, signs without a shape.

    What joins the parts of an emoji, spells the region of a flag, or shapes the letters of scripts that need it, is
    seen by what it does.
    """
    return any(
        hidden(letter) or letter in _FILLERS or (_shapeless(letter) and not _at_work(text, place))
        for place, letter in enumerate(text)
    )


def _shapeless(letter: str) -> bool:
    return (
        unicodedata.category(letter) == "Cf" or "\ufe00" <= letter <= "\ufe0f" or "\U000e0100" <= letter <= "\U000e01ef"
    )


def _at_work(text: str, place: int) -> bool:
    """Whether a joiner or a chosen variant stands after a letter that it does something to."""
    before, letter = text[place - 1 : place], text[place]
    if not before:
        return False
    if letter in _REGION:
        return text[max(0, place - _LONGEST_REGION) : place].rstrip(_REGION).endswith(_FLAG)
    symbol = unicodedata.category(before) in ("So", "Sk") or before in _VARIANTS
    if letter in _VARIANTS:
        return symbol and before not in _VARIANTS or before in "0123456789#*"
    shaped = unicodedata.bidirectional(before) == "AL" or unicodedata.combining(before) == 9
    return letter in _JOINERS and place + 1 < len(text) and (shaped or symbol)
