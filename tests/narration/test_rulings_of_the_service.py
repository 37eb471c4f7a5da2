"""Rulings that the service writes are told in each reader's language; those written before are told as they stand."""

from __future__ import annotations

from gettext import NullTranslations

import msgspec
import pytest

from adjudicator import games
from adjudicator.thrones.state.decisions import CardChoice
from adjudicator.thrones.state.overrides import AnyOverride, Ruling
from correspondence.overrides import NewAnswer, NewSheet
from correspondence.review.overrides import override_ruling
from narration.common_overrides import RULINGS
from narration.thrones.sentences import override_words
from narration.thrones.voice import Voice
from narration.words import Words, translator


class Spoken(Words):
    """Words that show which messages were asked for."""

    def gettext(self, message: str) -> str:
        """The message, marked."""
        return f"«{message}»"


def _voice(words: Words | None = None) -> Voice:
    return Voice(games.edition("first-edition"), words or translator("en"))


def test_replaced_sheets_and_answers_are_messages_with_places() -> None:
    sheet = override_ruling(NewSheet("stark", "{}"), "first-edition")
    answer = override_ruling(
        NewAnswer("d7-choose-house-card-stark", "stark", "choose-house-card", CardChoice("eddard-stark")),
        "first-edition",
    )
    assert sheet is not None
    assert answer is not None
    assert (sheet.says, answer.says) == ("sheet-replaced", "answer-replaced")
    assert set(RULINGS) == {"sheet-replaced", "answer-replaced"}
    assert override_words(sheet, _voice()) == "Stark's orders are replaced."
    assert override_words(answer, _voice()) == "House card: the choice is made for Stark."
    assert "stark" in sheet.text, "readers of the journal without our words have a sentence, too"


def test_the_message_itself_is_translated() -> None:
    spoken = _voice(Spoken("es", NullTranslations()))
    told = override_words(Ruling(text="x", says="sheet-replaced", places={"house": "stark"}), spoken)
    assert told == "«Stark's orders are replaced.»"


def test_a_ruling_of_before_is_told_as_it_stands() -> None:
    stored = b'{"kind":"ruling","text":"The sheet of stark was replaced.","about":"","record":0}'
    old = msgspec.json.decode(stored, type=AnyOverride)
    assert msgspec.json.encode(old) == stored, "and stays the same, byte for byte"
    assert override_words(old, _voice()) == "Ruling: The sheet of stark was replaced."


@pytest.mark.parametrize("says", ["no-such-message", "sheet-replaced"])
def test_what_nobody_can_tell_is_told_as_written(says: str) -> None:
    assert override_words(Ruling(text="So.", says=says, places={"house": "nobody"}), _voice()) == "Ruling: So."
