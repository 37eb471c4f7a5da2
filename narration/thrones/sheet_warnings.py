"""Warnings about sheets, and refusals, in other languages: the templates that they fill read their words back."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from adjudicator.thrones.sheets.warnings import WORDS
from narration.condition_faults import condition_fault
from narration.thrones.instructions import with_names
from narration.thrones.refusal_templates import REFUSALS
from narration.thrones.voice import Voice


@cache
def _pattern(template: str) -> re.Pattern[str]:
    """What the words of a warning look like, each value a group."""
    return re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+?)", re.escape(template)))


def _read_back(words: str, templates: Iterable[str], v: Voice) -> str | None:
    """Words in the reader's language by the template that they fill; None where none does."""
    for template in templates:
        found = _pattern(template).fullmatch(words)
        if found is not None:
            values = {name: v.ban(said) if name == "type" else said for name, said in found.groupdict().items()}
            return with_names(v.say(template, **values), v)
    return None


def refusal_words(words: str, v: Voice) -> str:
    """What the adjudicator says of a sheet, with names for ids, in the reader's language where it has words for it."""
    if v.words.language == "en":
        return with_names(words, v)
    said = _read_back(words, WORDS.values(), v) or condition_fault(words, v) or _read_back(words, REFUSALS, v)
    return said or with_names(words, v)
