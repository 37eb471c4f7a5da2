"""The deadline that a letter tells, as calendars are told it."""

from __future__ import annotations

from datetime import datetime

import msgspec


class Deadline(msgspec.Struct, frozen=True, kw_only=True):
    """A call's deadline: `uid` stays the same when it moves, `sequence` counts the moves."""

    uid: str
    sequence: int
    due_at: datetime
    written_at: datetime
    summary: str
    description: str
    url: str
