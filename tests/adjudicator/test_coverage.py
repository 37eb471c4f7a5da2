"""The suite covers what it must, its table is in date, and the rulings name cases that show them."""

from __future__ import annotations

from functools import cache

import pytest

from adjudicator.thrones.editions.loading import rulings
from adjudicator.thrones.game import THRONES
from tests.adjudicator.case_file import Case, read_cases
from tests.adjudicator.case_runner import run
from tests.adjudicator.coverage_table import SUITES, Results, Suite, page, results, uncovered

every_suite = pytest.mark.parametrize("suite", SUITES, ids=lambda suite: suite.edition)


@cache
def ran(edition: str) -> Results:
    return results(next(suite for suite in SUITES if suite.edition == edition))


def test_every_edition_has_its_suite() -> None:
    assert [suite.edition for suite in SUITES] == list(THRONES.editions)


@every_suite
def test_everything_that_must_be_covered_is(suite: Suite) -> None:
    assert uncovered(suite, ran(suite.edition)) == []


@every_suite
def test_the_table_is_in_date(suite: Suite) -> None:
    written = suite.page.read_text(encoding="utf-8")
    assert written == page(suite, ran(suite.edition)), "run: python -m tests.adjudicator.coverage_table"


@every_suite
def test_rulings_and_cases_name_each_other(suite: Suite) -> None:
    letter = {"1E": "R", "2E": "S", "MOD": "M", "SOS": "T"}[suite.prefix]
    told = rulings(suite.edition)
    numbers = [ruling.number for ruling in told]
    assert sorted(numbers) == [f"{letter}-{number:02}" for number in range(1, len(numbers) + 1)]
    cases = read_cases(suite.edition)
    known = {case.id for case in cases}
    named = {ruling.number: set(ruling.cases) for ruling in told}
    assert {number for number, cases in named.items() if not cases or cases - known} == set()
    assert {case.ruling for case in cases if case.ruling} <= set(numbers)
    assert [case.id for case in cases if case.ruling and case.id not in named[case.ruling]] == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"script": ["stark place-orders: winterfell=march+1"]}, "was not used"),
        ({"waits": ["stark use-blade"]}, "open questions"),
        ({"agenda": ["end-round"]}, "open questions"),
    ],
)
def test_a_case_that_does_not_hold_is_found_out(change: dict[str, list[str]], words: str) -> None:
    case = Case(id="1E-EDGE-wrong", title="wrong", source="none", **change)
    assert any(words in fault for fault in run(case).wrong)
