"""How well the service keeps its word, for everybody: on time, how late, letters, outages."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from datetime import datetime, timedelta

from babel.numbers import format_decimal
from flask import Blueprint, current_app, render_template

from correspondence.service_levels import Level, Outage, levels, outages
from narration.words import Words
from web import request_context

pages = Blueprint("service", __name__)
# What is counted of the current hour may be as old as this.
KEPT = timedelta(seconds=30)
_lock = threading.Lock()


@dataclass(frozen=True)
class Report:
    """What the page tells, as of a moment."""

    at: datetime
    levels: list[Level]
    outages: list[Outage]


@pages.get("/service")
def service() -> str:
    """The page."""
    return render_template("service.html", report=report(), share=_share, took=_took, number=_number)


def report() -> Report:
    """The figures; those of half a minute ago are good enough, however many people look."""
    now, kept = request_context.now(), current_app.extensions
    found = kept.get("rookery-service")
    if isinstance(found, Report) and timedelta() <= now - found.at < KEPT:
        return found
    # One counts anew; the others take the last figures meanwhile, or count for themselves.
    alone = _lock.acquire(blocking=False)
    try:
        if not alone and isinstance(found, Report):
            return found
        with request_context.reading() as session:
            found = Report(now, levels(session, now), outages(session, now))
        kept["rookery-service"] = found
    finally:
        if alone:
            _lock.release()
    return found


def _number(count: int) -> str:
    """`12,536`, as the reader's language groups it."""
    return str(format_decimal(count, locale=request_context.words().locale))


def _share(share: float | None) -> str:
    """`99.8 %`, never rounded up to a whole that it is not; `–` if nothing happened."""
    if share is None:
        return "–"
    tenths = int(share * 1000 + 1e-9)
    return request_context.say("{n} %", n="100" if share == 1 else f"{tenths // 10}.{tenths % 10}")


def _took(seconds: float | None) -> str:
    """A length of time in words: `4 seconds`, `12 minutes`, `3 hours`; `–` for none."""
    if seconds is None:
        return "–"
    words: Words = request_context.words()
    if seconds < 1:
        return words.say("under a second")
    if seconds < 90:
        return words.say_n("{n} second", "{n} seconds", round(seconds))
    if seconds < 5400:
        return words.say_n("{n} minute", "{n} minutes", round(seconds / 60))
    if seconds < 172800:
        return words.say_n("{n} hour", "{n} hours", round(seconds / 3600))
    return words.say_n("{n} day", "{n} days", round(seconds / 86400))
