"""The reference of programmes: every example on the page is read, names what there is, and nothing is left out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adjudicator.btwixt.editions.loading import HOUSE
from adjudicator.btwixt.sheets import wishes as w
from adjudicator.btwixt.sheets.conditions.text import format_condition, parse_condition
from adjudicator.btwixt.sheets.conditions.tree import TABLE
from adjudicator.btwixt.sheets.sheet import EMPTY_SHEET, read_sheet, write_sheet
from adjudicator.btwixt.sheets.sheet_check import USES, WORDS, check_sheet
from tests.adjudicator.btwixt.tables import Setup, build

PAGE = (Path(__file__).parents[3] / "docs" / "btwixt-programmes.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(conditions|json sheet)\n(.*?)```", PAGE, re.DOTALL)
CONDITIONS = [line for kind, block in BLOCKS if kind == "conditions" for line in block.splitlines()]
SHEETS = [block for kind, block in BLOCKS if kind == "json sheet"]
QUOTED = set(re.findall(r"`([^`\n]+)`", PAGE))


@pytest.mark.parametrize("line", CONDITIONS)
def test_every_condition_of_the_reference_is_read(line: str) -> None:
    condition = parse_condition(line, HOUSE)
    assert parse_condition(format_condition(condition), HOUSE) == condition


@pytest.mark.parametrize("number", range(len(SHEETS)))
def test_every_sheet_of_the_reference_is_accepted(number: int) -> None:
    sheet = read_sheet(SHEETS[number].encode(), HOUSE)
    assert sheet != EMPTY_SHEET
    assert read_sheet(write_sheet(sheet)) == sheet
    found = check_sheet(build(Setup(ally="bronn", modules=["draft"])), "cersei", sheet, (), lasting=True)
    assert found.errors == found.warnings == ()


def test_the_reference_has_examples_of_each_part() -> None:
    assert len(CONDITIONS) >= 10
    assert {
        part for text in SHEETS for part in read_sheet(text.encode(), HOUSE).__struct_fields__ if f'"{part}"' in text
    } >= {
        *("bid", "councils", "leaders", "cards", "allies", "abilities", "arrange", "order", "keep", "steward"),
    }


def test_the_reference_names_every_word_and_warning() -> None:
    words = {
        word for words in (w.BID_WORDS, w.CARD_WORDS, w.COUNCIL_WORDS, w.LEADER_WORDS, w.ALLY_WORDS) for word in words
    }
    for word in words:
        shown = {"with-": "with-LEADER", "of-": "of-LEADER", "in-": "in-COUNCIL"}.get(word, word)
        assert shown in QUOTED, word
    assert {use for uses in USES.values() for use in uses} <= QUOTED
    assert set(WORDS) <= QUOTED


@pytest.mark.parametrize(
    "row", re.findall(r"^\| (`.*`) \|", PAGE.partition("Facts. ")[2].partition("```")[0], re.MULTILINE)
)
def test_every_fact_of_the_tables_is_read(row: str) -> None:
    for text in re.findall(r"`([^`]+)`", row):
        parse_condition(text, HOUSE)


def test_every_number_of_the_tables_is_read() -> None:
    table = PAGE.partition("Numbers, compared")[2].partition("Facts. ")[0]
    for row in re.findall(r"^\| (`.*`) \|", table, re.MULTILINE):
        for text in re.findall(r"`([^`]+)`", row):
            parse_condition(f"{text} left council > 1" if text.endswith(" in") else f"{text} > 1", HOUSE)
    assert {name.replace("-", " ") for name in TABLE.values()} - {"season rounds left"} <= QUOTED
