"""Tables of letters on their way, and of the local mailbox that stands for a mail server."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from correspondence.rows import Key, PublicId, Row


class OutgoingLetter(Row):
    """A letter to be sent once. `key` names the effect and is unique; the payload is emptied when it has left.

    `next_attempt_at` is None when nothing more is to be done: `sent_at`, or `failed_at` with `last_error`, says why.
    """

    __tablename__ = "outbox"
    __table_args__ = (Index("ix_outbox_next_attempt_at", "next_attempt_at"),)

    id: Mapped[Key]
    key: Mapped[str] = mapped_column(String(160), unique=True)
    kind: Mapped[str] = mapped_column(String(32))
    account_id: Mapped[int | None] = mapped_column(ForeignKey("accounts.id"), index=True)
    address: Mapped[str] = mapped_column(String(254))
    name: Mapped[str] = mapped_column(String(60), default="")
    language: Mapped[str] = mapped_column(String(8))
    zone: Mapped[str] = mapped_column(String(64))
    message_id: Mapped[str] = mapped_column(String(250), unique=True)
    payload: Mapped[bytes]
    written_at: Mapped[datetime]
    next_attempt_at: Mapped[datetime | None]
    claimed_until: Mapped[datetime | None]
    attempts: Mapped[int] = mapped_column(default=0)
    sent_at: Mapped[datetime | None]
    failed_at: Mapped[datetime | None]
    last_error: Mapped[str] = mapped_column(Text, default="")


class LocalLetter(Row):
    """A letter that reached the local mailbox, as raw bytes."""

    __tablename__ = "local_mail"

    id: Mapped[Key]
    public_id: Mapped[PublicId]
    message_id: Mapped[str] = mapped_column(String(250), unique=True)
    address: Mapped[str] = mapped_column(String(254), index=True)
    subject: Mapped[str] = mapped_column(String(500))
    raw: Mapped[bytes]
    received_at: Mapped[datetime]
