"""The table of the ledger. The database refuses to change or remove its rows."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from correspondence.rows import Key, Row


class LedgerEntry(Row):
    """Something that was done in a scope (a game's public id, or `site`).

    `digest` is the SHA-256 of the entry and the digest before it (64 zeros for the first), so that nothing can be
    changed or left out unnoticed.
    """

    __tablename__ = "ledger"
    __table_args__ = (UniqueConstraint("scope", "number"),)

    id: Mapped[Key]
    scope: Mapped[str] = mapped_column(String(16))
    number: Mapped[int]
    at: Mapped[datetime]
    actor: Mapped[str] = mapped_column(String(80))
    kind: Mapped[str] = mapped_column(String(40))
    document: Mapped[bytes]
    previous: Mapped[str] = mapped_column(String(64))
    digest: Mapped[str] = mapped_column(String(64))
