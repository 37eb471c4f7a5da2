"""The table of imports."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from correspondence.rows import Key, PublicId, Row

_WAITS = text("at IS NULL")


class Import(Row):
    """A game file that somebody sent. It waits until `at`; then `game_id` (public) names what it became, or `reasons`
    says as JSON why it was refused.

    `document` is the file, empty once it was decided on. Until `claimed_until` somebody checks it, for the `attempts`th
    time; `played` of `entries` entries of its journal were played by then.
    """

    __tablename__ = "imports"
    __table_args__ = (
        Index("uq_imports_waiting", "account_id", unique=True, sqlite_where=_WAITS, postgresql_where=_WAITS),
        Index("ix_imports_account_id_asked_at", "account_id", "asked_at"),
    )

    id: Mapped[Key]
    public_id: Mapped[PublicId]
    account_id: Mapped[int] = mapped_column(ForeignKey("accounts.id"))
    title: Mapped[str] = mapped_column(String(80), default="")
    size: Mapped[int]
    document: Mapped[bytes] = mapped_column(deferred=True)
    asked_at: Mapped[datetime]
    claimed_until: Mapped[datetime | None]
    attempts: Mapped[int] = mapped_column(default=0)
    entries: Mapped[int] = mapped_column(default=0)
    played: Mapped[int] = mapped_column(default=0)
    at: Mapped[datetime | None] = mapped_column(index=True)
    game_id: Mapped[str] = mapped_column(String(16), default="")
    reasons: Mapped[str] = mapped_column(Text, default="")
