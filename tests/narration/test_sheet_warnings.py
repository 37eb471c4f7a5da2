"""What is said of a sheet, in three languages."""

from __future__ import annotations

import pytest

from adjudicator import games
from adjudicator.thrones.sheets.warnings.words import WORDS, warn
from narration.thrones.questions import refusal_words
from narration.thrones.voice import Voice
from narration.words import translator

FIRST = games.edition("first-edition")


@pytest.mark.parametrize("language", ["it", "es"])
def test_every_warning_is_said_in_the_readers_language(language: str) -> None:
    for code, template in WORDS.items():
        assert translator(language).say(template, **dict.fromkeys(_names(template), "x")) != template, code


def test_numbers_and_names_are_read_back() -> None:
    told = warn("bid-over-power", "bids.fiefdoms[0]", house="lannister", power=4, amount=9).words
    said = {language: refusal_words(told, Voice(FIRST, translator(language), None)) for language in ("en", "it", "es")}
    assert said == {
        "en": "Lannister has 4 Power now: instead of 9, only what is left would be bid",
        "it": "adesso il potere disponibile di Lannister è 4: invece di 9 si offrirebbe solo ciò che resta",
        "es": "ahora el Poder disponible de Lannister es 4: en vez de 9 solo se pujaría lo que quede",
    }
    refused = refusal_words("a house has 2 of march+0, not 3", Voice(FIRST, translator("it"), None))
    assert refused == "Marcia +0: una Casa ne ha 2, non 3"
    other = "a house has 2 of march+0, or 3"
    assert refusal_words(other, Voice(FIRST, translator("it"), None)).startswith("a house has 2 of"), "as it came"


def _names(template: str) -> list[str]:
    return [part.split("}")[0] for part in template.split("{")[1:]]
