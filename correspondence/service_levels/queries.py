"""Reading service levels: what was promised and what became of it, over the last day, week, month."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

import msgspec
from sqlalchemy import func, or_, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from correspondence.ledger.use_cases import SITE
from correspondence.models.calls import Adjudication, OpenedCall
from correspondence.models.deadlines import DeadlineChange, ServiceHour
from correspondence.models.desk import Draft, LedgerEntry
from correspondence.models.outbox import OutgoingLetter
from correspondence.service_levels.totals import (
    LATENESS_BOUNDS,
    ON_TIME_SECONDS,
    WORK_BOUNDS,
    Totals,
    decode,
    quantile,
)

PERIODS = (1, 7, 30)
MOST_OUTAGES = 20
# Published by a person, when that person was ready: nothing of ours to be late with.
BY_HAND = ("gm %", "edict %")


@dataclass(frozen=True)
class Hour:
    """The totals up to the end of an hour."""

    hour: datetime
    totals: Totals


@dataclass(frozen=True)
class Level:
    """The last `days` days. Shares are of 1, None where nothing happened; `p95_seconds` is how late a call closed that
    was later than 95 of 100."""

    days: int
    calls: int
    on_time: int
    on_time_share: float | None
    p95_seconds: float | None
    letters: int
    accepted: int
    accepted_share: float | None


@dataclass(frozen=True)
class Outage:
    """The service was away; `moved` deadlines were moved for it."""

    since: datetime
    until: datetime
    moved: int


def hour_of(at: datetime) -> datetime:
    """The beginning of the hour."""
    return at.replace(minute=0, second=0, microsecond=0)


def last_hour(session: Session, before: datetime) -> Hour | None:
    """The last hour counted that began before a moment."""
    query = select(ServiceHour).where(ServiceHour.hour < before).order_by(ServiceHour.hour.desc()).limit(1)
    row = session.scalar(query)
    return Hour(row.hour, decode(row.document)) if row else None


def counted(session: Session, start: datetime, end: datetime) -> Totals:
    """What happened from `start` until before `end`, counted from the rows themselves."""
    totals = Totals()
    by_worker = ~or_(*(Adjudication.worker.like(pattern) for pattern in BY_HAND))
    closes = select(OpenedCall.closes_at, Adjudication.at, Adjudication.seconds).join(
        OpenedCall, OpenedCall.id == Adjudication.call_id
    )
    for due, at, seconds in session.execute(closes.where(Adjudication.at >= start, Adjudication.at < end, by_worker)):
        totals.lateness.add(LATENESS_BOUNDS, max(0.0, (at - due).total_seconds()))
        if seconds is not None:
            totals.work.add(WORK_BOUNDS, seconds)
    held = select(OpenedCall.closes_at, Draft.made_at).join(OpenedCall, OpenedCall.id == Draft.call_id)
    for due, at in session.execute(held.where(Draft.made_at >= start, Draft.made_at < end, Draft.number == 1)):
        totals.lateness.add(LATENESS_BOUNDS, max(0.0, (at - due).total_seconds()))
    totals.letters_accepted = _letters(session, OutgoingLetter.sent_at, start, end)
    totals.letters_given_up = _letters(session, OutgoingLetter.failed_at, start, end)
    return totals


def _letters(session: Session, at: InstrumentedAttribute[datetime | None], start: datetime, end: datetime) -> int:
    return session.scalar(select(func.count()).select_from(OutgoingLetter).where(at >= start, at < end)) or 0


def totals_now(session: Session, now: datetime) -> Totals:
    """Everything from the beginning until now: the last hour that was counted, and what came after it."""
    last = last_hour(session, now)
    if last is None:
        return counted(session, now - timedelta(days=max(PERIODS)), now + timedelta(seconds=1))
    return last.totals.plus(counted(session, last.hour + timedelta(hours=1), now + timedelta(seconds=1)))


def levels(session: Session, now: datetime) -> list[Level]:
    """The last day, week and month; a call that is overdue now counts as late already."""
    total = totals_now(session, now)
    late = select(func.count()).select_from(OpenedCall).where(OpenedCall.status == "open")
    overdue = session.scalar(late.where(OpenedCall.closes_at < now - timedelta(seconds=ON_TIME_SECONDS))) or 0
    found = []
    for days in PERIODS:
        before = last_hour(session, hour_of(now) - timedelta(days=days))
        found.append(_level(days, total.minus(before.totals) if before else total, overdue))
    return found


def _level(days: int, period: Totals, overdue: int) -> Level:
    calls = period.lateness.count + overdue
    letters = period.letters_accepted + period.letters_given_up
    return Level(
        days=days,
        calls=calls,
        on_time=period.on_time,
        on_time_share=period.on_time / calls if calls else None,
        p95_seconds=quantile(period.lateness, LATENESS_BOUNDS, 0.95),
        letters=letters,
        accepted=period.letters_accepted,
        accepted_share=period.letters_accepted / letters if letters else None,
    )


def outages(session: Session, now: datetime) -> list[Outage]:
    """The outages of the last thirty days, newest first, a few at most."""
    query = select(LedgerEntry).where(LedgerEntry.scope == SITE, LedgerEntry.kind == "outage")
    recent = query.where(LedgerEntry.at >= now - timedelta(days=max(PERIODS))).order_by(LedgerEntry.at.desc())
    found: list[Outage] = []
    for entry in session.scalars(recent.limit(MOST_OUTAGES)):
        said = msgspec.json.decode(entry.document, type=dict[str, str])
        since, until = datetime.fromisoformat(said["since"]), datetime.fromisoformat(said["until"])
        # Moved by the first sweep after it; a deadline is moved once for each outage.
        later = found[-1].until if found else now + timedelta(days=1)
        moved = select(func.count()).select_from(DeadlineChange).where(DeadlineChange.reason == "outage")
        moved = moved.where(DeadlineChange.at >= until, DeadlineChange.at < later)
        found.append(Outage(since, until, session.scalar(moved) or 0))
    return found
