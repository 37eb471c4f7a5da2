"""Whether mail comes in: when the last came, how long others wait to be read, when the mailbox was last looked into."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from correspondence.models.deadlines import Pulse
from correspondence.models.incoming_mail import IncomingMail
from correspondence.rows import insert_once

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
    insert_once(session, Pulse, name=MAILBOX, at=now, note="", count=0)
    pulse = session.get_one(Pulse, MAILBOX, with_for_update=True)
    pulse.at = max(pulse.at, now)
    pulse.count += 1


def mailbox_read_at(session: Session) -> datetime | None:
    """When that was last noted; None if it never was."""
    found = session.get(Pulse, MAILBOX)
    return found.at if found else None
