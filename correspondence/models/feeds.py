"""The table of secret addresses of feeds."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from correspondence.rows import Key, Row


class FeedAddress(Row):
    """The secret in the addresses of somebody's feeds, as its SHA-256; one for each account."""

    __tablename__ = "feed_addresses"

    id: Mapped[Key]
    account_id: Mapped[int] = mapped_column(ForeignKey("accounts.id"), unique=True)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    made_at: Mapped[datetime]
