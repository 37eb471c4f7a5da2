"""Sheets of test cases: JSON whose conditions and sums are text."""

from __future__ import annotations

import json

from adjudicator import games
from adjudicator.thrones.sheets.sheet import Sheet, read_sheet


def spelt_sheet(text: str, edition: str, orders: dict[str, str] | None = None) -> Sheet:
    """A sheet from its JSON; `orders` are those of a sheet that has none."""
    return read_sheet(json.dumps({"orders": orders or {}, **json.loads(text)}).encode(), games.edition(edition))
