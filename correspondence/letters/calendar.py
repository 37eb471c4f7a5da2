"""The deadline as a calendar entry that later letters can move. Loaded when one is written: icalendar takes 3 MB."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC
from functools import cache, lru_cache
from typing import Any

from icalendar import Calendar, Event, Parameters, vDatetime, vInt, vText, vUri
from icalendar.parser import Contentline

from correspondence.letters.text import Deadline

BEGIN = "BEGIN:VEVENT\r\n"
# Lines of so many octets are folded (RFC 5545, 3.1, as the library counts).
FOLDED_FROM = 75


def calendar_text(deadline: Deadline) -> str:
    """An iCalendar document (METHOD:PUBLISH, RFC 5545) with one entry at the moment of the deadline, in UTC."""
    before, after = _frame()
    return f"{before}{_entry(deadline)}{after}"


def calendar_feed(deadlines: Sequence[Deadline], name: str) -> str:
    """The same with an entry for each of these deadlines, for a calendar that is subscribed to under this name."""
    before, after = _frame()
    head, begin, _ = before.partition(BEGIN)
    end, _, rest = after.partition("END:VCALENDAR")
    named = _line("X-WR-CALNAME", vText, name) + _line("REFRESH-INTERVAL;VALUE=DURATION", vText, "PT1H")
    entries = "".join(f"{begin}{_entry(deadline)}{end}" for deadline in deadlines)
    return f"{head}{named}{entries}END:VCALENDAR{rest}"


def _entry(deadline: Deadline) -> str:
    lines = [
        _line("SUMMARY", vText, deadline.summary),
        _line("DTSTART", vDatetime, deadline.due_at.astimezone(UTC)),
        _line("DTSTAMP", vDatetime, deadline.written_at.astimezone(UTC)),
        _line("UID", vText, deadline.uid),
        _line("SEQUENCE", vInt, deadline.sequence),
        _line("DESCRIPTION", vText, deadline.description),
        _line("TRANSP", vText, "TRANSPARENT"),
        _line("URL", vUri, deadline.url) if deadline.url else "",
    ]
    return "".join(lines)


@lru_cache(maxsize=256)
def _line(name: str, kind: Callable[[Any], Any], value: object) -> str:
    """One property, folded and escaped by the library; a whole table shares most."""
    line = Contentline.from_parts(name, Parameters(), kind(value))
    # To fold a line the library encodes it character by character, also where there is nothing to fold.
    short = len(line.encode("utf-8")) < FOLDED_FROM
    return (str(line) if short else str(line.to_ical(), "utf-8")) + "\r\n"


@cache
def _frame() -> tuple[str, str]:
    """What stands before and after the properties of the entry."""
    calendar = Calendar()
    calendar.add("prodid", "-//Rookery//Deadlines//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add_component(Event())
    before, _, after = str(calendar.to_ical(), "utf-8").partition(BEGIN)
    return before + BEGIN, after
