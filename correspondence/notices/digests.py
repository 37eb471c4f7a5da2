"""Digests: what waited for a reader, as one letter a day or a week.

The rule: a digest leaves at the first sweep after its reader's hour (and, once a week, on their weekday), by their own
clock, if anything was written for it before that hour; it takes everything that is there when it leaves. An hour that
falls into their quiet hours is moved to the end of these. However often the hour is changed, there is one on a local
day at most. Whoever wants the letters of a stream at once again gets what waited with the next digest.
"""

from __future__ import annotations

from datetime import datetime, timedelta

import msgspec
import structlog
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from correspondence import addresses
from correspondence.letters.asking import zone_named
from correspondence.letters.payload import DigestPayload, Links, NoticePayload, Thread
from correspondence.models.accounts import Account, DigestLine
from correspondence.models.mail import OutgoingLetter
from correspondence.notices.choices import after_quiet_hours
from correspondence.outbox.use_cases import row
from correspondence.row_locks import held
from correspondence.rows import insert_once
from correspondence.store import Store, settings_of

log = structlog.get_logger(__name__)

MOST_LINES = 200
_DECODER = msgspec.json.Decoder(NoticePayload)


def send_digests(store: Store, now: datetime, limit: int = 200) -> int:
    """Write the digests that are due into the outbox, each in its own transaction; returns how many."""
    with store.read() as session:
        due = _due(session, now)[:limit]
    sent = 0
    for account_id in due:
        try:
            with store.begin() as session:
                sent += _send(session, account_id, now)
        except Exception as fault:  # noqa: BLE001  one digest that cannot be written must not hold up the others
            log.error("a digest cannot be written", account=account_id, exc_info=fault)
    return sent


def digest_at(account: Account, written_at: datetime) -> datetime:
    """When the digest leaves that takes what was written at this moment."""
    zone, _ = zone_named(account.zone)
    local = written_at.astimezone(zone)
    at = local.replace(hour=account.digest_hour, minute=0, second=0, microsecond=0, fold=0)
    if at <= local:
        at += timedelta(days=1)
    if account.digest_weekday is not None:
        at += timedelta(days=(account.digest_weekday - at.isoweekday()) % 7)
    return after_quiet_hours(account, at.astimezone(written_at.tzinfo))


def _due(session: Session, now: datetime) -> list[int]:
    oldest = (
        select(DigestLine.account_id, func.min(DigestLine.written_at))
        .where(DigestLine.sent_at.is_(None), DigestLine.written_at <= now)
        .group_by(DigestLine.account_id)
    )
    waiting = dict(session.execute(oldest).all())
    people = session.scalars(select(Account).where(Account.id.in_(waiting), Account.deleted_at.is_(None)))
    return sorted(account.id for account in people if digest_at(account, waiting[account.id]) <= now)


def _send(session: Session, account_id: int, now: datetime) -> int:
    """Write one account's digest; 0 if it had one on this day."""
    account = session.scalars(held(select(Account).where(Account.id == account_id))).one()
    query = (
        select(DigestLine)
        .where(DigestLine.account_id == account.id, DigestLine.sent_at.is_(None), DigestLine.written_at <= now)
        .order_by(DigestLine.written_at, DigestLine.id)
        .limit(MOST_LINES)
    )
    lines = list(session.scalars(query))
    if not lines:
        return 0
    settings = settings_of(session)
    day = now.astimezone(zone_named(account.zone)[0]).date().isoformat()
    payload = DigestPayload(
        notices=tuple(_DECODER.decode(line.payload) for line in lines),
        links=Links(
            game="",
            settings=addresses.account(settings),
            unsubscribe=addresses.unsubscribe_stream(settings, account.public_id, "digest"),
            ends="digest",
            reply=settings.mail_in,
        ),
        thread=Thread(message_id=addresses.message_id(settings, "digest", account.public_id, day)),
        written_at=now,
    )
    letter = row(
        f"digest:{account.public_id}:{day}",
        payload,
        account.email,
        now,
        name=account.name,
        language=account.language,
        zone=account.zone,
        account_id=account.id,
    )
    written = insert_once(session, OutgoingLetter, **letter)
    if written:
        for line in lines:
            line.sent_at, line.payload = now, b""
    return written
