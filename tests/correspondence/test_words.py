"""Languages: catalogs that are complete files, translations that keep their places."""

from __future__ import annotations

import string

import pytest
from babel.messages.pofile import read_po

from narration.catalogs import TRANSLATED
from narration.words import catalog_path, translator
from tests.narration.collected import templates


def _places(text: str) -> set[str]:
    # What a phrase of a sheet says where a place is empty is a word of the language.
    return {name.partition("|")[0] for _, name, _, _ in string.Formatter().parse(text) if name}


def test_an_unknown_language_speaks_english() -> None:
    assert translator("xx").language == "en"


def test_english_needs_no_catalog() -> None:
    words = translator("en")
    assert words.say("{house} holds {badge}.", house="Stark", badge="x") == "Stark holds x."
    assert words.both(["a", "b", "c"]) == "a, b and c"


def test_values_are_never_read_as_templates() -> None:
    assert translator("en").say("{house} wins {areas}", house="{areas}", areas="{house}") == "{areas} wins {house}"


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_catalog_holds_every_template_of_mails_and_story(language: str) -> None:
    """Run `python -m narration.catalogs` after changing what is said."""
    with catalog_path(language).open("rb") as file:
        held = {message.id for message in read_po(file, locale=language) if message.id}
    rooms = ("correspondence/mail", "narration/")
    wanted = {said for said, paths in templates() if any(path.startswith(rooms) for path in paths)}
    assert wanted - held == set()


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_keep_their_places(language: str) -> None:
    with catalog_path(language).open("rb") as file:
        for message in read_po(file, locale=language):
            sources = message.id if isinstance(message.id, (list, tuple)) else [message.id]
            said = message.string if isinstance(message.string, (list, tuple)) else [message.string]
            for text in filter(None, said):
                assert _places(text) <= set().union(*map(_places, sources)), message.id
