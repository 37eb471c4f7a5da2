"""Sheets of B'Twixt as documents; the modules of a game make no difference to names in them."""

from __future__ import annotations

from adjudicator.btwixt.sheets.conditions.text import parse_amount, parse_when
from adjudicator.btwixt.sheets.conditions.tree import JUNCTIONS
from adjudicator.btwixt.sheets.sheet import Rule, Sheet
from adjudicator.engine.sheet.document import SheetDocuments

SHEETS = SheetDocuments(
    Sheet,
    Rule,
    {
        "when": lambda text, edition, modules: parse_when(text, edition),
        "amount": lambda text, edition, modules: parse_amount(text, edition),
    },
    JUNCTIONS,
    "`lead >= 2`, `best total + 1`",
)
read_sheet, read_ahead, write_sheet, overlay = SHEETS.read, SHEETS.read_ahead, SHEETS.write, SHEETS.overlay
over_limits = SHEETS.over_limits
