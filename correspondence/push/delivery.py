"""Messages to browsers leave as letters do: claimed, tried again with longer waits, given up when they are too late.

A browser whose push service says that it is gone is forgotten; one that was refused too often is switched off.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from correspondence.models.outbox import PushMessage, PushSubscription
from correspondence.posting.exchange import NotTaken
from correspondence.push.sending import Message, send
from correspondence.push.subscriptions import forget
from correspondence.row_locks import HELD
from correspondence.store import Store

log = structlog.get_logger(__name__)

CLAIM = timedelta(minutes=3)
MOST_ATTEMPTS, MOST_FAILURES = 8, 20
FIRST_WAIT, LONGEST_WAIT = timedelta(seconds=30), timedelta(hours=2)
LONGEST_ERROR = 300
# So many go out side by side, each for ten seconds at most: a batch ends well before its task would be stopped.
AT_ONCE, BATCH = 8, 16
# What a push service says of a browser that it knows no more.
GONE = (404, 410)
# What it says when it has too much to do, or we asked too slowly; all else of the 4xx is about this message.
LATER = (408, 425, 429)
TOO_LATE = "it came too late to be of use"
Sender = Callable[[Message, datetime], None]


@dataclass(frozen=True)
class _Taken:
    id: int
    message: Message


def push_batch(store: Store, now_fn: Callable[[], datetime], sender: Sender | None = None, limit: int = BATCH) -> int:
    """Send the messages that are due, at most `limit`; returns how many were looked at."""
    looked, taken = _claim(store, now_fn(), limit)
    now = now_fn()

    def one(item: _Taken) -> NotTaken | None:
        try:
            if sender is not None:
                sender(item.message, now)
            else:
                send(store.settings, item.message, now)
        except NotTaken as reason:
            return reason
        except Exception as fault:
            log.exception("a browser could not be told", message=item.id)
            return NotTaken(type(fault).__name__)
        return None

    if taken:
        with ThreadPoolExecutor(max_workers=AT_ONCE) as pool:
            for item, trouble in zip(taken, pool.map(one, taken), strict=True):
                with store.begin() as session:
                    _mark(session, item.id, trouble, now_fn())
    return looked


def _claim(store: Store, now: datetime, limit: int) -> tuple[int, list[_Taken]]:
    """How many were due, and those of them that are sent."""
    with store.begin() as session:
        due = (
            select(PushMessage)
            .where(PushMessage.next_attempt_at <= now)
            .where((PushMessage.claimed_until.is_(None)) | (PushMessage.claimed_until < now))
            .order_by(PushMessage.next_attempt_at, PushMessage.id)
            .limit(limit)
            .with_for_update(skip_locked=True)
        )
        found = []
        messages = session.scalars(due).all()
        for message in messages:
            if message.expires_at <= now:
                message.failed_at, message.next_attempt_at, message.last_error, message.body = now, None, TOO_LATE, b""
                continue
            message.claimed_until = now + CLAIM
            message.attempts += 1
            browser = session.get_one(PushSubscription, message.subscription_id)
            found.append(_Taken(message.id, _told(browser, message)))
        return len(messages), found


def _told(browser: PushSubscription, message: PushMessage) -> Message:
    return Message(
        endpoint=browser.endpoint,
        public_key=browser.public_key,
        auth_secret=browser.auth_secret,
        our_key=browser.our_key,
        body=message.body,
        topic=message.topic,
        urgent=message.urgent,
        expires_at=message.expires_at,
    )


def _mark(session: Session, message_id: int, trouble: NotTaken | None, now: datetime) -> None:
    message = session.get(PushMessage, message_id)
    if message is None:
        return  # its browser was forgotten meanwhile
    browser = session.get_one(PushSubscription, message.subscription_id, with_for_update=HELD)
    if trouble is not None and trouble.status in GONE:
        forget(session, [browser.id])
        return
    message.claimed_until = None
    if trouble is None:
        message.sent_at, message.next_attempt_at, message.last_error, message.body = now, None, "", b""
        browser.failures, browser.last_error = 0, ""
        return
    message.last_error = browser.last_error = str(trouble)[:LONGEST_ERROR]
    browser.failures += 1
    final = trouble.for_good or 400 <= trouble.status < 500 and trouble.status not in LATER
    if final or message.attempts >= MOST_ATTEMPTS:
        message.failed_at, message.next_attempt_at, message.body = now, None, b""
    else:
        message.next_attempt_at = now + min(FIRST_WAIT * 2 ** (message.attempts - 1), LONGEST_WAIT)
    if browser.disabled_at is None and (trouble.for_good or browser.failures >= MOST_FAILURES):
        _switch_off(session, browser, now)


def _switch_off(session: Session, browser: PushSubscription, now: datetime) -> None:
    """Tell it nothing more; the page of the account says so."""
    browser.disabled_at = now
    waiting = update(PushMessage).where(
        PushMessage.subscription_id == browser.id, PushMessage.next_attempt_at.is_not(None)
    )
    session.execute(waiting.values(failed_at=now, next_attempt_at=None, body=b""))


def forget_messages(session: Session, before: datetime) -> None:
    """Remove notes of messages that were written before a moment."""
    session.execute(delete(PushMessage).where(PushMessage.written_at < before))
