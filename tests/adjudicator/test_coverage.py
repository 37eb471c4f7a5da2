"""The suite covers what it must, its table is in date, and the rulings name cases that show them."""

from __future__ import annotations

import re
from functools import cache

import pytest

from tests.adjudicator.case_file import Case, read_cases
from tests.adjudicator.case_runner import run
from tests.adjudicator.coverage_table import DOCS, PAGE, Results, page, results, uncovered


@cache
def ran() -> Results:
    return results()


def test_everything_that_must_be_covered_is() -> None:
    assert uncovered(ran()) == []


def test_the_table_is_in_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(ran()), "run: python -m tests.adjudicator.coverage_table"


def test_rulings_and_cases_name_each_other() -> None:
    text = (DOCS / "rulings.md").read_text(encoding="utf-8")
    sections = re.split(r"^### ", text, flags=re.MULTILINE)[1:]
    numbers = [section.split()[0] for section in sections]
    assert sorted(numbers) == [f"R-{number:02}" for number in range(1, len(numbers) + 1)]
    known = {case.id for case in read_cases()}
    named = {
        number: set(re.findall(r"1E-[A-Z]+-[a-z0-9-]+", part)) for number, part in zip(numbers, sections, strict=True)
    }
    assert {number for number, cases in named.items() if not cases or cases - known} == set()
    assert {case.ruling for case in read_cases() if case.ruling} <= set(numbers)
    assert [case.id for case in read_cases() if case.ruling and case.id not in named[case.ruling]] == []


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
