"""A later sheet laid over an earlier one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from adjudicator.thrones.sheets.sheet import EMPTY_SHEET, Sheet, VassalSheet


def without_blanks(sheet: Sheet) -> Sheet:
    """The sheet without areas and auctions that have no rules; they say nothing."""

    def full(rules: Mapping[str, Any]) -> dict[str, Any]:
        return {key: listed for key, listed in rules.items() if listed}

    replace = msgspec.structs.replace
    return replace(
        sheet,
        raids=replace(sheet.raids, areas=full(sheet.raids.areas)),
        marches=replace(sheet.marches, areas=full(sheet.marches.areas)),
        bids=full(sheet.bids),
        muster=replace(sheet.muster, areas=full(sheet.muster.areas)),
        choices=full(sheet.choices),
    )


def overlay(earlier: Sheet, later: Sheet) -> Sheet:
    """The earlier sheet with every section that the later one fills replaced; direct answers and vassals are joined.

    A section whose areas or auctions all have no rules fills nothing.
    """
    later = without_blanks(later)
    changes = {
        name: getattr(later, name)
        for name in Sheet.__struct_fields__
        if name not in ("answers", "vassals") and getattr(later, name) != getattr(EMPTY_SHEET, name)
    }
    vassals = {**earlier.vassals, **{house: part for house, part in later.vassals.items() if part != VassalSheet()}}
    return msgspec.structs.replace(earlier, **changes, answers={**earlier.answers, **later.answers}, vassals=vassals)
