"""Which letters of a font come first, and which only for a page that has them."""

from __future__ import annotations

# Beyond ASCII: what the three languages are written with, and the signs of our own sentences.
OURS = "ÀÁÈÉÌÍÑÒÓÙÚÜàáèéìíñòóùúü¡¿«»ºª°·×±\N{NO-BREAK SPACE}–—‘’“”…−"
WRITTEN = frozenset((*range(0x20, 0x7F), *map(ord, OURS)))
# Latin-1 and what a Western European name or quotation may add to it.
MORE = frozenset((*range(0xA1, 0x100), *map(ord, "ŒœŸıŠšŽž‚„†•′″‹›€"))) - WRITTEN


def unicode_range(letters: frozenset[int]) -> str:
    """Code points as a style sheet tells them: `U+20-7E,U+A0`."""
    spans: list[list[int]] = []
    for letter in sorted(letters):
        if spans and letter == spans[-1][1] + 1:
            spans[-1][1] = letter
        else:
            spans.append([letter, letter])
    return ",".join(f"U+{first:X}" if first == last else f"U+{first:X}-{last:X}" for first, last in spans)
