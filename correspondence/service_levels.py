"""How well the service keeps its promises."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from importlib.metadata import version
from itertools import accumulate
from typing import TypeVar

import msgspec
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector
from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from correspondence.audit_log import SITE
from correspondence.incoming_mail.queue import stored_size
from correspondence.models import (
    Adjudication,
    AuditEntry,
    DeadlineChange,
    Heartbeat,
    Import,
    IncomingMail,
    OutgoingMail,
    PendingResult,
    PushMessage,
    ServiceHour,
    Turn,
    WebhookPost,
)
from correspondence.operations import NOT_OVER, SWEEP, Health, health
from correspondence.rows import count_of, insert_once

# Seconds; what is above the last one is counted too.
LATENESS_BOUNDS = (1, 2, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 300, 600, 1800, 3600, 7200, 21600, 86400)
WORK_BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
# A turn that is adjudicated within a minute of its deadline is on time.
ON_TIME_SECONDS = 60


class Spread(msgspec.Struct):
    """A histogram: `counts` has one more place than bounds; `sum` in seconds."""

    counts: list[int]
    sum: float = 0.0

    def add(self, bounds: tuple[float, ...], seconds: float) -> None:
        """Count one."""
        self.counts[bisect_left(bounds, seconds)] += 1
        self.sum += seconds

    @property
    def count(self) -> int:
        """How many were counted."""
        return sum(self.counts)


def spread(bounds: tuple[float, ...]) -> Spread:
    """An empty one."""
    return Spread([0] * (len(bounds) + 1))


class Totals(msgspec.Struct):
    """Turns by lateness, adjudications by duration, emails by outcome."""

    lateness: Spread = msgspec.field(default_factory=lambda: spread(LATENESS_BOUNDS))
    work: Spread = msgspec.field(default_factory=lambda: spread(WORK_BOUNDS))
    emails_accepted: int = msgspec.field(default=0, name="letters_accepted")
    emails_given_up: int = msgspec.field(default=0, name="letters_given_up")

    @property
    def on_time(self) -> int:
        """Return how many turns closed within a minute of their deadline."""
        return sum(self.lateness.counts[: bisect_left(LATENESS_BOUNDS, ON_TIME_SECONDS) + 1])

    def plus(self, other: Totals, sign: int = 1) -> Totals:
        """Return the sum of both totals.
        With a `sign` of -1, the difference: what came after `other`."""
        return Totals(
            lateness=_add_spreads(self.lateness, other.lateness, sign),
            work=_add_spreads(self.work, other.work, sign),
            emails_accepted=self.emails_accepted + sign * other.emails_accepted,
            emails_given_up=self.emails_given_up + sign * other.emails_given_up,
        )


def _add_spreads(spread: Spread, other: Spread, sign: int) -> Spread:
    """Return the sum of two histograms; with a `sign` of -1 their difference."""
    counts = [a + sign * b for a, b in zip(spread.counts, other.counts, strict=True)]
    return Spread(counts, spread.sum + sign * other.sum)


def quantile(spread: Spread, bounds: tuple[float, ...], share: float) -> float | None:
    """Return the seconds that `share` (0 to 1) stay within, interpolated linearly.
    None if nothing was counted; above the last bound, that bound."""
    target, below = spread.count * share, 0
    if not spread.count:
        return None
    for place, count in enumerate(spread.counts):
        if count and below + count >= target:
            if place == len(bounds):
                break
            low = bounds[place - 1] if place else 0.0
            return low + (bounds[place] - low) * (target - below) / count
        below += count
    return float(bounds[-1])


PERIODS = (1, 7, 30)
MAX_OUTAGES = 20
# Published by a person, when that person was ready: nothing of ours to be late with.
BY_HAND = ("gm %", "edict %")


@dataclass(frozen=True)
class Hour:
    """The totals up to the end of an hour."""

    hour: datetime
    totals: Totals


@dataclass(frozen=True)
class Level:
    """Service level of the last `days` days; shares of 1, None where nothing happened.
    `p95_seconds`: the 95th percentile of how late turns closed."""

    days: int
    turns: int
    on_time: int
    on_time_share: float | None
    p95_seconds: float | None
    mails: int
    accepted: int
    accepted_share: float | None


@dataclass(frozen=True)
class Outage:
    """The service was away; `moved` deadlines were moved for it."""

    since: datetime
    until: datetime
    moved: int


def start_of_hour(at: datetime) -> datetime:
    """Return the beginning of the hour that a moment lies in."""
    return at.replace(minute=0, second=0, microsecond=0)


def last_hour(session: Session, before: datetime) -> Hour | None:
    """The last hour counted that began before a moment."""
    query = select(ServiceHour).where(ServiceHour.hour < before).order_by(ServiceHour.hour.desc()).limit(1)
    row = session.scalar(query)
    return Hour(row.hour, msgspec.json.decode(row.document, type=Totals)) if row else None


def count_totals(session: Session, start: datetime, end: datetime) -> Totals:
    """Count what happened from `start` until before `end`, from the rows."""
    totals = Totals()
    by_worker = ~or_(*(Adjudication.worker.like(pattern) for pattern in BY_HAND))
    closes = select(Turn.closes_at, Adjudication.at, Adjudication.seconds).join(Turn)
    for due, at, seconds in session.execute(closes.where(Adjudication.at >= start, Adjudication.at < end, by_worker)):
        totals.lateness.add(LATENESS_BOUNDS, max(0.0, (at - due).total_seconds()))
        if seconds is not None:
            totals.work.add(WORK_BOUNDS, seconds)
    drafts = select(Turn.closes_at, PendingResult.made_at).join(Turn)
    for due, at in session.execute(
        drafts.where(PendingResult.made_at >= start, PendingResult.made_at < end, PendingResult.number == 1)
    ):
        totals.lateness.add(LATENESS_BOUNDS, max(0.0, (at - due).total_seconds()))
    sent, failed = OutgoingMail.sent_at, OutgoingMail.failed_at
    totals.emails_accepted = count_of(session, OutgoingMail, sent >= start, sent < end)
    totals.emails_given_up = count_of(session, OutgoingMail, failed >= start, failed < end)
    return totals


def totals_now(session: Session, now: datetime) -> Totals:
    """Return totals until now: the last hour counted, and what came after it."""
    last = last_hour(session, now)
    if last is None:
        return count_totals(session, now - timedelta(days=max(PERIODS)), now + timedelta(seconds=1))
    return last.totals.plus(count_totals(session, last.hour + timedelta(hours=1), now + timedelta(seconds=1)))


def levels(session: Session, now: datetime) -> list[Level]:
    """The last day, week and month; a turn that is overdue now counts as late already."""
    total = totals_now(session, now)
    late = Turn.closes_at < now - timedelta(seconds=ON_TIME_SECONDS)
    overdue = count_of(session, Turn, late, status="open")
    results = []
    for days in PERIODS:
        before = last_hour(session, start_of_hour(now) - timedelta(days=days))
        results.append(_level(days, total.plus(before.totals, -1) if before else total, overdue))
    return results


def _level(days: int, period: Totals, overdue: int) -> Level:
    """Return the service level of a period of so many days.
    `period` holds its totals; `overdue` turns count as late."""
    turns = period.lateness.count + overdue
    mails = period.emails_accepted + period.emails_given_up
    return Level(
        days=days,
        turns=turns,
        on_time=period.on_time,
        on_time_share=period.on_time / turns if turns else None,
        p95_seconds=quantile(period.lateness, LATENESS_BOUNDS, 0.95),
        mails=mails,
        accepted=period.emails_accepted,
        accepted_share=period.emails_accepted / mails if mails else None,
    )


def outages(session: Session, now: datetime) -> list[Outage]:
    """The outages of the last thirty days, newest first, a few at most."""
    query = select(AuditEntry).filter_by(scope=SITE, kind="outage")
    recent = query.where(AuditEntry.at >= now - timedelta(days=max(PERIODS))).order_by(AuditEntry.at.desc())
    past_outages: list[Outage] = []
    for entry in session.scalars(recent.limit(MAX_OUTAGES)):
        details = msgspec.json.decode(entry.document, type=dict[str, str])
        since, until = datetime.fromisoformat(details["since"]), datetime.fromisoformat(details["until"])
        # Moved by the first sweep after it; a deadline is moved once for each outage.
        later = past_outages[-1].until if past_outages else now + timedelta(days=1)
        moved = DeadlineChange.reason == "outage", DeadlineChange.at >= until, DeadlineChange.at < later
        past_outages.append(Outage(since, until, count_of(session, DeadlineChange, *moved)))
    return past_outages


HOUR = timedelta(hours=1)
# What another worker commits late, or by a clock of its own, still falls into its hour.
SETTLED = timedelta(minutes=3)
MAX_HOURS = 50


def keep_hours(session: Session, now: datetime) -> int:
    """Count finished hours not counted yet, a few at most; return how many."""
    last = last_hour(session, now)
    if last:
        total, hour = last.totals, last.hour + HOUR
    else:
        first = (
            session.scalar(select(func.min(Adjudication.at))),
            session.scalar(select(func.min(OutgoingMail.sent_at))),
        )
        total, hour = Totals(), min((start_of_hour(at) for at in first if at is not None), default=start_of_hour(now))
    count = 0
    while hour + HOUR + SETTLED <= now and count < MAX_HOURS:
        total = total.plus(count_totals(session, hour, hour + HOUR))
        if not insert_once(session, ServiceHour, hour=hour, document=msgspec.json.encode(total)):
            # Somebody else counts too; the next sweep looks where they came to.
            break
        hour, count = hour + HOUR, count + 1
    return count


M = TypeVar("M", CounterMetricFamily, GaugeMetricFamily)
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
GAUGES = {
    "turns_overdue": "Turns whose deadline has passed and that are not resolved yet",
    "oldest_overdue_seconds": "How long ago the oldest of them fell due",
    "emails_due": "Emails that should leave now",
    "oldest_email_seconds": "How long the oldest of them has been waiting",
    "swept_seconds": "Seconds since a worker last looked for what is due",
}


@dataclass(frozen=True)
class Broker:
    """What waits in each queue of the broker; None if it did not answer."""

    lengths: Mapping[str, int] | None


def page(session: Session, now: datetime, broker: Broker | None = None) -> bytes:
    """Return metrics for Prometheus; the broker's only where it was asked."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Collector(session, now, broker))
    return generate_latest(registry)


class _Collector(Collector):
    def __init__(self, session: Session, now: datetime, broker: Broker | None) -> None:
        self._session, self._now, self._broker = session, now, broker

    def describe(self) -> list[Metric]:
        """Nothing beforehand: it would ask the database twice."""
        return []

    def collect(self) -> Iterator[Metric]:
        """Everything, once."""
        state, totals = health(self._session, self._now), totals_now(self._session, self._now)
        about = GaugeMetricFamily("rookery_info", "The version of Rookery", labels=["version"])
        about.add_metric([version("rookery")], 1)
        yield about
        yield from _backlog(self._session, state, self._now)
        yield from _total_metrics(totals)
        if self._broker is not None:
            yield GaugeMetricFamily(
                "rookery_broker_up", "1 if the broker answers", value=float(self._broker.lengths is not None)
            )
            if self._broker.lengths is not None:
                words = "Messages that wait for a worker"
                yield _labelled_metric(
                    GaugeMetricFamily, "rookery_queue_messages", words, "queue", self._broker.lengths
                )
        heartbeat = self._session.get(Heartbeat, SWEEP)
        yield CounterMetricFamily("rookery_sweeps", "Sweeps that were made", value=heartbeat.count if heartbeat else 0)


def _backlog(session: Session, state: Health, now: datetime) -> Iterator[Metric]:
    """Yield the metrics of the present state: games, turns and messages that wait."""
    for name, meaning in GAUGES.items():
        yield GaugeMetricFamily(f"rookery_{name}", meaning, value=float(getattr(state, name)))
    yield GaugeMetricFamily(
        "rookery_adjudication_stopped", "1 while a clock that jumped stops everything", value=float(bool(state.stopped))
    )
    games = {status: getattr(state, f"games_{status}") for status in NOT_OVER if status != "set-aside"}
    games["set-aside"] = state.games_quarantined
    yield _labelled_metric(GaugeMetricFamily, "rookery_games", "Games that are not over, by status", "status", games)
    yield GaugeMetricFamily("rookery_games_quarantined", "Games that wait for a host", value=state.games_quarantined)
    yield GaugeMetricFamily(
        "rookery_turns_failing",
        "Turns that are due, were tried and are not resolved",
        value=count_of(session, Turn, Turn.closes_at <= now, Turn.attempts > 0, status="open"),
    )
    yield _delivery_metric(session, WebhookPost, "rookery_webhook_posts", "Posts to webhooks by what became of them")
    yield _delivery_metric(session, PushMessage, "rookery_push_messages", "Messages to browsers by what became of them")
    yield GaugeMetricFamily(
        "rookery_imports_waiting",
        "Game files that somebody sent and nobody has decided on",
        value=count_of(session, Import, at=None),
    )
    counts = dict.fromkeys(("stored", "waiting", "failed"), 0)
    states = select(IncomingMail.state, func.count()).where(IncomingMail.state.in_(counts))
    counts |= dict(session.execute(states.group_by(IncomingMail.state)).all())
    words = "Mails that came in, by what they wait for"
    yield _labelled_metric(GaugeMetricFamily, "rookery_incoming_mails", words, "state", counts)
    count, size = stored_size(session)
    yield GaugeMetricFamily("rookery_incoming_mails_kept", "Mails that came in and are kept as they came", value=count)
    yield GaugeMetricFamily("rookery_incoming_mail_bytes", "Bytes that they take, packed", value=size)


def _delivery_metric(
    session: Session, table: type[WebhookPost | PushMessage], name: str, words: str
) -> GaugeMetricFamily:
    """Return a metric of how many rows of a delivery table wait or were given up.
    `words` explain the metric."""
    columns = {"waiting": table.next_attempt_at, "given_up": table.failed_at}
    counts = {status: count_of(session, table, at.is_not(None)) for status, at in columns.items()}
    return _labelled_metric(GaugeMetricFamily, name, words, "status", counts)


def _labelled_metric(kind: type[M], name: str, words: str, label: str, values: Mapping[str, float]) -> M:
    """Return a metric with one number for each value of a label.
    `values` are the numbers by value of the label."""
    metric = kind(name, words, labels=[label])
    for value, number in values.items():
        metric.add_metric([value], number)
    return metric


def _total_metrics(totals: Totals) -> Iterator[Metric]:
    """Yield the metrics of the totals: emails, turns on time, and two histograms."""
    mails = {"accepted": totals.emails_accepted, "given_up": totals.emails_given_up}
    yield _labelled_metric(CounterMetricFamily, "rookery_emails", "Emails by what became of them", "outcome", mails)
    yield CounterMetricFamily(
        "rookery_turns_on_time", "Turns resolved within a minute of their deadline", value=totals.on_time
    )
    yield _histogram(
        "rookery_close_lateness_seconds", "From deadline to adjudication", totals.lateness, LATENESS_BOUNDS
    )
    yield _histogram("rookery_adjudication_seconds", "What an adjudication took", totals.work, WORK_BOUNDS)


def _histogram(name: str, meaning: str, spread: Spread, bounds: tuple[float, ...]) -> HistogramMetricFamily:
    ends = [str(float(bound)) for bound in bounds] + ["+Inf"]
    buckets = list(zip(ends, accumulate(spread.counts), strict=True))
    return HistogramMetricFamily(name, meaning, buckets=buckets, sum_value=round(spread.sum, 6))
