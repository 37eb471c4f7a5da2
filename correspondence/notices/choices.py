"""Letters as their reader wants them: at once, in a digest, not at all; not in quiet hours. Digests are sent here.

A digest is what waited for a reader, as one letter a day or a week. It leaves at the first sweep after its reader's
hour (and, once a week, on their weekday).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import msgspec
import structlog
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from correspondence import addresses
from correspondence.letters.asking import zone_named
from correspondence.letters.payload import DigestPayload, Links, NoticePayload, Payload, Thread
from correspondence.models.accounts import Account, DigestLine
from correspondence.models.mail import OutgoingLetter
from correspondence.outbox.use_cases import row_for
from correspondence.push.messages import News, write_pushes
from correspondence.row_locks import held
from correspondence.rows import insert_once
from correspondence.store import Store, settings_of
from correspondence.write_batch import insert_soon

# A letter that would come too late after the quiet hours does not wait for their end.
LEAST_LEFT = timedelta(hours=2)
SOONEST = ("at-once", "digest", "off")


def chosen(account: Account, stream: str) -> str:
    """How an account wants the letters of a stream: `at-once`, `digest` or `off`."""
    return str(json.loads(account.streams or "{}").get(stream, "at-once"))


def sooner(account: Account, stream: str, other: str) -> bool:
    """Whether an account wants the letters of a stream sooner than those of another."""
    return SOONEST.index(chosen(account, stream)) < SOONEST.index(chosen(account, other))


@dataclass(frozen=True, kw_only=True)
class Told:
    """A letter for one account, under a `key` with which it is never written twice.

    `brief` is what the account's digest would tell of it, or makes it (None: it is never put into one). `urgent`
    letters leave at once whatever was chosen. `needed_by`: a letter that would come shortly before this, or after it,
    waits for no quiet hours.
    """

    key: str
    letter: Payload
    account: Account
    brief: NoticePayload | Callable[[], NoticePayload] | None = None
    urgent: bool = False
    needed_by: datetime | None = None


def write_as_wanted(
    session: Session, told: Iterable[Told], stream: str, now: datetime, game_id: int | None = None
) -> None:
    """Write letters of a stream to accounts as these want them, all together, and what their browsers are told of them.

    `game_id`: the game of which all of them tell.
    """
    told = list(told)
    news = [News(one.key, one.letter, one.account, _leaves_at(one, now), one.needed_by) for one in told]
    write_pushes(session, news, stream, now, game_id)
    letters: list[dict[str, Any]] = []
    lines: list[dict[str, Any]] = []
    for one in told:
        choice = "at-once" if one.urgent else chosen(one.account, stream)
        if choice == "digest" and one.brief is not None:
            brief = msgspec.json.encode(one.brief() if callable(one.brief) else one.brief)
            lines.append({"key": one.key, "account_id": one.account.id, "payload": brief, "written_at": now})
        elif choice != "off":
            letters.append(row_for(one.account, one.key, one.letter, now, _leaves_at(one, now)))
    insert_soon(session, OutgoingLetter, letters, once=True)
    insert_soon(session, DigestLine, lines, once=True)


def _leaves_at(told: Told, now: datetime) -> datetime:
    leaves = now if told.urgent else after_quiet_hours(told.account, now)
    if told.needed_by is not None and leaves > told.needed_by - LEAST_LEFT:
        return now
    return leaves


def after_quiet_hours(account: Account, moment: datetime) -> datetime:
    """The moment itself, or the end of the quiet hours it falls into, by the account's clock."""
    if account.quiet_from is None or account.quiet_until is None or account.quiet_from == account.quiet_until:
        return moment
    zone, _ = zone_named(account.zone)
    local = moment.astimezone(zone)
    start, end = account.quiet_from, account.quiet_until
    quiet = start <= local.hour < end if start < end else local.hour >= start or local.hour < end
    if not quiet:
        return moment
    wake = local.replace(hour=end, minute=0, second=0, microsecond=0, fold=0)
    if wake <= local:
        wake = (local + timedelta(days=1)).replace(hour=end, minute=0, second=0, microsecond=0, fold=0)
    return wake.astimezone(moment.tzinfo)


log = structlog.get_logger(__name__)

MOST_LINES, MOST_DIGESTS = 200, 200
_DECODER = msgspec.json.Decoder(NoticePayload)


def send_digests(store: Store, now: datetime) -> int:
    """Write the digests that are due into the outbox, each in its own transaction; returns how many."""
    with store.read() as session:
        due = _due(session, now)[:MOST_DIGESTS]
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
    letter = row_for(account, f"digest:{account.public_id}:{day}", payload, now)
    written = insert_once(session, OutgoingLetter, **letter)
    if written:
        for line in lines:
            line.sent_at, line.payload = now, b""
    return written
