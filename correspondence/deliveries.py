"""Outgoing deliveries from tables: claimed, retried with longer waits, given up.

Rows have the columns of an attempt (`models.mail`); a receiver counts its consecutive failures, and is disabled after
too many.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Protocol, TypeVar

import structlog
from sqlalchemy import Select, select

from correspondence.models import OutgoingMail, PushMessage, PushSubscription, Webhook, WebhookPost
from correspondence.posting.exchange import PostFailed

log = structlog.get_logger(__name__)

Attempted = TypeVar("Attempted", OutgoingMail, PushMessage, WebhookPost)


class _Row(Protocol):
    @property
    def id(self) -> int: ...


Job = TypeVar("Job", bound=_Row)

CLAIM = timedelta(minutes=3)
MAX_FAILURES = 20
FIRST_WAIT, MAX_WAIT = timedelta(seconds=30), timedelta(hours=2)
MAX_ERROR_LENGTH = 300


def due(table: type[Attempted], now: datetime, limit: int) -> Select[Attempted]:
    """Select and lock the due, unclaimed rows of a table, the first due first."""
    return (
        select(table)
        .where(table.next_attempt_at <= now)
        .where((table.claimed_until.is_(None)) | (table.claimed_until < now))
        .order_by(table.next_attempt_at, table.id)
        .limit(limit)
        .with_for_update(skip_locked=True)
    )


def side_by_side(
    jobs: Sequence[Job], hand_over: Callable[[Job], None], at_once: int, what: str
) -> Iterator[tuple[Job, PostFailed | None]]:
    """Deliver so many at once; return jobs in order with the failure reason or None.

    `what` names them in the log, with the row's id, on unexpected errors.
    """

    def attempt(job: Job) -> PostFailed | None:
        try:
            hand_over(job)
        except PostFailed as reason:
            return reason
        except Exception as fault:
            log.exception("something could not be handed over", what=what, id=job.id)
            return PostFailed(type(fault).__name__)
        return None

    if jobs:
        with ThreadPoolExecutor(max_workers=at_once) as pool:
            yield from zip(jobs, pool.map(attempt, jobs), strict=True)


def note(
    row: PushMessage | WebhookPost,
    receiver: PushSubscription | Webhook,
    trouble: PostFailed | None,
    now: datetime,
    *,
    final: bool,
) -> bool:
    """Record an attempt (`final`: no retry); whether its receiver failed too often."""
    row.claimed_until = None
    if trouble is None:
        row.sent_at, row.next_attempt_at, row.last_error, row.body = now, None, "", b""
        receiver.failures = 0
        return False
    row.last_error = str(trouble)[:MAX_ERROR_LENGTH]
    receiver.failures += 1
    if final:
        row.failed_at, row.next_attempt_at = now, None
    else:
        row.next_attempt_at = now + min(FIRST_WAIT * 2 ** (row.attempts - 1), MAX_WAIT)
    return receiver.disabled_at is None and (trouble.for_good or receiver.failures >= MAX_FAILURES)
