"""What forms of what-ifs of all families have alike: sheets as documents, the draw of chance, what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from adjudicator.engine.decision import Refusal, Refused
from narration.narrators import narrator_of


@dataclass
class Wrong:
    """What is wrong with a form: whose sheet, where, why."""

    house: str
    where: str
    words: str
    code: str
    field: str


def wrongs(reasons: Collection[Refusal], houses: Collection[str], mine: str, v: Any) -> list[Wrong]:
    """Refusals of a sketch, with whose sheet they are about and which field of the form."""
    found, narrator = [], narrator_of(v.edition)
    for reason in reasons:
        house, _, place = reason.where.partition(".")
        if house not in houses:
            house, place = mine, reason.where
        field = "-".join(reason.where.split(".")[:3])
        words = narrator.refusal(reason.words, v)
        found.append(Wrong(house, narrator.place(place, v), words, reason.code, field))
    return found


def draw_posted(fields: Mapping[str, str]) -> int:
    """Which draw of chance a form says; 0 for what is none."""
    draw = fields.get("draw", "1")
    return int(draw) if draw.isascii() and draw.isdigit() and len(draw) < 6 else 0


def whole_sheet(text: str, prefix: str, read: Callable[[bytes], Any], faults: list[Refusal]) -> Any:
    """A sheet typed as JSON; None for an empty field, and, with more faults, for what cannot be read."""
    if not text.strip():
        return None
    try:
        return read(text.encode())
    except Refused as refused:
        faults += [msgspec.structs.replace(one, where=f"{prefix}document") for one in refused.reasons]
        return None
