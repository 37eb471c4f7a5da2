"""Keeping mails as they come in, before anything is made of them."""

from __future__ import annotations

import hashlib
import re
import zlib
from datetime import datetime, timedelta

from sqlalchemy import delete, update
from sqlalchemy.orm import Session

from correspondence.models.incoming_mail import IncomingMail
from correspondence.reply_addresses import read_reply_address
from correspondence.rows import insert_once, new_id
from correspondence.store import settings_of

# Whoever sends more has attached what nobody reads.
MOST_BYTES = 25 * 1024 * 1024
LONGEST_RECIPIENT, LONGEST_ID = 254, 250
# How long a mail can be looked at after it was read: by its writer in what is known of him, by a host in trouble.
KEPT = timedelta(days=30)
# And how long is known what became of it.
KNOWN = timedelta(days=90)
_HEAD = 64 * 1024
_MESSAGE_ID = re.compile(rb"^message-id:[ \t]*(?:\n[ \t]+)?<?([^<>\s]{1,250})>?[ \t]*$", re.IGNORECASE | re.MULTILINE)


def keep_mail(session: Session, raw: bytes, recipient: str, now: datetime) -> bool:
    """Keep a mail for a recipient, to be read soon; False for one that was kept before, however it came again.

    Two deliveries are of one mail if they have the same Message-ID and recipient, or, where there is none, the same
    bytes. Raises ValueError for more than `MOST_BYTES`.
    """
    if len(raw) > MOST_BYTES:
        raise ValueError(f"a mail has at most {MOST_BYTES} bytes, not {len(raw)}")
    recipient = recipient.strip().casefold()[:LONGEST_RECIPIENT]
    message_id = _message_id(raw)
    told = read_reply_address(settings_of(session), recipient)
    mark = hashlib.sha256(b"\n".join((message_id or hashlib.sha256(raw).digest(), recipient.encode()))).hexdigest()
    return insert_once(
        session,
        IncomingMail,
        public_id=new_id(),
        mark=mark,
        recipient=recipient,
        for_seat=told.seat_id if told is not None else "",
        message_id=message_id.decode("ascii", "replace")[:LONGEST_ID],
        raw=zlib.compress(raw, 6),
        size=len(raw),
        received_at=now,
        state="stored",
        reason="",
        trouble="",
        next_attempt_at=now,
        attempts=0,
    )


def raw_of(mail: IncomingMail) -> bytes:
    """A mail as it came; empty once it was forgotten."""
    return zlib.decompress(mail.raw) if mail.raw else b""


def forget_mails(session: Session, now: datetime) -> None:
    """Empty mails that were read a while ago; later forget that they ever came."""
    read = update(IncomingMail).where(IncomingMail.read_at < now - KEPT, IncomingMail.raw != b"")
    session.execute(read.values(raw=b"").execution_options(synchronize_session=False))
    session.execute(delete(IncomingMail).where(IncomingMail.read_at < now - KNOWN))


def _message_id(raw: bytes) -> bytes:
    """The Message-ID in the head of a mail, empty if there is none."""
    head = raw[:_HEAD].replace(b"\r\n", b"\n").partition(b"\n\n")[0]
    found = _MESSAGE_ID.search(head)
    return found.group(1) if found else b""
