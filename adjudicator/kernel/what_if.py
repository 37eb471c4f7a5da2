"""What-ifs: a call played to its end on what one seat knows."""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.kernel.event import Record


class Supposed(msgspec.Struct, frozen=True):
    """How a call might end: the views `before` and `after` it, what happens on the way, and the sheets it was played
    with, by seat (of other seats too: none of them was handed in)."""

    before: Any
    after: Any
    records: list[Record]
    sheets: dict[str, Any]
