"""Keeping count, hour by hour, so that a month can be told from a few rows."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from correspondence.models.calls import Adjudication
from correspondence.models.deadlines import ServiceHour
from correspondence.models.outbox import OutgoingLetter
from correspondence.rows import insert_once
from correspondence.service_levels.queries import counted, hour_of, last_hour
from correspondence.service_levels.totals import Totals, encode

HOUR = timedelta(hours=1)
# What another worker commits late, or by a clock of its own, still falls into its hour.
SETTLED = timedelta(minutes=3)
MOST_HOURS = 50


def keep_hours(session: Session, now: datetime) -> int:
    """Count the hours that are over and not counted yet, a few at most; how many that were."""
    last = last_hour(session, now)
    total, hour = (last.totals, last.hour + HOUR) if last else (Totals(), _first(session, now))
    kept = 0
    while hour + HOUR + SETTLED <= now and kept < MOST_HOURS:
        total = total.plus(counted(session, hour, hour + HOUR))
        if not insert_once(session, ServiceHour, hour=hour, document=encode(total)):
            # Somebody else counts too; the next sweep looks where they came to.
            break
        hour, kept = hour + HOUR, kept + 1
    return kept


def _first(session: Session, now: datetime) -> datetime:
    """The hour of the first thing that was ever counted."""
    found = (
        session.scalar(select(func.min(Adjudication.at))),
        session.scalar(select(func.min(OutgoingLetter.sent_at))),
    )
    return min((hour_of(at) for at in found if at is not None), default=hour_of(now))
