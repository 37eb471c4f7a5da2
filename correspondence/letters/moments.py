"""Times as a reader reads them: in their zone with its name, in UTC, and how far off."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from babel.dates import format_date, format_timedelta

from narration.words import Words


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
    """`in 2 days`, counted from when the letter was written."""
    return format_timedelta(moment - now, add_direction=True, locale=words.locale)


@lru_cache(maxsize=256)
def when(moment: datetime, zone: str, words: Words) -> str:
    """The moment in the reader's zone and in UTC; said once where the two are the same."""
    if zone_named(zone)[1] == "UTC":
        return local_time(moment, zone, words)
    return words.say("{local}, which is {utc}", local=local_time(moment, zone, words), utc=utc_time(moment, words))
