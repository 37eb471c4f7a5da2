"""The table of delegations."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from correspondence.models.accounts import Account
from correspondence.rows import Key, PublicId, Row

_NOT_REVOKED = text("revoked_at IS NULL")


class Delegation(Row):
    """An account may act for a seat from `from_at` until `until_at`, unless revoked before.

    `revoked_at` is `until_at` once the right ran out and both were told.
    """

    __tablename__ = "delegations"
    __table_args__ = (
        Index("ix_delegations_until_at", "until_at", postgresql_where=_NOT_REVOKED, sqlite_where=_NOT_REVOKED),
    )

    id: Mapped[Key]
    public_id: Mapped[PublicId]
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"), index=True)
    seat_id: Mapped[int] = mapped_column(ForeignKey("seats.id", ondelete="CASCADE"), index=True)
    granter_id: Mapped[int] = mapped_column(ForeignKey("accounts.id"), index=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("accounts.id"), index=True)
    note: Mapped[str] = mapped_column(String(200), default="")
    granted_at: Mapped[datetime]
    from_at: Mapped[datetime]
    until_at: Mapped[datetime]
    revoked_at: Mapped[datetime | None]
    account: Mapped[Account] = relationship(lazy="joined", innerjoin=True, foreign_keys=[account_id])

    def holds(self, now: datetime) -> bool:
        """Whether the right holds at this moment."""
        return self.revoked_at is None and self.from_at <= now < self.until_at
