"""What is handed over to others from a table: claimed, tried again with longer waits, given up.

A row of such a table has the columns of an attempt (`models.mail`); whoever it is for counts its failures in a row, and
is switched off after too many.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Protocol, TypeVar

import structlog
from sqlalchemy import Select, select

from correspondence.models import OutgoingLetter, PushMessage, PushSubscription, Webhook, WebhookPost
from correspondence.posting.exchange import NotTaken

log = structlog.get_logger(__name__)

Attempted = TypeVar("Attempted", OutgoingLetter, PushMessage, WebhookPost)


class _Row(Protocol):
    @property
    def id(self) -> int: ...


Job = TypeVar("Job", bound=_Row)

CLAIM = timedelta(minutes=3)
MAX_FAILURES = 20
FIRST_WAIT, MAX_WAIT = timedelta(seconds=30), timedelta(hours=2)
MAX_ERROR_LENGTH = 300


def due(table: type[Attempted], now: datetime, limit: int) -> Select[Attempted]:
    """The rows of a table that are to be tried now and that nobody else has claimed, the first due first; locked."""
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
) -> Iterator[tuple[Job, NotTaken | None]]:
    """Hand over so many at once; each job, in their order, with why it was not taken (None: it was).

    `what` they are is told in the log, with the id of the row, where something unforeseen happens.
    """

    def attempt(job: Job) -> NotTaken | None:
        try:
            hand_over(job)
        except NotTaken as reason:
            return reason
        except Exception as fault:
            log.exception("something could not be handed over", what=what, id=job.id)
            return NotTaken(type(fault).__name__)
        return None

    if jobs:
        with ThreadPoolExecutor(max_workers=at_once) as pool:
            yield from zip(jobs, pool.map(attempt, jobs), strict=True)


def note(
    row: PushMessage | WebhookPost,
    receiver: PushSubscription | Webhook,
    trouble: NotTaken | None,
    now: datetime,
    *,
    final: bool,
) -> bool:
    """Note what came of an attempt (`final`: it is not tried again); whether its receiver has failed too often."""
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
