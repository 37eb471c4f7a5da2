"""Conditions in words: everything that can be said has a phrase, and a phrase's typed form is read as it is offered."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator import games
from adjudicator.engine.chance import Picker
from adjudicator.thrones.sheets.conditions.tree import JUNCTIONS
from narration.btwixt.condition_phrases import CONDITIONS as BTWIXT
from narration.narrators import NARRATORS
from narration.phrasebook import Phrase, Phrasebook, Row
from narration.thrones.condition_phrases import CONDITIONS as THRONES
from narration.words import translator
from tests.adjudicator.sheets.random_sheets import Maker

EDITIONS = ("first-edition", "second-edition", "mother-of-dragons", "storm-of-swords")
# Nobody means them: one is never one's own opponent, and always the other's.
POINTLESS = ("opponent is me", "opponent is opponent")


def _voice(edition: str, language: str = "en") -> Any:
    return NARRATORS.of_edition(edition).voice(games.edition(edition), translator(language))


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_fact_has_a_phrase(edition: str) -> None:
    v = _voice(edition)
    for number in range(200):
        condition = Maker(Picker(str(number), "phrases"), edition=edition).condition()
        for part in JUNCTIONS.within(condition):
            text = THRONES.write(part)
            if not isinstance(part, tuple(JUNCTIONS)) and text not in POINTLESS:
                _, (row,) = THRONES.rows(part, v)
                assert row.whole, text


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "only if the condition before it does not hold, and if the round > 3: always"),
        ("it", "solo se la condizione precedente non vale, e se il round > 3: always"),
        ("es", "solo si la condición anterior no se cumple, y si la ronda > 3: always"),
    ],
)
def test_a_rule_after_else_says_so(language: str, told: str) -> None:
    v = _voice("first-edition", language)
    when = THRONES.parse("else if round > 3", v.edition, ())
    assert THRONES.rule(when, "always", v) == told
    assert THRONES.rows(when, v) == ("and", [Row("else if round > 3", whole=False)]), "the builder leaves it as it is"
    assert THRONES.rule(THRONES.parse("else", v.edition, ()), "always", v) == f"{told.split(',')[0]}: always"


def _typed(phrase: Phrase, book: Phrasebook, v: Any, pick: Picker) -> str:
    typed = phrase.typed
    for sort in phrase.slots:
        ids = book.ids(sort, v)
        typed = typed.replace(f"{{{sort}}}", ids[pick(len(ids))], 1)
    return typed


@pytest.mark.parametrize(("book", "edition"), [*((THRONES, name) for name in EDITIONS), (BTWIXT, "btwixt")])
def test_what_is_offered_is_read(book: Phrasebook, edition: str) -> None:
    v, pick = _voice(edition), Picker(edition, "offered")
    facts = [_typed(phrase, book, v, pick) for phrase in book.offered(book.facts, v)]
    numbers = [_typed(phrase, book, v, pick) for phrase in book.offered(book.numbers, v)]
    for text in (*facts, *(f"{number} >= 2" for number in numbers)):
        condition = book.parse(text, v.edition, ())
        joint, rows = book.rows(condition, v)
        assert joint == "and"
        assert all(row.whole for row in rows), text


def test_only_what_the_edition_has_is_offered() -> None:
    offered = {name: {one.typed for one in THRONES.offered(THRONES.facts, _voice(name))} for name in EDITIONS}
    assert "weather is fair" in offered["storm-of-swords"]
    assert "weather is fair" not in offered["first-edition"]
    assert "I commands {house}" in offered["mother-of-dragons"]
    assert "I commands {house}" not in offered["first-edition"]


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Blackwater belongs to Baratheon and my strength ≥ the enemy's strength + 1"),
        ("it", "Baratheon controlla le Acque Nere e la mia forza ≥ la forza del nemico + 1"),
        ("es", "Baratheon controla Aguasnegras y mi fuerza ≥ la fuerza del enemigo + 1"),
    ],
)
def test_it_is_told_in_every_language(language: str, told: str) -> None:
    v = _voice("first-edition", language)
    condition = THRONES.parse("blackwater is baratheon and strength >= enemy + 1", v.edition, ())
    assert THRONES.tell(condition, v) == told


def test_brackets_stay_where_they_are_needed() -> None:
    v = _voice("first-edition")
    condition = THRONES.parse("not sure and (round > 3 or likely)", v.edition, ())
    assert THRONES.tell(condition, v) == "not (I surely win) and (the round > 3 or I likely win)"


def test_rows_of_a_builder() -> None:
    v = _voice("first-edition")
    joint, rows = THRONES.rows(THRONES.parse("not pyke is empty or stark power < power - 2", v.edition, ()), v)
    assert joint == "or"
    assert rows == [
        Row("{area} is empty", ("pyke",), negated=True),
        Row("{house} {quantity}", ("stark", "power"), op="<", right="{quantity}", right_values=("power",), plus=-2),
    ]
    joint, rows = THRONES.rows(THRONES.parse("sure or (likely and round > 3)", v.edition, ()), v)
    assert [row.whole for row in rows] == [True, False]
    assert rows[1].typed == "(likely and round > 3)"
