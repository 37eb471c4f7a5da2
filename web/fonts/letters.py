"""Which letters of a font come first, and which only for a page that has them."""

from __future__ import annotations

# Beyond ASCII: what the three languages are written with, and the signs of our own sentences.
OURS = "ÀÁÈÉÌÍÑÒÓÙÚÜàáèéìíñòóùúü¡¿«»ºª°·×±\N{NO-BREAK SPACE}–—‘’“”…−"
WRITTEN = frozenset((*range(0x20, 0x7F), *map(ord, OURS)))
# Latin-1 and what a Western European name or quotation may add to it.
MORE = frozenset((*range(0xA1, 0x100), *map(ord, "ŒœŸıŠšŽž‚„†•′″‹›€"))) - WRITTEN
# What our own maps letter in each of their fonts, in the three languages. What others may need comes after.
ON_MAPS = {
    "EBGaramond-Italic": " -·’+:0123456789ABCDEFGHIJKLMNOPRSTUVWabcdefghijklmnopqrstuvwyzàáíñóú",
    "Cinzel-Bold": " -/’+−0123456789ABCDEFGHIJKLMNOPRSTUVWYabcdefghijklmnopqrstuvwxyzáíñú",
    "EBGaramond-SemiBold": (" +:·’.,;()0123456789ABCDEFGHIJKLMNOPQRSTUVWYZabcdefghijklmnopqrstuvwxyzÁàáèéíñòóùú"),
}


def parts(font: str) -> dict[str, frozenset[int]]:
    """Return a font's files by name with their letters, the most used file first."""
    first = frozenset(map(ord, ON_MAPS.get(font, "")))
    if not first:
        return {font: WRITTEN, f"{font}-more": MORE}
    return {font: first, f"{font}-rest": WRITTEN - first, f"{font}-more": MORE}


def unicode_range(letters: frozenset[int]) -> str:
    """Code points as a style sheet tells them: `U+20-7E,U+A0`."""
    spans: list[list[int]] = []
    for letter in sorted(letters):
        if spans and letter == spans[-1][1] + 1:
            spans[-1][1] = letter
        else:
            spans.append([letter, letter])
    return ",".join(f"U+{first:X}" if first == last else f"U+{first:X}-{last:X}" for first, last in spans)
