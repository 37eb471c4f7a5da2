"""Whatever is wrong with a typed condition is said in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from adjudicator import games
from adjudicator.engine.chance import Picker
from adjudicator.engine.decision import Refused
from narration.btwixt.condition_phrases import CONDITIONS as BTWIXT
from narration.faults import condition_fault
from narration.narrators import NARRATORS, narrator_of
from narration.phrasebook import Phrasebook
from narration.thrones.condition_phrases import CONDITIONS as THRONES
from narration.typed_sheets import read_sheet_text
from narration.words import translator
from tests.adjudicator.btwixt.test_conditions import REFUSED, SAID
from tests.adjudicator.sheets.test_condition_text import SCRAPS

OURS = [*SCRAPS.split(), "weather", "jaime", "hostage", "of", "serves", "is in"]
THEIRS = [word for text in (*SAID, *REFUSED) for word in text[:200].split()]


def _faults(book: Phrasebook, edition: Any, words: Sequence[str], many: int) -> Iterator[str]:
    pick = Picker(edition.id, "faults")
    for _ in range(many):
        try:
            book.parse(" ".join(words[pick(len(words))] for _ in range(1 + pick(8))), edition, ())
        except Refused as refused:
            yield from (reason.words for reason in refused.reasons)


@pytest.mark.parametrize(
    ("book", "edition", "words"),
    [(THRONES, "first-edition", OURS), (THRONES, "storm-of-swords", OURS), (BTWIXT, "btwixt", THEIRS)],
)
def test_every_fault_is_known(book: Phrasebook, edition: str, words: list[str]) -> None:
    v = NARRATORS.of_edition(edition).voice(games.edition(edition), translator("it"))
    faults = list(_faults(book, v.edition, words, 600))
    assert len(faults) > 200
    assert [one for one in faults if condition_fault(one, v) is None] == []


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", 'column 9: "mien" is neither a house nor a state of an area; did you mean "mine"?'),
        ("it", 'colonna 9: "mien" non è né una casata né lo stato di un\'area; intendevi "mine"?'),
        ("es", 'columna 9: "mien" no es ni una casa ni el estado de un área; ¿querías decir "mine"?'),
    ],
)
def test_a_fault_names_place_and_nearest_word(language: str, told: str) -> None:
    v = NARRATORS.of_edition("first-edition").voice(games.edition("first-edition"), translator(language))
    with pytest.raises(Refused) as caught:
        THRONES.parse("pyke is mien", v.edition, ())
    assert narrator_of(v.edition).refusal(caught.value.reasons[0].words, v).startswith(told)


def test_other_words_are_left_alone() -> None:
    v = NARRATORS.of_edition("first-edition").voice(games.edition("first-edition"), translator("it"))
    assert condition_fault("the armies would exceed the supply limit", v) is None


@pytest.mark.parametrize("language", ["it", "es"])
def test_expected_json_is_repeated_as_it_stands(language: str) -> None:
    v = NARRATORS.of_edition("first-edition").voice(games.edition("first-edition"), translator(language))
    with pytest.raises(Refused) as caught:
        read_sheet_text("ANSWER r1-planning-1: three", v.edition, ())

    words = narrator_of(v.edition).refusal(caught.value.reasons[0].words, v)

    assert '{"kind": ...}' in words
