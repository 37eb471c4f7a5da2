"""The deadline as a calendar entry that later letters can move."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec
from icalendar import Calendar, Event


class Deadline(msgspec.Struct, frozen=True, kw_only=True):
    """A call's deadline: `uid` stays the same when it moves, `sequence` counts the moves."""

    uid: str
    sequence: int
    due_at: datetime
    written_at: datetime
    summary: str
    description: str
    url: str


def calendar_text(deadline: Deadline) -> str:
    """An iCalendar document (METHOD:PUBLISH, RFC 5545) with one entry at the moment of the deadline, in UTC."""
    entry = Event()
    entry.add("uid", deadline.uid)
    entry.add("sequence", deadline.sequence)
    entry.add("dtstamp", deadline.written_at.astimezone(UTC))
    entry.add("dtstart", deadline.due_at.astimezone(UTC))
    entry.add("summary", deadline.summary)
    entry.add("description", deadline.description)
    entry.add("transp", "TRANSPARENT")
    if deadline.url:
        entry.add("url", deadline.url)
    calendar = Calendar()
    calendar.add("prodid", "-//Rookery//Deadlines//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add_component(entry)
    return str(calendar.to_ical(), "utf-8")
