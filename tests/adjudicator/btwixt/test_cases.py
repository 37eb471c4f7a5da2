"""The public conformance suite of B'Twixt, one test for each case, and what it must be about."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from adjudicator.btwixt.editions.loading import HOUSE
from tests.adjudicator.btwixt.case_file import Case, read_cases
from tests.adjudicator.btwixt.case_runner import run_case

EVERY_CASE = read_cases()
# The worked examples of the rulebooks, and where they are silent (rules 8).
EXAMPLES = {f"EX-{number:02}" for number in range(1, 29)} - {"EX-14", "EX-19"}
EXAMPLES |= {"EX-03b", "EX-13b", "EX-14a", "EX-14b", "EX-19a", "EX-19b", "EX-19c", "EX-19d", "EX-21b"}
GAPS = {f"8.{number}" for number in range(1, 23)}


@pytest.mark.parametrize("case", EVERY_CASE, ids=lambda case: case.id)
def test_case(case: Case) -> None:
    ran = run_case(case)
    assert not ran.wrong, f"{case.id} {case.title}\n  " + "\n  ".join(ran.wrong)


def test_each_card_has_a_case() -> None:
    named = {case.id for case in EVERY_CASE}
    assert [ally for ally in HOUSE.allies if f"BT-ALLY-{ally}" not in named] == []
    assert [card for card in HOUSE.influence if f"BT-CARD-{card}" not in named] == []


def test_each_example_and_each_gap_has_a_case() -> None:
    cited = {word for case in EVERY_CASE for word in re.split(r"[ ,;]+", case.source)}
    assert EXAMPLES - cited == set()
    assert GAPS - cited == set()


def test_each_ruling_is_shown_by_the_cases_it_names() -> None:
    text = files("adjudicator.btwixt.editions").joinpath("data", "house", "rulings.md").read_text(encoding="utf-8")
    named = {}
    for ruling in re.findall(r"### (R-\d\d) (.*?)(?=\n#|\Z)", text, re.DOTALL):
        named[ruling[0]] = set(re.findall(r"BT-[A-Za-z0-9.-]*[A-Za-z0-9]", ruling[1]))
    shown: dict[str, set[str]] = {}
    for case in EVERY_CASE:
        if case.ruling:
            shown.setdefault(case.ruling, set()).add(case.id)
    assert named == shown
    assert len(named) == 20
