"""The deadline as a calendar entry that later emails can move.
Loaded when one is written: icalendar takes 3 MB."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, timedelta

from icalendar import Calendar, Event, vText

from correspondence.mail.text import Deadline


def calendar_text(deadlines: Sequence[Deadline], name: str = "") -> str:
    """Return an iCalendar document (METHOD:PUBLISH, RFC 5545) of deadlines, in UTC.

    `name` is shown by calendars that subscribe to it.
    """
    calendar = Calendar()
    calendar.add("prodid", "-//Rookery//Deadlines//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    if name:
        calendar.add("x-wr-calname", vText(name))
        calendar.add("refresh-interval", timedelta(hours=1), parameters={"VALUE": "DURATION"})
    for deadline in deadlines:
        entry = Event()
        entry.add("summary", deadline.summary)
        entry.add("dtstart", deadline.due_at.astimezone(UTC))
        entry.add("dtstamp", deadline.written_at.astimezone(UTC))
        entry.add("uid", deadline.uid)
        entry.add("sequence", deadline.sequence)
        entry.add("description", deadline.description)
        entry.add("transp", "TRANSPARENT")
        if deadline.url:
            entry.add("url", deadline.url)
        calendar.add_component(entry)
    return str(calendar.to_ical(), "utf-8")
