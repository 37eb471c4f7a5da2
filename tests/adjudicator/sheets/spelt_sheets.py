"""Sheets of test cases: JSON whose conditions are text."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from adjudicator import face
from adjudicator.thrones.condition_text import parse_condition
from adjudicator.thrones.sheet import Sheet
from adjudicator.thrones.sheet_reading import read_sheet


def spelt_sheet(text: str, edition: str, orders: dict[str, str] | None = None) -> Sheet:
    """A sheet from its JSON; `orders` are those of a sheet that has none."""

    def spelt(part: Any) -> Any:
        if isinstance(part, list):
            return [spelt(one) for one in part]
        if not isinstance(part, dict):
            return part
        return {
            key: msgspec.to_builtins(parse_condition(value, face.edition(edition)))
            if key in ("when", "stop") and isinstance(value, str)
            else spelt(value)
            for key, value in part.items()
        }

    return read_sheet(json.dumps({"orders": orders or {}, **spelt(json.loads(text))}).encode())
