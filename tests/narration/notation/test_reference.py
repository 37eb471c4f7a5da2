"""What people are told of typing sheets is what the grammar reads, in every edition and language."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from adjudicator import games
from adjudicator.engine.decision import Refused
from narration.btwixt.notation.statements import NOTATION as OF_BTWIXT
from narration.notation.grammar import Notation, Statement
from narration.notation.reference import Reference, reference
from narration.notation.words import spelt
from narration.thrones.notation.statements import NOTATION as OF_WESTEROS
from narration.typed_sheets import keywords, notation_reference, read_sheet_text
from narration.words import LANGUAGES, translator

EDITIONS = ("first-edition", "second-edition", "mother-of-dragons", "storm-of-swords", "btwixt")
EVERY = [(edition, language) for edition in EDITIONS for language in LANGUAGES]
# What not every edition of Westeros has.
ONLY_SOME = {"loan", "vassal", "for", "tactics", "troops", "offer", "reply"}


def told(edition: str, language: str = "en") -> Reference:
    rules = games.edition(edition)
    return notation_reference(rules, rules.modules, translator(language))


def notation_of(edition: str) -> Notation:
    return OF_BTWIXT if edition == "btwixt" else OF_WESTEROS


def texts(found: Reference) -> list[str]:
    of_statements = [
        text for one in found.statements for text in (one.purpose, one.entry, *(clause.does for clause in one.clauses))
    ]
    return [*of_statements, *(does for _, does in found.lines)]


def english(found: Reference) -> list[str]:
    return [(one.keyword.elsewhere.get("en") or one.keyword.written).casefold() for one in found.statements]


@pytest.mark.parametrize(("edition", "language"), EVERY)
def test_every_example_is_read_back_in_the_readers_language(edition: str, language: str) -> None:
    rules = games.edition(edition)
    here, in_english = told(edition, language), told(edition)
    for one, same in zip(here.statements, in_english.statements, strict=True):
        assert one.example, one.keyword
        assert one.example[0].startswith(f"{one.keyword.written} ")
        script = read_sheet_text("\n".join(one.example), rules, rules.modules)
        assert script.sheet != games.of_edition(edition).empty_sheet
        assert script.unread == ()
        assert script.sheet == read_sheet_text("\n".join(same.example), rules, rules.modules).sheet
    whole = read_sheet_text("\n".join(here.sample), rules, rules.modules)
    assert whole.unread == ()
    assert whole.sheet == read_sheet_text("\n".join(in_english.sample), rules, rules.modules).sheet
    assert len(here.sample) > 5


@pytest.mark.parametrize(("edition", "language"), EVERY)
def test_everything_told_is_told_in_the_readers_language(edition: str, language: str) -> None:
    here, in_english = told(edition, language), told(edition)
    pairs = list(zip(texts(here), texts(in_english), strict=True))
    assert all(text for text, _ in pairs)
    assert language == "en" or [text for text, other in pairs if text == other] == []
    for keyword in (*(one.keyword for one in here.statements), *(one for one, _ in here.lines)):
        assert {language, *keyword.elsewhere} == set(LANGUAGES)
        assert all(word and word == word.upper() for word in (keyword.written, *keyword.elsewhere.values()))


@pytest.mark.parametrize("edition", EDITIONS)
def test_words_told_at_the_beginning_of_lines_are_read_there(edition: str) -> None:
    assert OF_WESTEROS.behalf is not None
    known = {*keywords(games.edition(edition)), *OF_WESTEROS.behalf.words.every()}
    for language in LANGUAGES:
        found = told(edition, language)
        every = [*(one.keyword for one in found.statements), *(one for one, _ in found.lines)]
        for keyword in every:
            assert {spelt(word) for word in (keyword.written, *keyword.also, *keyword.elsewhere.values())} <= known


def test_every_edition_lists_its_own_statements_alone() -> None:
    some = {
        "first-edition": {"tactics", "troops", "offer", "reply"},
        "second-edition": set(),
        "mother-of-dragons": {"loan", "vassal", "for"},
        "storm-of-swords": {"tactics", "troops", "offer", "reply"},
    }
    always = [(one.heading or one.words).en[0] for one in OF_WESTEROS.statements if one.words.en[0] not in ONLY_SOME]
    assert len(always) == 23
    for edition, more in some.items():
        found = english(told(edition))
        assert [word for word in found if word not in ONLY_SOME] == always
        assert set(found) - set(always) == more
        assert len(set(found)) == len(found)
    assert english(told("btwixt")) == [one.words.en[0] for one in OF_BTWIXT.statements]


def test_optional_rules_are_named_where_they_are_optional() -> None:
    def modules(edition: str) -> set[str]:
        return {one.module for one in told(edition).statements}

    assert modules("first-edition") == {"", "tactics", "leaders"}
    assert modules("storm-of-swords") == {""}


@pytest.mark.parametrize("statement", [*OF_WESTEROS.statements, *OF_BTWIXT.statements], ids=lambda one: one.words.en[0])
def test_every_clause_of_every_statement_is_told(statement: Statement) -> None:
    wanted = {*statement.fields} - {*statement.run, *statement.subject}
    assert wanted <= set(statement.helps) <= set(statement.fields)
    assert set(statement.fields_editions) <= set(statement.helps)


def test_clauses_are_told_where_the_edition_knows_them() -> None:
    def clauses(edition: str, keyword: str) -> set[str]:
        (found,) = (one for one in told(edition).statements if one.keyword.written == keyword)
        return {clause.word for clause in found.clauses}

    assert "leaders" in clauses("first-edition", "MARCH")
    assert "leaders" not in clauses("second-edition", "MARCH")
    assert clauses("first-edition", "RAVEN") == set()
    assert clauses("second-edition", "RAVEN") == {"look"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_short_forms_are_read_as_what_they_stand_for(edition: str) -> None:
    rules = games.edition(edition)
    names = notation_of(edition).tongue(rules, rules.modules).names
    for sort, shorts in told(edition).shorts.items():
        for one in shorts:
            for letters in one.letters:
                (found,) = names.matches(letters, (sort,))
                assert names.called(sort, found, "en") == one.name
    areas = {one.letters: one.name for one in told(edition).shorts.get("area", ())}
    assert (areas.get(("KL",)) == "King's Landing") == (edition != "btwixt")


def test_an_edition_without_the_names_of_an_example_is_told_none() -> None:
    rules = games.edition("first-edition")
    march = next(one for one in OF_WESTEROS.statements if one.path == "marches.areas")
    elsewhere = msgspec.structs.replace(march, example="MARCH no-such-place: stay", examples={})
    with pytest.raises(Refused):
        read_sheet_text("MARCH no-such-place: stay", rules, ())
    (found,) = reference(
        replace(OF_WESTEROS, statements=(elsewhere,), behalf=None), rules, (), translator("en")
    ).statements
    assert found.example == ()
    assert found.clauses
