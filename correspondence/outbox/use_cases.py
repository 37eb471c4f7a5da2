"""Mails written into the outbox with what they tell of, to be delivered later; and the local mailbox."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from correspondence.input_validation import NotFound
from correspondence.letters.payload import Payload, encode_payload
from correspondence.models import Account, LocalLetter, OutgoingLetter
from narration.words import N_


def put(session: Session, key: str, payload: Payload, address: str, now: datetime, **reader: Any) -> None:
    """Write a letter into the outbox. `key` names its effect: a second letter with the same key is a database error.

    `reader` is the rest of what `row` takes.
    """
    session.add(OutgoingLetter(**row(key, payload, address, now, **reader)))


def row(
    key: str,
    payload: Payload,
    address: str,
    now: datetime,
    *,
    name: str = "",
    language: str = "en",
    zone: str = "UTC",
    account_id: int | None = None,
    leaves_at: datetime | None = None,
) -> dict[str, Any]:
    """The columns of a letter that leaves at `leaves_at`, or now."""
    return {
        "key": key,
        "kind": str(payload.__struct_config__.tag),
        "account_id": account_id,
        "address": address,
        "name": name,
        "language": language,
        "zone": zone,
        "message_id": payload.thread.message_id,
        "payload": encode_payload(payload),
        "written_at": now,
        "next_attempt_at": leaves_at or now,
        "attempts": 0,
        "last_error": "",
    }


def row_for(
    account: Account, key: str, payload: Payload, now: datetime, leaves_at: datetime | None = None
) -> dict[str, Any]:
    """The same for an account, at its address."""
    reader: dict[str, Any] = {
        "name": account.name,
        "language": account.language,
        "zone": account.zone,
        "account_id": account.id,
    }
    return row(key, payload, account.email, now, leaves_at=leaves_at, **reader)


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
