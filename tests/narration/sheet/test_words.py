"""Phrases of rules: every slot is known in every language, and no sheet leaves one unfilled."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from adjudicator import games
from adjudicator.btwixt.sheets.wishes import Rule
from adjudicator.engine.chance import Picker
from adjudicator.engine.sheet.fields import Phrase
from adjudicator.thrones.sheets.fields import Entry
from narration.btwixt.sheet_words import WORDS as BTWIXT
from narration.sheet.words import SheetWords
from narration.thrones.sheet_words import WORDS as THRONES
from narration.thrones.voice import Voice
from narration.words import LANGUAGES, name_forms, translator
from tests.adjudicator.sheets.random_sheets import random_sheet

SLOT = re.compile(r"\{(\w+)\??(?::(\w+))?(?::\w+)?(?:\|[^{}]*)?\}")
JOINS = {"", "and", "or", "else", "list", "then", "power"}
EDITIONS = ("first-edition", "second-edition", "mother-of-dragons", "storm-of-swords")


def phrased() -> Iterator[tuple[SheetWords, type[Any]]]:
    """The classes that have a phrase, with the words of their game."""
    for words, every in ((THRONES, Entry), (BTWIXT, Rule)):
        yield from ((words, kind) for kind in below(every) if isinstance(getattr(kind, "phrase", None), Phrase))


def below(kind: type[Any]) -> Iterator[type[Any]]:
    """A class of the program and all that are made of it."""
    yield kind
    for inner in kind.__subclasses__():
        yield from below(inner) if inner.__module__.startswith("adjudicator.") else ()


CLASSES = list(phrased())


def templates(phrase: Phrase, language: str) -> list[str]:
    """All templates of a phrase in a language."""
    words = translator(language)
    return [words.gettext(text) for text in (*phrase.either.values(), *phrase.parts.values()) if text]


@pytest.mark.parametrize("language", LANGUAGES)
def test_slots_name_fields(language: str) -> None:
    assert len(CLASSES) > 25

    for words, kind in CLASSES:
        fields = {*kind.__struct_fields__, *(name for owner, name in words.slots if owner is kind)}
        for template in templates(kind.phrase, language):
            slots = SLOT.findall(template)
            assert {name for name, _ in slots} <= fields, (kind, template)
            assert {join for _, join in slots} <= JOINS | name_forms(language).keys(), (kind, template)
            assert not re.search(r"[{}]", SLOT.sub("", template)), (kind, template)


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_have_the_same_slots(language: str) -> None:
    for _, kind in CLASSES:
        for source, target in zip(templates(kind.phrase, "en"), templates(kind.phrase, language), strict=True):
            # A translation may show a name in several forms.
            shown = {(name, join if join in JOINS else "") for name, join in SLOT.findall(target)}
            assert shown == set(SLOT.findall(source))


@pytest.mark.parametrize("edition", EDITIONS)
def test_random_sheets_leave_no_slot(edition: str) -> None:
    for number in range(30):
        language = list(LANGUAGES)[number % len(LANGUAGES)]
        voice = Voice(games.edition(edition), translator(language))
        sheet = random_sheet(Picker(str(number), "sheet"), edition=edition)

        sections = THRONES.sheet(sheet, voice)

        assert sections
        for _, lines in sections:
            assert not re.search(r"[{}\[\]]", "".join(lines)), lines
