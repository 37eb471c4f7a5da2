"""Tables of webhooks and of what is posted to them."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from correspondence.rows import Key, PublicId, Row

_FAILED = text("failed_at IS NOT NULL")


class Webhook(Row):
    """An address that an account wants told: `kinds` with commas between; of one game, or (None) of all its games."""

    __tablename__ = "webhooks"

    id: Mapped[Key]
    public_id: Mapped[PublicId]
    account_id: Mapped[int] = mapped_column(ForeignKey("accounts.id"), index=True)
    game_id: Mapped[int | None] = mapped_column(ForeignKey("games.id"))
    url: Mapped[str] = mapped_column(String(500))
    # As `correspondence.encryption` seals it.
    secret: Mapped[str] = mapped_column(String(200))
    kinds: Mapped[str] = mapped_column(String(120))
    failures: Mapped[int] = mapped_column(default=0)
    created_at: Mapped[datetime]
    disabled_at: Mapped[datetime | None]
    removed_at: Mapped[datetime | None]


class WebhookPost(Row):
    """Something to be posted; kept, claimed and tried again as letters are. `key` names its effect."""

    __tablename__ = "webhook_posts"
    __table_args__ = (
        Index("ix_webhook_posts_next_attempt_at", "next_attempt_at"),
        Index("ix_webhook_posts_failed_at", "failed_at", postgresql_where=_FAILED, sqlite_where=_FAILED),
    )

    id: Mapped[Key]
    public_id: Mapped[PublicId]
    key: Mapped[str] = mapped_column(String(160), unique=True)
    webhook_id: Mapped[int] = mapped_column(ForeignKey("webhooks.id"), index=True)
    kind: Mapped[str] = mapped_column(String(24))
    body: Mapped[bytes]
    written_at: Mapped[datetime] = mapped_column(index=True)
    next_attempt_at: Mapped[datetime | None]
    claimed_until: Mapped[datetime | None]
    attempts: Mapped[int] = mapped_column(default=0)
    sent_at: Mapped[datetime | None]
    failed_at: Mapped[datetime | None]
    last_error: Mapped[str] = mapped_column(Text, default="")
