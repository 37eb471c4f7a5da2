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
from correspondence.models import Heartbeat, IncomingMail, OutgoingMail, Seat
from correspondence.outbox.returns import is_genuine_return, read_return_address
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
    """Whether an address was made here for a player or email, or is the bare one.
    Which of its parts is wrong makes no difference."""
    settings = settings_of(session)
    recipient = recipient.strip().casefold()
    if recipient == settings.mail_in.casefold():
        return True
    returning, address = read_return_address(settings, recipient), read_reply_address(settings, recipient)
    if returning is not None:
        mail = session.get(OutgoingMail, returning.mail_id)
        return mail is not None and is_genuine_return(settings, returning, mail)
    seat = session.scalar(select(Seat).where(Seat.public_id == address.seat_id)) if address is not None else None
    if address is None or seat is None or not genuine(settings, address, seat):
        return False
    return seat.account is not None and seat.account.deleted_at is None


def keep_mail(session: Session, raw: bytes, recipient: str, now: datetime) -> bool:
    """Keep a mail to be read soon; False if this recipient's mail was kept before.

    Deliveries with the same Message-ID, body and recipient are one mail. Bytes already kept for another recipient are
    not stored again. Raises ValueError for more than `MAX_BYTES`.
    """
    if len(raw) > MAX_BYTES:
        raise ValueError(f"a mail has at most {MAX_BYTES} bytes, not {len(raw)}")
    recipient = recipient.strip().casefold()[:MAX_RECIPIENT_LENGTH]
    message_id, body = _identity(raw)
    address = read_reply_address(settings_of(session), recipient)
    content = hashlib.sha256(raw).hexdigest()
    packed = b"" if _stored_bytes(session, content) else zlib.compress(raw, 6)
    return insert_once(
        session,
        IncomingMail,
        public_id=new_id(),
        mark=hashlib.sha256(b"\n".join((message_id, body, recipient.encode()))).hexdigest(),
        recipient=recipient,
        for_seat=address.seat_id if address is not None else "",
        message_id=message_id.decode("ascii", "replace")[:MAX_ID_LENGTH],
        raw=packed,
        size=len(raw),
        content=content,
        stored_bytes=len(packed),
        received_at=now,
        next_attempt_at=now,
    )


def _stored_bytes(session: Session, content: str) -> bytes:
    """The packed bytes of a content, from whichever row has them; empty if none does."""
    there = IncomingMail.content == content, _HAS_BYTES
    return session.scalar(select(IncomingMail.raw).where(*there).limit(1)) or b""


def raw_of(session: Session, mail: IncomingMail) -> bytes:
    """Return a mail's bytes as they came; empty once they were dropped."""
    packed = mail.raw or (_stored_bytes(session, mail.content) if mail.content else b"")
    return zlib.decompress(packed) if packed else b""


def drop_bytes(session: Session, mail: IncomingMail) -> None:
    """Delete the bytes of a mail that nobody needs, unless another mail shares them."""
    session.flush()
    other = aliased(IncomingMail)
    done_with = or_(other.state == "passed-over", and_(other.state == "refused", other.reason == "too-many-mails"))
    needed = select(other.id).where(other.content == mail.content, other.id != mail.id, ~done_with).exists()
    same = IncomingMail.content == mail.content if mail.content else IncomingMail.id == mail.id
    _empty(session, same, ~needed if mail.content else true())
    session.expire(mail, ["raw", "stored_bytes"])


def remaining_capacity(session: Session, mails: int = 0, needed: int = 0) -> tuple[int, int]:
    """Return how many mails and bytes may still come in within the host's limit.

    If less than a tenth is left, or too little for `mails` of `needed` bytes, bytes of read mails are deleted until a
    fifth is free: oldest first, those waiting for their players last. Bytes shared with a mail that is unread or waits
    stay.
    """
    (count, size), (max_count, max_size) = stored_size(session), limits_of(settings_of(session))
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
    """Select key and stored bytes of deletable mails, oldest first, waiting ones last."""
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


def stored_size(session: Session) -> tuple[int, int]:
    """How many mails are kept with their bytes, and how many bytes these are, packed."""
    stored = IncomingMail.stored_bytes
    count, size = session.execute(select(func.count(), func.sum(stored)).where(_HAS_BYTES)).one()
    return count, int(size or 0)


def limits_of(settings: Settings) -> tuple[int, int]:
    """Return how many mails, and how many bytes of them, are kept at most."""
    return settings.mail_in_max_mails or UNLIMITED, settings.mail_in_max_megabytes * 1_000_000 or UNLIMITED


def forget_mails(session: Session, now: datetime) -> None:
    """Empty mails that were read a while ago; later forget that they ever came."""
    _empty(session, IncomingMail.read_at < now - KEPT, _HAS_BYTES)
    session.execute(delete(IncomingMail).where(IncomingMail.read_at < now - KNOWN))


def _empty(session: Session, *which: ColumnElement[bool]) -> None:
    emptied = update(IncomingMail).where(*which).values(raw=b"", stored_bytes=0)
    session.execute(emptied.execution_options(synchronize_session=False))


def _identity(raw: bytes) -> tuple[bytes, bytes]:
    """Return the Message-ID of a mail (empty: none) and a digest of its body.
    Some programs give two mails one id. Line ends, trailing empty lines and blanks do not count: servers may change
    them, and signatures need not cover them (RFC 6376, 3.4.4)."""
    head, _, body = raw.replace(b"\r\n", b"\n").partition(b"\n\n")
    match = _MESSAGE_ID.search(head[:_HEAD])
    digest = hashlib.sha256(body.translate(None, b" \t").rstrip(b"\n") if match else raw).digest()
    return match.group(1) if match else b"", digest


MAILBOX = "mailbox"
# A mail is read within seconds; one that waits longer says that nobody reads.
SOON = timedelta(minutes=1)


@dataclass(frozen=True)
class Incoming:
    """Mail arrivals: the last one, how many wait over a minute and since when.
    Also when the mailbox was last read with success. None: never, or none."""

    last_at: datetime | None
    waiting: int
    oldest_at: datetime | None
    mailbox_at: datetime | None


def incoming_status(session: Session, now: datetime) -> Incoming:
    """Return when mail last came and how many mails wait for longer than a minute."""
    last = session.scalar(select(IncomingMail.received_at).order_by(IncomingMail.id.desc()).limit(1))
    stored = IncomingMail.state == "stored", IncomingMail.received_at < now - SOON
    count, oldest = session.execute(select(func.count(), func.min(IncomingMail.received_at)).where(*stored)).one()
    return Incoming(last, count, oldest, mailbox_read_at(session))


def note_mailbox_read(session: Session, now: datetime) -> None:
    """Note that the mailbox was looked into, and all that was new in it kept."""
    insert_once(session, Heartbeat, name=MAILBOX, at=now)
    heartbeat = session.get_one(Heartbeat, MAILBOX, with_for_update=True)
    heartbeat.at = max(heartbeat.at, now)
    heartbeat.count += 1


def mailbox_read_at(session: Session) -> datetime | None:
    """Return when the mailbox was last read with success; None if it never was."""
    heartbeat = session.get(Heartbeat, MAILBOX)
    return heartbeat.at if heartbeat else None
