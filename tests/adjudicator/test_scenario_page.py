"""The page about scenarios: its tables are the code's, its example is built and run."""

from __future__ import annotations

import re

import pytest

from adjudicator.engine.decision import Illegal
from adjudicator.engine.step import Outcome
from adjudicator.thrones.editions.every import EDITIONS
from adjudicator.thrones.scenario.building import ARGUMENTS, build, steps
from adjudicator.thrones.scenario.form import read_scenario
from tests.adjudicator.scenario_page import PAGE, page

TEXT = PAGE.read_text(encoding="utf-8")
(EXAMPLE,) = re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)
(LINES,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


def test_the_tables_are_in_date() -> None:
    assert page(TEXT) == TEXT, "run: python -m tests.adjudicator.scenario_page"


def test_every_step_and_argument_has_words() -> None:
    found = [step for edition in EDITIONS.values() for step in steps(edition)]
    assert [step.name for step in found if not step.words] == []
    assert {argument for step in found for argument in (*step.needed, *step.optional)} == set(ARGUMENTS)


def test_the_example_is_built_and_asks_what_it_says() -> None:
    names: dict[str, object] = {"text": EXAMPLE}
    exec(compile(LINES, "docs/scenarios.md", "exec"), names)
    outcome = names["outcome"]
    assert isinstance(outcome, Outcome)
    assert [one.seat for one in outcome.waiting] == ["stark"]
    assert outcome.showing.board.forces["moat-cailin"].routed == {"footman": 1}


def test_what_the_page_says_of_the_refusals_is_so() -> None:
    wrong = read_scenario(EXAMPLE.replace("winterfell = ", "winterfel = ", 1))
    with pytest.raises(Illegal, match=r"unknown-area.*near it: winterfell.*setup\.units\.stark\.winterfel"):
        build(wrong)
