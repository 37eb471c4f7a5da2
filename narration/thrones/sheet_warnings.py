"""Warnings about sheets in other languages: the adjudicator's words are read back by the templates that they fill."""

from __future__ import annotations

import re
from functools import cache

from adjudicator.thrones.sheets.warnings import WORDS
from narration.condition_faults import condition_fault
from narration.thrones.instructions import with_names
from narration.thrones.voice import Voice


@cache
def _pattern(template: str) -> re.Pattern[str]:
    """What the words of a warning look like, each value a group."""
    return re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+?)", re.escape(template)))


def refusal_words(words: str, v: Voice) -> str:
    """What the adjudicator says of a sheet, with names for ids; warnings in the reader's language."""
    if v.words.language != "en":
        for template in WORDS.values():
            found = _pattern(template).fullmatch(words)
            if found is not None:
                return with_names(v.say(template, **found.groupdict()), v)
        fault = condition_fault(words, v)
        if fault is not None:
            return fault
    return with_names(words, v)
