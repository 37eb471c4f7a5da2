"""Letters: written into the outbox with what they tell of, delivered later, at least once, under the same id."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from correspondence.letters.payload import Payload, encode_payload
from correspondence.models.outbox import OutgoingLetter
from correspondence.outbox.sending import deliver_batch, deliver_due

__all__ = ["deliver_batch", "deliver_due", "put", "row"]


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
    columns = row(key, payload, address, now, name=name, language=language, zone=zone, account_id=account_id)
    session.add(OutgoingLetter(**columns))


def row(
    key: str,
    payload: Payload,
    address: str,
    now: datetime,
    *,
    name: str,
    language: str,
    zone: str,
    account_id: int | None,
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
