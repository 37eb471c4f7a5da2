"""Games of an edition speak in the words that its rulebook prints (`locale/<language>/printed.toml`)."""

from __future__ import annotations

import pytest
from babel.messages.pofile import read_po

from adjudicator import games
from narration.narrators import NARRATORS, narrator_of
from narration.notation.reading import read_text
from narration.notation.writing import write_text
from narration.words import C_, LOCALE, N_, Printed, catalog_path, printed_words, translator
from tests.narration.rulebooks import wrong_words

EDITIONS_DATA = "adjudicator/thrones/editions/data/"
LISTED = [path.parent.name for path in LOCALE.glob("*/printed.toml")]
PRINTED = [(language, edition) for language in LISTED for edition in printed_words(language)]
ROWS = {"raid": "foray", "the raid": "a foray", "blade token": "Sword"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("raid, then the raid", "foray, then a foray"),
        ("The Raid of Stark", "A Foray of Stark"),
        ("a Raid order", "a Foray order"),
        ("afraid of raiders", "afraid of raiders"),
        ("{n}: the blade token", "{n}: the Sword"),
    ],
)
def test_printed_words_keep_capitals_and_places(text: str, told: str) -> None:
    assert Printed(ROWS, {}).say(text) == told


def test_messages_of_a_context_have_rows_of_their_own() -> None:
    printed = Printed(ROWS, {"column": {"raid": "For."}})
    assert [printed.say("Raid", context) for context in ("", "column", "row")] == ["Foray", "For.", "Foray"]


def test_words_outside_a_game_are_those_of_the_catalog() -> None:
    general = translator("it")
    first = general.of_edition("first-edition")
    assert [words.say(N_("raids")) for words in (general, first)] == ["razzie", "incursioni"]
    assert [words.say(C_("column", "Fiefdoms")) for words in (general, first)] == ["Feudi", "Privilegi"]
    assert first.of_edition("mother-of-dragons").say(N_("raids")) == "razzie"
    assert general.of_edition("an edition of a host") is general
    assert translator("en").of_edition("first-edition") is translator("en")


@pytest.mark.parametrize(("language", "edition"), PRINTED)
def test_every_message_has_the_words_of_the_book(language: str, edition: str) -> None:
    words = printed_words(language)[edition]
    with catalog_path(language).open("rb") as file:
        messages = [message for message in read_po(file, locale=language) if message.id]
    wrong = []
    for message in messages:
        places = [place for place, _ in message.locations]
        if any(not place.startswith(EDITIONS_DATA) or place == EDITIONS_DATA + edition for place in places):
            strings = message.string if isinstance(message.string, (list, tuple)) else [message.string]
            for text in strings:
                wrong += wrong_words(words.say(text, message.context or ""), edition, language)
    assert wrong == []


@pytest.mark.parametrize(
    ("edition", "lines"),
    [
        (
            "first-edition",
            ["INCURSIONE pyke: seagard", "ARRUOLA pyke: cavaliere", "SPADA mai", "PERDI rifornimenti: nave"],
        ),
        ("storm-of-swords", ["SEQUENZA reclutamenti pyke, seagard"]),
        ("mother-of-dragons", ["RAZZIA pyke: seagard", "CONVOCA pyke: cavaliere", "LAMA mai", "PERDI scorte: nave"]),
    ],
)
def test_typed_lines_are_written_as_the_book_prints(edition: str, lines: list[str]) -> None:
    rules = games.edition(edition)
    notation = narrator_of(rules).notation
    assert notation is not None
    for line in lines:
        sheet = read_text(line, notation, rules, ()).sheet
        assert write_text(sheet, notation, rules, (), "it").splitlines()[1:] == [line]


@pytest.mark.parametrize(("language", "edition"), PRINTED)
def test_printed_words_are_of_editions_that_exist(language: str, edition: str) -> None:
    v = NARRATORS.of_edition(edition).voice(games.edition(edition), translator(language))
    assert v.words is translator(language).of_edition(edition)
