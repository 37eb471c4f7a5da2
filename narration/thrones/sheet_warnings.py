"""Warnings about sheets, and refusals, in other languages: the templates that they fill read their words back."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.thrones.sheets.warnings import WORDS
from narration.condition_faults import condition_fault
from narration.reading_back import read_back
from narration.thrones.instructions import with_names
from narration.thrones.refusal_templates import REFUSALS
from narration.thrones.voice import Voice


def _translated(words: str, templates: Iterable[str], v: Voice) -> str | None:
    """Words in the reader's language by the template that they fill; None where none does."""
    found = read_back(words, templates)
    if found is None:
        return None
    template, values = found
    if "type" in values:
        values["type"] = v.ban(values["type"])
    if "unit" in values:
        values["unit"] = v.kind(values["unit"])
    if "auction" in values:
        values["auction"] = v.track(values["auction"])
    if "part" in values:
        part = values["part"]
        values["part"] = v.say(part)
    return with_names(v.say(template, **values), v)


def refusal_words(words: str, v: Voice) -> str:
    """What the adjudicator says of a sheet, with names for ids, in the reader's language where it has words for it."""
    if v.words.language == "en":
        return _translated(words, WORDS.values(), v) or with_names(words, v)
    said = _translated(words, WORDS.values(), v) or condition_fault(words, v) or _translated(words, REFUSALS, v)
    return said or with_names(words, v)
