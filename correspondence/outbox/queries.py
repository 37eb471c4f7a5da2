"""Reading the local mailbox."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from correspondence.input_validation import NotFound
from correspondence.models.mail import LocalLetter
from narration.words import N_


@dataclass(frozen=True)
class MailLine:
    """A letter in the list."""

    id: str
    address: str
    subject: str
    received_at: datetime


def mailbox(session: Session, limit: int = 50, address: str | None = None) -> list[MailLine]:
    """The letters in the local mailbox, newest first; of one address if named."""
    columns = (LocalLetter.public_id, LocalLetter.address, LocalLetter.subject, LocalLetter.received_at)
    query = select(*columns).order_by(LocalLetter.id.desc()).limit(limit)
    if address is not None:
        query = query.where(LocalLetter.address == address)
    return [MailLine(*row) for row in session.execute(query)]


def mailbox_letter(session: Session, letter_id: str) -> bytes:
    """A letter of the local mailbox as raw bytes; NotFound."""
    raw = session.scalar(select(LocalLetter.raw).where(LocalLetter.public_id == letter_id))
    if raw is None:
        raise NotFound("no-such-letter", N_("There is no such letter."))
    return raw
