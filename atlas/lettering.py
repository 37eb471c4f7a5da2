"""Bundled fonts, with text widths and line fitting; tables; and printed words."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from itertools import combinations
from typing import Any

from PIL import ImageFont

SERIF, ITALIC, CAPITALS = "EBGaramond-SemiBold", "EBGaramond-Italic", "Cinzel-Bold"
LEADING = 0.98
LANGUAGES = ("en", "it", "es")


def read_table(path: str) -> dict[str, Any]:
    """A TOML file of this package."""
    return tomllib.loads((files("atlas") / path).read_text(encoding="utf-8"))


class PrintedWords:
    """The words printed on a drawing, from a TOML file; names come from the edition.
    A table with the id of an edition has the words that its rulebook prints otherwise."""

    def __init__(self, path: str) -> None:
        tables = read_table(path)
        self.table: dict[str, list[str]] = {word: row for word, row in tables.items() if isinstance(row, list)}
        self._books: dict[str, dict[str, list[str]]] = {
            edition: rows for edition, rows in tables.items() if edition not in self.table
        }

    @staticmethod
    def supported_language(language: str) -> str:
        """The language itself if the words exist in it, else English."""
        return language if language in LANGUAGES else "en"

    def say(self, word: str, language: str, **values: object) -> str:
        """Return a word in a language, else in English, with its placeholders filled.
        An unlisted word is made readable."""
        listed = self.table.get(word)
        if listed is None:
            return word.replace("-", " ").capitalize()
        return listed[LANGUAGES.index(self.supported_language(language))].format(**values)

    def in_book(self, word: str, language: str, edition: str) -> str:
        """Return the word that an edition's rulebook prints, else the general one."""
        listed = self._books.get(edition, {}).get(word)
        return listed[LANGUAGES.index(self.supported_language(language))] if listed else self.say(word, language)


@cache
def font_files() -> tuple[str, ...]:
    """Paths of the bundled fonts, for the rasteriser."""
    return tuple(str(files("atlas") / "fonts" / f"{name}.ttf") for name in (SERIF, ITALIC, CAPITALS))


@cache
def _font(name: str) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(files("atlas") / "fonts" / f"{name}.ttf"), 100)


@cache
def width_of(text: str, font: str, size: float, spacing: float = 0.0) -> float:
    """Return a text's width in map units at a font size, `spacing` after each letter."""
    return float(_font(font).getlength(text)) * size / 100 + spacing * len(text)


@cache
def breaks(text: str, most: int = 3) -> tuple[tuple[str, ...], ...]:
    """Return all ways to break a text at spaces into at most `most` lines."""
    words = text.split()
    ways: list[tuple[str, ...]] = []
    for cuts in range(min(most, len(words))):
        for places in combinations(range(1, len(words)), cuts):
            edges = [0, *places, len(words)]
            ways.append(tuple(" ".join(words[a:b]) for a, b in zip(edges, edges[1:], strict=False)))
    return tuple(ways)


@cache
def fit(
    text: str, font: str, size: float, room: tuple[float, float], spacing: float = 0.0
) -> tuple[tuple[str, ...], float]:
    """Return the lines and font size, at most `size`, that best fill a box of `room`."""
    best: tuple[tuple[str, ...], float] = ((text,), 0.0)
    for lines in breaks(text):
        widest = max(width_of(line, font, size, spacing) for line in lines)
        scale = min(1.0, room[0] / widest, room[1] / (len(lines) * size * LEADING))
        if size * scale > best[1] + 0.01:
            best = (lines, size * scale)
    return best
