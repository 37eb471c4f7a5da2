"""Scenarios as text: TOML or JSON, read to plain data."""

from __future__ import annotations

import tomllib
from typing import Any

import msgspec

from adjudicator.kernel.refusal import Refusal, Unreadable


def plain_scenario(text: str) -> dict[str, Any]:
    """The fields of a scenario from its TOML, or from its JSON if it begins with a brace; Unreadable (`bad-scenario`)
    for text that is neither."""
    try:
        if text.lstrip().startswith("{"):
            return msgspec.json.decode(text, type=dict[str, Any])
        return tomllib.loads(text)
    except (msgspec.MsgspecError, ValueError, RecursionError) as fault:
        raise Unreadable(Refusal("bad-scenario", str(fault), "")) from fault
