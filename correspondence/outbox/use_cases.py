"""Letters: written into the outbox with what they tell of, delivered later, at least once, under the same id."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import structlog
from sqlalchemy import select
from sqlalchemy.orm import Session

from correspondence.letters.payload import Payload, encode_payload
from correspondence.outbox.delivery import Ready, prepare
from correspondence.outbox.models import OutgoingLetter
from correspondence.outbox.transports import Refusing, Transport, Unreachable
from correspondence.store import Store

log = structlog.get_logger(__name__)

CLAIM = timedelta(minutes=5)
MOST_ATTEMPTS = 12
FIRST_WAIT, LONGEST_WAIT = timedelta(seconds=30), timedelta(hours=6)
LONGEST_ERROR = 2000


def put(
    session: Session,
    key: str,
    payload: Payload,
    address: str,
    now: datetime,
    *,
    name: str = "",
    language: str = "en",
    zone: str = "UTC",
    account_id: int | None = None,
) -> None:
    """Write a letter into the outbox. `key` names its effect: a second letter with the same key is a database error."""
    session.add(
        OutgoingLetter(
            key=key,
            kind=str(payload.__struct_config__.tag),
            account_id=account_id,
            address=address,
            name=name,
            language=language,
            zone=zone,
            message_id=payload.thread.message_id,
            payload=encode_payload(payload),
            written_at=now,
            next_attempt_at=now,
        )
    )


def deliver_batch(store: Store, transport: Transport, now_fn: Callable[[], datetime], limit: int = 20) -> int:
    """Send the letters that are due, at most `limit`, over one connection; returns how many left.

    A letter is claimed first and marked when it has left, so a worker that dies in between makes it leave again, with
    the same Message-ID. Refused letters fail for good; when nobody answers they wait longer each time.
    """
    letters = _claim(store, now_fn(), limit)
    if not letters:
        return 0
    ready: list[Ready] = []
    for letter in letters:
        prepared = prepare(store, letter, now_fn())
        if isinstance(prepared, Ready):
            ready.append(prepared)
        elif prepared.for_good:
            _fail(store, letter.id, prepared.reason, now_fn())
        else:
            _postpone(store, letter.id, prepared.reason, now_fn())
    try:
        return _send(store, transport, ready, now_fn)
    finally:
        transport.close()


def _claim(store: Store, now: datetime, limit: int) -> list[OutgoingLetter]:
    """Letters that nobody else is sending; each try is counted before it is made."""
    with store.begin() as session:
        due = (
            select(OutgoingLetter)
            .where(OutgoingLetter.next_attempt_at <= now)
            .where((OutgoingLetter.claimed_until.is_(None)) | (OutgoingLetter.claimed_until < now))
            .order_by(OutgoingLetter.next_attempt_at, OutgoingLetter.id)
            .limit(limit)
            .with_for_update(skip_locked=True)
        )
        found = list(session.scalars(due))
        for letter in found:
            letter.claimed_until = now + CLAIM
            letter.attempts += 1
    return found


def _send(store: Store, transport: Transport, ready: list[Ready], now_fn: Callable[[], datetime]) -> int:
    sent = 0
    for place, letter in enumerate(ready):
        try:
            if place == 0:
                transport.open(now_fn())
            transport.send(letter.address, letter.message_id, letter.subject, letter.raw)
        except Unreachable as reason:
            # The connection is gone: whatever is left waits for the next try.
            for waiting in ready[place:]:
                _postpone(store, waiting.id, str(reason), now_fn())
            log.warning("letters wait, nobody takes them", count=len(ready) - place, reason=str(reason))
            break
        except Refusing as reason:
            if reason.for_good:
                _fail(store, letter.id, str(reason), now_fn())
            else:
                _postpone(store, letter.id, str(reason), now_fn())
        else:
            _sent(store, letter.id, now_fn())
            sent += 1
    return sent


def _sent(store: Store, letter_id: int, now: datetime) -> None:
    with store.begin() as session:
        letter = session.get_one(OutgoingLetter, letter_id)
        letter.sent_at, letter.next_attempt_at, letter.claimed_until = now, None, None
        # Links in it must not lie about, and what it told is kept in the archive.
        letter.payload, letter.last_error = b"", ""


def _fail(store: Store, letter_id: int, reason: str, now: datetime) -> None:
    with store.begin() as session:
        letter = session.get_one(OutgoingLetter, letter_id)
        letter.failed_at, letter.next_attempt_at, letter.claimed_until = now, None, None
        letter.last_error = reason[:LONGEST_ERROR]
    log.error("a letter cannot be delivered", letter=letter.key, reason=reason[:200])


def _postpone(store: Store, letter_id: int, reason: str, now: datetime) -> None:
    with store.begin() as session:
        letter = session.get_one(OutgoingLetter, letter_id)
        letter.claimed_until, letter.last_error = None, reason[:LONGEST_ERROR]
        if letter.attempts >= MOST_ATTEMPTS:
            letter.failed_at, letter.next_attempt_at = now, None
        else:
            letter.next_attempt_at = now + min(FIRST_WAIT * 2 ** (letter.attempts - 1), LONGEST_WAIT)
