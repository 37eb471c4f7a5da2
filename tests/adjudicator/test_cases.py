"""The public conformance suite of the Westeros boards, one test for each case."""

from __future__ import annotations

import pytest

from adjudicator import games
from adjudicator.thrones.editions.every import EDITIONS
from tests.adjudicator.case_file import Case, read_cases
from tests.adjudicator.case_runner import run

# No rule of a book: a game master said so.
OVERRIDE = "edict"
EVERY_CASE = [case for edition in EDITIONS for case in read_cases(edition)]


@pytest.mark.parametrize("case", EVERY_CASE, ids=lambda case: case.id)
def test_case(case: Case) -> None:
    ran = run(case)
    assert {record.rule for record in ran.records} <= {*games.edition(case.edition).citations, OVERRIDE}
    assert not ran.wrong, f"{case.id} {case.title}\n  " + "\n  ".join(ran.wrong)
