"""Long lines of a text are broken where what is said stays the same, and no line begins something new by it."""

from __future__ import annotations

import textwrap
from contextlib import suppress
from typing import Any

import pytest

from adjudicator import games
from adjudicator.engine.chance import Picker
from adjudicator.engine.decision import Refused
from narration.narrators import NARRATORS
from narration.notation.writing import WIDTH, broken
from narration.typed_sheets import read_sheet_text, sheet_text
from tests.adjudicator.btwixt.random_sheets import random_sheet as btwixt_sheet
from tests.adjudicator.sheets.random_sheets import random_sheet
from tests.slices import often

LANGUAGES = ("en", "it", "es")


def sheets(edition: str) -> list[Any]:
    count = often(12, 1000)
    if edition == "btwixt":
        return [btwixt_sheet(seed, ["cersei", "euron", "jon", "tyrion"]) for seed in range(count)]
    return [random_sheet(Picker("broken", str(seed)), edition=edition) for seed in range(count)]


@pytest.mark.parametrize("edition", ["first-edition", "btwixt"])
def test_no_line_is_long_that_can_be_broken(edition: str) -> None:
    rules = games.edition(edition)
    begins = NARRATORS.of_edition(edition).notation.beginnings  # type: ignore[union-attr]
    broken_once = 0
    for sheet in sheets(edition):
        for language in LANGUAGES:
            lines = sheet_text(sheet, rules, (), language).splitlines()
            broken_once += sum(line.startswith("    ") for line in lines)
            assert all(list(broken(line.strip(), begins)) == [line.strip()] for line in lines)
    assert broken_once > 0


def test_a_mail_program_that_breaks_lines_changes_no_sheet() -> None:
    rules, found = games.edition("btwixt"), sheets("btwixt")
    read, other = 0, []
    for sheet in found:
        for language in LANGUAGES:
            text = sheet_text(sheet, rules, (), language)
            mailed = "\n".join("\n".join(textwrap.wrap(line, 76, break_on_hyphens=False)) for line in text.split("\n"))
            with suppress(Refused):
                read += 1
                if read_sheet_text(mailed, rules, ()).sheet != sheet:
                    other.append(max(text.split("\n"), key=len))
    assert read > 30
    # Two of the longest names side by side leave no place to break a line: one text of some thousands.
    assert len(other) <= len(found) // 500, other


@pytest.mark.parametrize("seed", [288, 315, 340, 414])
def test_lines_that_were_broken_elsewhere_by_mail_programs(seed: int) -> None:
    rules, sheet = games.edition("btwixt"), btwixt_sheet(seed, ["cersei", "euron", "jon", "tyrion"])
    for language in LANGUAGES:
        text = sheet_text(sheet, rules, (), language)
        lines = [part for line in text.split("\n") for part in textwrap.wrap(line, 76, break_on_hyphens=False)]
        with suppress(Refused):
            assert read_sheet_text("\n".join(lines), rules, ()).sheet == sheet


def test_new_beginnings_and_quotations_stay_where_they_are() -> None:
    begins = frozenset(("leader", "never", "never mind"))
    long = f"LEADERS {'w' * 62}"
    assert list(broken(f"{long}, leader, left", begins)) == [f"{long}, leader,", "    left"]
    assert list(broken(f"{long}, never, never-mind, x", begins)) == [f"{long}, never, never-mind,", "    x"]
    # What begins something new goes along with what stands before it, so that both come to the next line.
    assert list(broken(f"{long[:60]}, left, leader", begins)) == [f"{long[:60]},", "    left, leader"]
    assert list(broken(f"{long[:60]} left if right + 2", begins)) == [f"{long[:60]} left", "    if right + 2"]
    assert list(broken(f"{long[:60]} total + 2 left", begins)) == [f"{long[:60]} total +", "    2 left"]
    assert list(broken(f"{long[:60]} total + knight", begins)) == [f"{long[:60]} total + knight"]
    for kept in ('"a, b"', '{"a": 1, "b": 2}'):
        assert list(broken(f"{long}, {kept}", begins)) == [f"{long}, {kept}"]
    assert max(len(line) for line in broken(", ".join(["word"] * 60), begins)) <= WIDTH
