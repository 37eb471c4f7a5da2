"""Whatever 256 KB say, they are read and checked at once, and not more is told than somebody reads."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from adjudicator import games
from adjudicator.engine.decision import Refusal, Refused, Unreadable
from adjudicator.engine.sheet.document import MAX_BYTES, MAX_FAULTS
from adjudicator.engine.sheet.reader import MAX_TEXT
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.sheets.battle import BladeRule
from adjudicator.thrones.sheets.conditions.tree import parse_condition
from adjudicator.thrones.sheets.name_book import name_book
from adjudicator.thrones.sheets.sheet import Sheet, over_limits, read_sheet, rules
from tests.adjudicator.sheets.worst_sheets import worst_sheets
from tests.effort import Effort
from tests.kept_for_all import kept

# Twice what the worst sheet and the worst condition make; the seconds are promised in `tests/bench/texts.py`.
MAX_TURNS, MAX_TURNS_OF_A_CONDITION = 2_200_000, 120_000
CONDITIONS = {
    "whose": "a " * 1990 + "bid",
    "glued": "a" + "+1" * 1999,
    "glued and wrong": "a" * 3000 + "+" + "1" * 900 + "x",
    "not": "not " * 1000,
    "brackets": "(" * MAX_TEXT,
    "and": "round = 1 and " * 285 + "round = 1",
    "spaces": "round" + " " * 3980 + "= 1",
    "signs": "a" + " " * 3000 + "+ " * 400,
    "marks": "a\u0301\u0316" * 1300 + " is mine",
    "owners": "tyrell's " * 400 + "position > 1",
    "is": "winterfell is " * 280,
    "verbs and names": ("lost i " * 600)[:MAX_TEXT],
    "verbs alone": ("took " * 800)[:MAX_TEXT],
    "digits": "\u0663" * MAX_TEXT,
}


@cache
def sheets() -> dict[str, bytes]:
    """The sheets by name; they take seconds to make."""
    return kept("worst sheets", lambda: dict(worst_sheets()))


def refusals(read: Callable[[], Any]) -> list[Refusal]:
    """What is refused of something that is read."""
    try:
        return list(getattr(read(), "errors", ()))
    except Refused as refused:
        return list(refused.reasons)


@pytest.mark.parametrize("edition", ["mother-of-dragons", "storm-of-swords"])
def test_the_worst_sheets_are_read_and_checked_at_once(edition: str) -> None:
    outcome = games.of_edition(edition).resume(games.start(edition, max(THRONES.editions[edition].setups), "a seed"))
    seat, rules = outcome.showing.board.houses[0], THRONES.editions[edition]
    for name, data in sheets().items():
        assert len(data) <= MAX_BYTES, name
        with Effort() as effort:
            told = refusals(
                lambda d=data: THRONES.check_sheet(outcome.showing, seat, read_sheet(d, rules), outcome.waiting)
            )
        assert effort.turns < MAX_TURNS, name
        assert len(told) <= MAX_FAULTS, name
        assert sum(len(reason.words) + len(reason.where) for reason in told) < 40_000, name


def test_some_of_them_get_as_far_as_the_check() -> None:
    taken = [name for name in sheets() if "limit" in name or name.startswith("areas and")]
    assert len([name for name in taken if read_sheet(sheets()[name])]) == len(taken) > 15


@pytest.mark.parametrize("name", CONDITIONS)
def test_the_worst_conditions_are_read_at_once(name: str) -> None:
    with Effort() as effort:
        told = refusals(lambda: parse_condition(CONDITIONS[name][:MAX_TEXT], THRONES.editions["mother-of-dragons"]))
    assert effort.turns < MAX_TURNS_OF_A_CONDITION
    assert all(len(reason.words) < 2000 for reason in told)


def test_names_are_measured_before_they_are_read() -> None:
    book = name_book(THRONES.editions["first-edition"])
    with pytest.raises(Unreadable, match="name-too-long"):
        book.find("winterfell" + " " * 8000, "area")
    assert book.matches("winterfell" + " " * 8000, "area") == []
    assert book.find("winterfell" + " " * 50, "area") == "winterfell"
    with pytest.raises(Unreadable, match="name-too-long") as refused:
        read_sheet(b'{"orders": {"winterfell": "' + b"x" * 300 + b'"}}')
    assert refused.value.reasons[0].where == "orders.winterfell"


def test_signs_before_digits_are_read_in_any_context() -> None:
    book = name_book(THRONES.editions["first-edition"])
    for text in ("march+1", "March  +1", "march + 1", "MARCH +   1"):
        assert book.find(text, "order") == "march+1"
    assert book.find("march \u2212 1", "order") == "march-1"


def test_the_first_faults_are_told() -> None:
    outcome = THRONES.resume(games.start("first-edition", 5, "a seed"))
    wrong = Sheet(orders={f"winterfel{n}": "march+0" for n in range(MAX_FAULTS + 5)})
    report = THRONES.check_sheet(outcome.showing, "stark", wrong, outcome.waiting)
    assert len(report.errors) == MAX_FAULTS
    assert 'did you mean "winterfell"' in report.errors[0].words


@pytest.mark.parametrize("letter", ["x", '"', "\\", "\n", "\u00e9", "\u2603", ":"])
def test_long_names_and_many_are_found_whatever_their_letters(letter: str) -> None:
    """Sheets are looked through name by name only where their JSON shows that there may be such."""
    for orders in ({"winterfell": letter * 201}, {letter * 201: "raid"}):
        with pytest.raises(Unreadable, match="name-too-long"):
            read_sheet(json.dumps({"orders": orders}).encode())
    assert over_limits(Sheet(orders={"winterfell": letter * 200, letter * 200: "raid"})) == []
    many = {f"{letter}{number}": "raid" for number in range(301)}
    assert [one.code for one in over_limits(Sheet(orders=many))] == ["list-too-long"]
    assert over_limits(Sheet(orders=dict(list(many.items())[1:]))) == []


def test_instructions_are_those_of_the_sheet_that_is_asked() -> None:
    """What was found for one sheet is no other's, and may be changed by whoever got it."""
    one, other = (Sheet(blade=(BladeRule(use="never"),) * count) for count in (1, 2))
    for _ in range(2):
        assert [where for where, _ in rules(one)] == ["blade[0]"]
        assert [where for where, _ in rules(other)] == ["blade[0]", "blade[1]"]
        rules(other).clear()
        assert rules(other, "x") == [(f"x.{where}", rule) for where, rule in rules(other)]
