"""Tables of browsers that are told what happens, and of what they are told."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from correspondence.rows import Key, PublicId, Row

_FAILED = text("failed_at IS NOT NULL")


class PushSubscription(Row):
    """A browser in which somebody wants to be told of some `streams` (commas between): the address its push service
    gave it, its keys as it tells them (base64url), the key of ours with which it takes messages, and the id of the
    session in which it was turned on."""

    __tablename__ = "push_subscriptions"

    id: Mapped[Key]
    public_id: Mapped[PublicId]
    account_id: Mapped[int] = mapped_column(ForeignKey("accounts.id"), index=True)
    session_id: Mapped[str] = mapped_column(String(16), index=True)
    endpoint: Mapped[str] = mapped_column(String(1000), unique=True)
    public_key: Mapped[str] = mapped_column(String(100))
    auth_secret: Mapped[str] = mapped_column(String(32))
    our_key: Mapped[str] = mapped_column(String(100))
    label: Mapped[str] = mapped_column(String(120))
    streams: Mapped[str] = mapped_column(String(80))
    failures: Mapped[int] = mapped_column(default=0)
    created_at: Mapped[datetime]
    disabled_at: Mapped[datetime | None]
    last_error: Mapped[str] = mapped_column(Text, default="")


class PushMessage(Row):
    """Something a browser is to be told; kept, claimed and tried again as letters are, of no use after `expires_at`.
    `key` names its effect, `topic` what it takes the place of while nobody has seen that."""

    __tablename__ = "push_messages"
    __table_args__ = (
        Index("ix_push_messages_next_attempt_at", "next_attempt_at"),
        Index("ix_push_messages_failed_at", "failed_at", postgresql_where=_FAILED, sqlite_where=_FAILED),
    )

    id: Mapped[Key]
    key: Mapped[str] = mapped_column(String(200), unique=True)
    subscription_id: Mapped[int] = mapped_column(ForeignKey("push_subscriptions.id"), index=True)
    topic: Mapped[str] = mapped_column(String(32))
    urgent: Mapped[bool]
    body: Mapped[bytes]
    written_at: Mapped[datetime] = mapped_column(index=True)
    expires_at: Mapped[datetime]
    next_attempt_at: Mapped[datetime | None]
    claimed_until: Mapped[datetime | None]
    attempts: Mapped[int] = mapped_column(default=0)
    sent_at: Mapped[datetime | None]
    failed_at: Mapped[datetime | None]
    last_error: Mapped[str] = mapped_column(Text, default="")
