"""What the rulebooks of the editions do not print, from `rulebook_words.toml`."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

TABLE = tomllib.loads(Path(__file__).with_name("rulebook_words.toml").read_text(encoding="utf-8"))
# Editions with the languages that have other words than the source.
BOOKS = [(edition, language) for edition, languages in TABLE.items() for language in languages]


@cache
def _pattern(edition: str, language: str) -> re.Pattern[str]:
    rows = TABLE[edition][language]
    return re.compile(rf"\b(?:{'|'.join(rows['never'] + rows['mismatched'])})\b", re.I)


def wrong_words(text: str, edition: str, language: str) -> list[str]:
    """What a text of a game says that the rulebook does not, each with what stands around it."""
    flat = " ".join(text.split())
    found = _pattern(edition, language).finditer(flat)
    return [flat[max(0, match.start() - 40) : match.end() + 20] for match in found]
