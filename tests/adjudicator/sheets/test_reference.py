"""The reference of sheets: every example on the page is read, and means something."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adjudicator import games
from adjudicator.thrones.sheets.conditions.tree import format_condition, parse_condition
from adjudicator.thrones.sheets.sheet import EMPTY_SHEET, Sheet, read_sheet, unknown_ids, write_sheet
from adjudicator.thrones.sheets.sheet_check import meaningless_terms

FIRST = games.edition("first-edition")
PAGE = (Path(__file__).parents[3] / "docs" / "sheets.md").read_text()
BLOCKS = re.findall(r"```(conditions|json sheet)(?: ([a-z-]+))?\n(.*?)```", PAGE, re.DOTALL)
CONDITIONS = [
    (line, name or FIRST.id) for kind, name, block in BLOCKS if kind == "conditions" for line in block.splitlines()
]
SHEETS = [(block, name or FIRST.id) for kind, name, block in BLOCKS if kind == "json sheet"]


@pytest.mark.parametrize(("line", "name"), CONDITIONS)
def test_every_condition_of_the_reference_is_read(line: str, name: str) -> None:
    edition = games.edition(name)
    condition = parse_condition(line, edition)
    assert parse_condition(format_condition(condition), edition) == condition


@pytest.mark.parametrize("number", range(len(SHEETS)))
def test_every_reference_sheet_is_read_with_known_names(number: int) -> None:
    block, name = SHEETS[number]
    edition = games.edition(name)
    sheet = read_sheet(block.encode(), edition)
    assert sheet != EMPTY_SHEET
    assert list(unknown_ids(sheet, edition)) == []
    assert list(meaningless_terms(sheet)) == []
    assert read_sheet(write_sheet(sheet)) == sheet


@pytest.mark.parametrize("part", Sheet.__struct_fields__)
def test_the_reference_has_an_example_of_each_part(part: str) -> None:
    read = [read_sheet(block.encode(), games.edition(name)) for block, name in SHEETS]
    assert [sheet for sheet in read if getattr(sheet, part) != getattr(EMPTY_SHEET, part)]


def test_the_reference_has_examples_of_conditions() -> None:
    assert len(CONDITIONS) >= 12
