"""The deadline as a calendar entry that later letters can move."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache

import msgspec
from icalendar import Calendar, Event, Parameters, vText, vUri
from icalendar.parser import Contentline


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
    # What is the reader's own stands in two lines; the rest is the same for a whole table.
    before, between, after = _around(msgspec.structs.replace(deadline, uid="@", url=""))
    uid = _line("UID", vText(deadline.uid))
    url = "\r\n" + _line("URL", vUri(deadline.url)) if deadline.url else ""
    return f"{before}{uid}{between}{url}{after}"


def _line(name: str, value: vText | vUri) -> str:
    return str(Contentline.from_parts(name, Parameters(), value).to_ical(), "utf-8")


@lru_cache(maxsize=64)
def _around(deadline: Deadline) -> tuple[str, str, str]:
    """The document around the lines that name the entry and its address."""
    entry = Event()
    entry.add("uid", deadline.uid)
    entry.add("sequence", deadline.sequence)
    entry.add("dtstamp", deadline.written_at.astimezone(UTC))
    entry.add("dtstart", deadline.due_at.astimezone(UTC))
    entry.add("summary", deadline.summary)
    entry.add("description", deadline.description)
    entry.add("transp", "TRANSPARENT")
    calendar = Calendar()
    calendar.add("prodid", "-//Rookery//Deadlines//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add_component(entry)
    document = str(calendar.to_ical(), "utf-8")
    before, _, rest = document.partition("UID:@")
    between, end, after = rest.partition("\r\nEND:VEVENT")
    return before, between, end + after
