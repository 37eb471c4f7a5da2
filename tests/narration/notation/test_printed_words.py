"""Words that books print and players use: each is read as what it is, and none takes the place of another."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

from adjudicator import games
from adjudicator.engine.names import PEOPLE, matching_ids, plain
from adjudicator.thrones.sheets.name_book import CALLED
from narration.btwixt.notation.statements import NOTATION as OF_BTWIXT
from narration.notation.words import COMMON, Names, phrases
from narration.thrones.notation.rows import DATA
from narration.thrones.notation.statements import NOTATION as OF_WESTEROS
from tests.narration.boards import typed as read

TABLES = tomllib.loads(Path(__file__).with_name("printed_words.toml").read_text(encoding="utf-8"))
LINES = [(edition, *line) for edition, lines in TABLES.pop("lines").items() for line in lines]
PROSE = [(edition, line) for edition, lines in TABLES.pop("prose").items() for line in lines]
WESTEROS = ("first-edition", "second-edition", "mother-of-dragons", "storm-of-swords")
LANGUAGES = ("en", "it", "es")
PRINTED = [
    (edition, language, sort, meant, text)
    for named, languages in TABLES.items()
    for edition in (WESTEROS if named == "all" else (named,))
    for language, sorts in languages.items()
    for sort, words in sorts.items()
    for meant, texts in words.items()
    for text in texts.strip().replace("\n", "/").split("/")
]
# What a table of initials has to stand apart from.
OTHERS = ("order", "vassal-order", "unit")
MAX_INITIALS = 4
MIN_PRINTED = 1200


@cache
def names(edition: str) -> Names:
    notation = OF_WESTEROS if edition in WESTEROS else OF_BTWIXT
    return notation.tongue(games.edition(edition), ()).names


def besides(edition: str) -> list[tuple[str, str, str]]:
    """The spellings that are no names, by sort, with what they mean."""
    return [(sort, text, one) for sort, every in names(edition).besides.items() for text, one in every.items()]


def test_every_printed_word_is_read_as_what_it_is() -> None:
    assert len(PRINTED) > MIN_PRINTED
    assert {(edition, language) for edition, language, *_ in PRINTED} == {
        (edition, language) for edition in (*WESTEROS, "btwixt") for language in LANGUAGES
    }
    found = [
        (edition, sort, meant, text, names(edition).matches(text.replace("*", " star"), (sort,)))
        for edition, _, sort, meant, text in PRINTED
    ]
    assert [one for one in found if one[-1] != [one[2]]] == []


@pytest.mark.parametrize(("edition", "typed", "means"), LINES, ids=lambda text: text[:40])
def test_a_line_in_such_words_is_read(edition: str, typed: str, means: str) -> None:
    found, wanted = read(typed, edition), read(means, edition)
    assert (found.sheet, found.unread) == (wanted.sheet, ())
    assert found.said


@pytest.mark.parametrize(("edition", "line"), PROSE, ids=lambda text: text[:40])
def test_prose_that_begins_with_such_a_word_orders_nothing(edition: str, line: str) -> None:
    script = read(line, edition)
    assert (script.sheet, script.unread) == (games.of_edition(edition).empty_sheet, ((1, line),))


@pytest.mark.parametrize("edition", [*WESTEROS, "btwixt"])
def test_no_such_word_takes_the_place_of_a_name(edition: str) -> None:
    known = names(edition)
    alone = Names(known.spellings, known.called, known.shorts, known.later)
    for sort, text, one in besides(edition):
        assert text == plain(text)
        matched = alone.matches(text, (sort,))
        assert matched in ([], [one]) or len(matched) > 1 or known.later.issuperset(matched), text
        assert known.matches(text, (sort,)) == [one] or text in known.shorts.get(sort, {}), text
    for sort, spelled in known.spellings.items():
        for one, texts in spelled.items():
            assert all(known.matches(text, (sort,)) == alone.matches(text, (sort,)) for text in texts), one


@pytest.mark.parametrize("edition", WESTEROS)
def test_initials_of_areas_are_no_code_and_no_order(edition: str) -> None:
    known = names(edition)
    initials = {text: one for sort, text, one in besides(edition) if sort == "area" and len(text) <= MAX_INITIALS}
    assert initials
    for text, one in initials.items():
        assert known.shorts["area"].get(text, one) == one, text
        for sort in OTHERS:
            assert text not in known.shorts[sort], (sort, text)
            assert text not in known.besides[sort], (sort, text)


def test_every_one_is_of_use_in_some_edition() -> None:
    """What it is said of is in an edition, and means it there."""
    tables = [(sort, table) for sort, table in CALLED.items() if sort != "track"]
    idle = set()
    for sort, table in [*tables, ("card", PEOPLE), ("leader", PEOPLE), ("ally", PEOPLE)]:
        for key, texts in table.items():
            for text in filter(None, re.split("[/\n]", texts)):
                used = any(names(edition).matches(text, (sort,)) for edition in (*WESTEROS, "btwixt"))
                idle |= set() if used else {(sort, key, text)}
    people = {(key, text) for sort, key, text in idle if sort in ("card", "leader", "ally")}
    in_each = [{(key, text) for sort, key, text in idle if sort == one} for one in ("card", "leader", "ally")]
    assert people & in_each[0] & in_each[1] & in_each[2] == set()
    assert {one for one in idle if one[0] not in ("card", "leader", "ally")} == set()


def test_verbs_of_orders_mean_one_kind_and_no_area() -> None:
    verbs = phrases(DATA.words["order-verbs"])
    assert set(verbs.known.values()) >= {"march", "defense", "support", "raid", "consolidate-power"}
    for edition in WESTEROS:
        areas = games.edition(edition).areas
        spelled = {one: names(edition).spellings["area"][one] for one in areas}
        for text in verbs.known:
            assert not names(edition).exact(text, ("area",)), text
            assert len(matching_ids(text, spelled)) != 1, text


def test_numbers_in_words_mean_one_number() -> None:
    numbers = phrases(COMMON["numbers"])
    assert [numbers.known[text] for text in ("one", "tre", "cinco", "sei")] == ["1", "3", "5", "6"]
