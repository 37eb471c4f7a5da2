"""Incoming mails stored as they come, read in batches, and whether any come."""

from __future__ import annotations

import hashlib
import re
import zlib
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, delete, func, literal_column, or_, select, true, update
from sqlalchemy.orm import Session, aliased

from correspondence.addresses import genuine, read_reply_address
from correspondence.mail_reading.mail import MAX_BYTES
from correspondence.models import Heartbeat, IncomingMail, OutgoingLetter, Seat
from correspondence.outbox.returns import came_back, read_return_address
from correspondence.rows import insert_once, new_id
from correspondence.settings import Settings
from correspondence.store import settings_of

MAX_RECIPIENT_LENGTH, MAX_ID_LENGTH = 254, 250
# How long a mail can be looked at after it was read: by its writer in what is known of him, by a host in trouble.
KEPT = timedelta(days=30)
# And how long is known what became of it.
KNOWN = timedelta(days=90)
_HEAD = 64 * 1024
EMPTIED_AT_ONCE = 500
# Where the host has set no ceiling (0).
UNLIMITED = 10**15
# In the words of its index: SQLite uses that for no value that is bound.
_HAS_BYTES = IncomingMail.stored_bytes > literal_column("0")
_MESSAGE_ID = re.compile(
    rb"^message-id[ \t]*:[ \t]*(?:\n[ \t]+)*<?([^<>\s]{1,250})>?[ \t]*$", re.IGNORECASE | re.MULTILINE
)


def is_awaited(session: Session, recipient: str) -> bool:
    """Whether an address was made here for somebody who plays, or for a letter; or is the one that players know by
    heart. Which of its parts is wrong makes no difference."""
    settings = settings_of(session)
    recipient = recipient.strip().casefold()
    if recipient == settings.mail_in.casefold():
        return True
    returning, told = read_return_address(settings, recipient), read_reply_address(settings, recipient)
    if returning is not None:
        letter = session.get(OutgoingLetter, returning.letter_id)
        return letter is not None and came_back(settings, returning, letter)
    seat = session.scalar(select(Seat).where(Seat.public_id == told.seat_id)) if told is not None else None
    if told is None or seat is None or not genuine(settings, told, seat):
        return False
    return seat.account is not None and seat.account.deleted_at is None


def keep_mail(session: Session, raw: bytes, recipient: str, now: datetime) -> bool:
    """Keep a mail for a recipient, to be read soon; False for one that was kept before, however it came again.

    Two deliveries are of one mail if they have the same Message-ID, body and recipient. Bytes that are kept already,
    for another recipient, are not kept again. Raises ValueError for more than `MAX_BYTES`.
    """
    if len(raw) > MAX_BYTES:
        raise ValueError(f"a mail has at most {MAX_BYTES} bytes, not {len(raw)}")
    recipient = recipient.strip().casefold()[:MAX_RECIPIENT_LENGTH]
    message_id, body = _identity(raw)
    told = read_reply_address(settings_of(session), recipient)
    content = hashlib.sha256(raw).hexdigest()
    packed = b"" if _kept_bytes(session, content) else zlib.compress(raw, 6)
    return insert_once(
        session,
        IncomingMail,
        public_id=new_id(),
        mark=hashlib.sha256(b"\n".join((message_id, body, recipient.encode()))).hexdigest(),
        recipient=recipient,
        for_seat=told.seat_id if told is not None else "",
        message_id=message_id.decode("ascii", "replace")[:MAX_ID_LENGTH],
        raw=packed,
        size=len(raw),
        content=content,
        stored_bytes=len(packed),
        vouched=False,
        received_at=now,
        state="stored",
        reason="",
        trouble="",
        next_attempt_at=now,
        attempts=0,
    )


def _kept_bytes(session: Session, content: str) -> bytes:
    """The packed bytes of a content, from whichever row has them; empty if none does."""
    there = IncomingMail.content == content, _HAS_BYTES
    return session.scalar(select(IncomingMail.raw).where(*there).limit(1)) or b""


def raw_of(session: Session, mail: IncomingMail) -> bytes:
    """A mail as it came; empty once it was forgotten."""
    packed = mail.raw or (_kept_bytes(session, mail.content) if mail.content else b"")
    return zlib.decompress(packed) if packed else b""


def drop_bytes(session: Session, mail: IncomingMail) -> None:
    """Keep the bytes of a mail no longer, of which nobody wants to know more; nor for others that want as little."""
    session.flush()
    other = aliased(IncomingMail)
    done_with = or_(other.state == "passed-over", and_(other.state == "refused", other.reason == "too-many-mails"))
    needed = select(other.id).where(other.content == mail.content, other.id != mail.id, ~done_with).exists()
    same = IncomingMail.content == mail.content if mail.content else IncomingMail.id == mail.id
    _empty(session, same, ~needed if mail.content else true())
    session.expire(mail, ["raw", "stored_bytes"])


def room_left(session: Session, mails: int = 0, needed: int = 0) -> tuple[int, int]:
    """How many mails, and bytes of them, may come in until as much is kept as the host allows.

    Where less than a tenth is left, or too little for `mails` of `needed` bytes, the bytes of mails that were read are
    let go until a fifth is, the oldest first, and those that wait for their players last: what comes in is worth more.
    Bytes stay that a mail has in common with one that is not read yet or waits for its player.
    """
    (count, size), (max_count, max_size) = kept_now(session), limits_of(settings_of(session))
    if count * 10 > max_count * 9 or size * 10 > max_size * 9 or max_count - count < mails or max_size - size < needed:
        goal_count, goal_size = min(max_count * 4 // 5, max_count - mails), min(max_size * 4 // 5, max_size - needed)
        emptied = []
        for key, stored in session.execute(_read_mails()).all():
            if count <= goal_count and size <= goal_size:
                break
            emptied.append(key)
            count, size = count - 1, size - stored
        for start in range(0, len(emptied), EMPTIED_AT_ONCE):
            _empty(session, IncomingMail.id.in_(emptied[start : start + EMPTIED_AT_ONCE]))
    return max_count - count, max_size - size


def _read_mails() -> Select[Any, Any]:
    """Key and stored bytes of mails whose bytes may go, the oldest first, those that wait for their players last."""
    other = aliased(IncomingMail)
    shared = select(other.id).where(
        other.content == IncomingMail.content,
        IncomingMail.content != "",
        other.id != IncomingMail.id,
        or_(other.read_at.is_(None), other.state == "waiting"),
    )
    query = select(IncomingMail.id, IncomingMail.stored_bytes).where(
        _HAS_BYTES, IncomingMail.read_at.is_not(None), ~shared.exists()
    )
    return query.order_by(IncomingMail.state == "waiting", IncomingMail.id)


def kept_now(session: Session) -> tuple[int, int]:
    """How many mails are kept with their bytes, and how many bytes these are, packed."""
    stored = IncomingMail.stored_bytes
    count, size = session.execute(select(func.count(), func.sum(stored)).where(_HAS_BYTES)).one()
    return count, int(size or 0)


def limits_of(settings: Settings) -> tuple[int, int]:
    """How many mails, and bytes of them, are kept at most."""
    return settings.mail_in_max_mails or UNLIMITED, settings.mail_in_max_megabytes * 1_000_000 or UNLIMITED


def forget_mails(session: Session, now: datetime) -> None:
    """Empty mails that were read a while ago; later forget that they ever came."""
    _empty(session, IncomingMail.read_at < now - KEPT, _HAS_BYTES)
    session.execute(delete(IncomingMail).where(IncomingMail.read_at < now - KNOWN))


def _empty(session: Session, *which: ColumnElement[bool]) -> None:
    emptied = update(IncomingMail).where(*which).values(raw=b"", stored_bytes=0)
    session.execute(emptied.execution_options(synchronize_session=False))


def _identity(raw: bytes) -> tuple[bytes, bytes]:
    """The Message-ID in the head of a mail, empty if there is none, and a digest of its body: programs exist that give
    two mails one id. How lines end, whether empty ones follow, and where blanks stand is up to servers on its way,
    and no signature of a mail server need know of it (RFC 6376, 3.4.4): it makes no other mail."""
    head, _, body = raw.replace(b"\r\n", b"\n").partition(b"\n\n")
    found = _MESSAGE_ID.search(head[:_HEAD])
    digest = hashlib.sha256(body.translate(None, b" \t").rstrip(b"\n") if found else raw).digest()
    return found.group(1) if found else b"", digest


MAILBOX = "mailbox"
# A mail is read within seconds; one that waits longer says that nobody reads.
SOON = timedelta(minutes=1)


@dataclass(frozen=True)
class Incoming:
    """When the last mail came in, how many wait for more than a minute and since when the oldest of them does, and when
    the mailbox was last looked into with success; None: never, or none."""

    last_at: datetime | None
    waiting: int
    oldest_at: datetime | None
    mailbox_at: datetime | None


def incoming(session: Session, now: datetime) -> Incoming:
    """How it stands with mail that comes in."""
    last = session.scalar(select(IncomingMail.received_at).order_by(IncomingMail.id.desc()).limit(1))
    stored = IncomingMail.state == "stored", IncomingMail.received_at < now - SOON
    count, oldest = session.execute(select(func.count(), func.min(IncomingMail.received_at)).where(*stored)).one()
    return Incoming(last, count, oldest, mailbox_read_at(session))


def note_mailbox_read(session: Session, now: datetime) -> None:
    """Note that the mailbox was looked into, and all that was new in it kept."""
    insert_once(session, Heartbeat, name=MAILBOX, at=now, note="", count=0)
    heartbeat = session.get_one(Heartbeat, MAILBOX, with_for_update=True)
    heartbeat.at = max(heartbeat.at, now)
    heartbeat.count += 1


def mailbox_read_at(session: Session) -> datetime | None:
    """When that was last noted; None if it never was."""
    found = session.get(Heartbeat, MAILBOX)
    return found.at if found else None
