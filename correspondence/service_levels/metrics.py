"""Metrics for Prometheus, read from the database and the broker: whichever process is asked, the answer is the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from importlib.metadata import version
from itertools import accumulate

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from correspondence.health import NOT_OVER, Health, health
from correspondence.incoming_mail.keeping import kept_now
from correspondence.models.archive import Import
from correspondence.models.calls import OpenedCall
from correspondence.models.deadlines import Pulse
from correspondence.models.incoming_mail import IncomingMail
from correspondence.models.outbox import PushMessage, WebhookPost
from correspondence.outages.pulse import SWEEP
from correspondence.service_levels.queries import totals_now
from correspondence.service_levels.totals import LATENESS_BOUNDS, WORK_BOUNDS, Spread, Totals

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
GAUGES = {
    "calls_overdue": "Calls whose deadline has passed and that are not adjudicated yet",
    "oldest_overdue_seconds": "How long ago the oldest of them fell due",
    "letters_due": "Letters that should leave now",
    "oldest_letter_seconds": "How long the oldest of them has been waiting",
    "swept_seconds": "Seconds since a worker last looked for what is due",
}


@dataclass(frozen=True)
class Broker:
    """What waits in each queue of the broker; None if it did not answer."""

    lengths: Mapping[str, int] | None


def page(session: Session, now: datetime, broker: Broker | None = None) -> bytes:
    """The metrics as Prometheus reads them; those of the broker only where it was asked."""
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
        yield from _done(totals)
        if self._broker is not None:
            yield from _queues(self._broker)
        pulse = self._session.get(Pulse, SWEEP)
        yield CounterMetricFamily("rookery_sweeps", "Sweeps that were made", value=pulse.count if pulse else 0)


def _backlog(session: Session, state: Health, now: datetime) -> Iterator[Metric]:
    for name, meaning in GAUGES.items():
        yield GaugeMetricFamily(f"rookery_{name}", meaning, value=float(getattr(state, name)))
    yield GaugeMetricFamily(
        "rookery_adjudication_stopped", "1 while a clock that jumped stops everything", value=float(bool(state.stopped))
    )
    games = GaugeMetricFamily("rookery_games", "Games that are not over, by status", labels=["status"])
    for status in NOT_OVER:
        games.add_metric([status], getattr(state, f"games_{status.replace('-', '_')}"))
    yield games
    yield GaugeMetricFamily("rookery_games_set_aside", "Games that wait for a host", value=state.games_set_aside)
    yield GaugeMetricFamily(
        "rookery_calls_failing",
        "Calls that are due, were tried and are not adjudicated",
        value=session.scalar(
            select(func.count())
            .select_from(OpenedCall)
            .where(OpenedCall.status == "open", OpenedCall.closes_at <= now, OpenedCall.attempts > 0)
        )
        or 0,
    )
    yield _by_fate(session, WebhookPost, "rookery_webhook_posts", "Posts to webhooks by what became of them")
    yield _by_fate(session, PushMessage, "rookery_push_messages", "Messages to browsers by what became of them")
    yield GaugeMetricFamily(
        "rookery_imports_waiting",
        "Game files that somebody sent and nobody has decided on",
        value=session.scalar(select(func.count()).select_from(Import).where(Import.at.is_(None))) or 0,
    )
    states = select(IncomingMail.state, func.count()).where(IncomingMail.state.in_(("stored", "waiting", "failed")))
    found = {str(row[0]): int(row[1]) for row in session.execute(states.group_by(IncomingMail.state)).all()}
    mails = GaugeMetricFamily("rookery_incoming_mails", "Mails that came in, by what they wait for", labels=["state"])
    for what in ("stored", "waiting", "failed"):
        mails.add_metric([what], found.get(what, 0))
    yield mails
    count, size = kept_now(session)
    yield GaugeMetricFamily("rookery_incoming_mails_kept", "Mails that came in and are kept as they came", value=count)
    yield GaugeMetricFamily("rookery_incoming_mail_bytes", "Bytes that they take, packed", value=size)


def _by_fate(session: Session, table: type[WebhookPost | PushMessage], name: str, words: str) -> GaugeMetricFamily:
    """How many of what leaves waits, and how many were given up."""
    told = GaugeMetricFamily(name, words, labels=["status"])
    for status, at in (("waiting", table.next_attempt_at), ("given_up", table.failed_at)):
        count = select(func.count()).select_from(table).where(at.is_not(None))
        told.add_metric([status], session.scalar(count) or 0)
    return told


def _queues(broker: Broker) -> Iterator[Metric]:
    yield GaugeMetricFamily("rookery_broker_up", "1 if the broker answers", value=float(broker.lengths is not None))
    if broker.lengths is not None:
        waiting = GaugeMetricFamily("rookery_queue_messages", "Messages that wait for a worker", labels=["queue"])
        for queue, length in broker.lengths.items():
            waiting.add_metric([queue], length)
        yield waiting


def _done(totals: Totals) -> Iterator[Metric]:
    letters = CounterMetricFamily("rookery_letters", "Letters by what became of them", labels=["outcome"])
    letters.add_metric(["accepted"], totals.letters_accepted)
    letters.add_metric(["given_up"], totals.letters_given_up)
    yield letters
    yield CounterMetricFamily(
        "rookery_calls_on_time", "Calls adjudicated within a minute of their deadline", value=totals.on_time
    )
    yield _histogram(
        "rookery_close_lateness_seconds", "From deadline to adjudication", totals.lateness, LATENESS_BOUNDS
    )
    yield _histogram("rookery_adjudication_seconds", "What an adjudication took", totals.work, WORK_BOUNDS)


def _histogram(name: str, meaning: str, found: Spread, bounds: tuple[float, ...]) -> HistogramMetricFamily:
    ends = [str(float(bound)) for bound in bounds] + ["+Inf"]
    buckets = list(zip(ends, accumulate(found.counts), strict=True))
    return HistogramMetricFamily(name, meaning, buckets=buckets, sum_value=round(found.sum, 6))
