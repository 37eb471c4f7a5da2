"""Times as a reader reads them: in their zone with its name, in UTC, and how far off; the deadline a letter tells."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from babel.dates import format_date, format_timedelta
from babel.lists import format_list
from babel.units import format_unit

from narration.words import Words

UNITS = (("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1))


def zone_named(name: str) -> tuple[tzinfo, str]:
    """The zone and its name; UTC for a name that the host's zone data does not know, so that the letter still goes."""
    try:
        return ZoneInfo(name), name
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC, "UTC"


def local_time(moment: datetime, zone: str, words: Words) -> str:
    """`Tuesday 24 November 2026, 19:00 (Europe/Rome)`."""
    where, name = zone_named(zone)
    local = moment.astimezone(where)
    return f"{format_date(local, 'full', locale=words.locale)}, {local:%H:%M} ({name})"


def utc_time(moment: datetime, words: Words) -> str:
    """`24 November 2026, 18:00 UTC`."""
    utc = moment.astimezone(UTC)
    return f"{format_date(utc, 'long', locale=words.locale)}, {utc:%H:%M} UTC"


@lru_cache(maxsize=256)
def from_now(moment: datetime, now: datetime, words: Words) -> str:
    """`in 3 days 12 hours`, counted from when the letter was written: never more than there is. `2 days ago` if it is
    past."""
    away = moment - now
    if away < timedelta():
        return format_timedelta(away, add_direction=True, locale=words.locale)
    return words.say("in {span}", span=_span(int(away.total_seconds()), words))


def _span(seconds: int, words: Words) -> str:
    """A length of time in its largest unit and the one below, rounded down."""
    first = next((place for place, (_, length) in enumerate(UNITS) if seconds >= length), len(UNITS) - 1)
    parts: list[str] = []
    for unit, length in UNITS[first : first + 2]:
        number, seconds = divmod(seconds, length)
        if number or not parts:
            parts.append(format_unit(number, f"duration-{unit}", locale=words.locale))
    return format_list(parts, "unit-narrow", locale=words.locale)


@lru_cache(maxsize=256)
def when(moment: datetime, zone: str, words: Words) -> str:
    """The moment in the reader's zone and in UTC; said once where the two are the same."""
    if zone_named(zone)[1] == "UTC":
        return local_time(moment, zone, words)
    return words.say("{local}, which is {utc}", local=local_time(moment, zone, words), utc=utc_time(moment, words))


class Deadline(msgspec.Struct, frozen=True, kw_only=True):
    """A call's deadline: `uid` stays the same when it moves, `sequence` counts the moves."""

    uid: str
    sequence: int
    due_at: datetime
    written_at: datetime
    summary: str
    description: str
    url: str
