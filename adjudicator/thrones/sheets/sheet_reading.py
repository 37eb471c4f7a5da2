"""Sheets of the Westeros board games as documents."""

from __future__ import annotations

from adjudicator.engine.sheet.document import SheetDocuments
from adjudicator.thrones.sheets.conditions import tree as c
from adjudicator.thrones.sheets.conditions.text import parse_amount, parse_condition, parse_when
from adjudicator.thrones.sheets.old_sheets import translated
from adjudicator.thrones.sheets.sheet import Rule, Sheet

SHEETS = SheetDocuments(
    Sheet,
    Rule,
    {"when": parse_when, "condition": parse_condition, "amount": parse_amount},
    c.JUNCTIONS,
    "`lead >= 2`, `stark power + 1`",
    translated,
)
read_sheet, read_ahead, write_sheet, overlay = SHEETS.read, SHEETS.read_ahead, SHEETS.write, SHEETS.overlay
rules, conditions_of, sums_of, over_limits = SHEETS.rules, SHEETS.conditions, SHEETS.amounts, SHEETS.over_limits
