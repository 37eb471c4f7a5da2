"""Tables of sheets: every version that was accepted is kept."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from correspondence.rows import Key, Row


class SheetVersion(Row):
    """A sheet accepted for a call: the document in our own writing, its SHA-256, the warnings of its receipt.

    `via`: `site`, `api`, `mail` or `edict`; empty for versions of before it was noted. `deputy`: it was handed in by
    somebody who acts for the seat's player. `written_at`: when a mail was written, as it says.
    """

    __tablename__ = "sheet_versions"
    __table_args__ = (UniqueConstraint("call_id", "seat_id", "number"),)

    id: Mapped[Key]
    call_id: Mapped[int] = mapped_column(ForeignKey("calls.id"))
    seat_id: Mapped[int] = mapped_column(ForeignKey("seats.id"), index=True)
    number: Mapped[int]
    document: Mapped[bytes]
    warnings: Mapped[bytes]
    digest: Mapped[str] = mapped_column(String(64))
    accepted_at: Mapped[datetime]
    via: Mapped[str] = mapped_column(String(8), default="")
    deputy: Mapped[bool] = mapped_column(default=False)
    written_at: Mapped[datetime | None]


class StandingVersion(Row):
    """Standing instructions of a seat, in force until replaced; `via`, `deputy` and `written_at` as for sheets."""

    __tablename__ = "standing_versions"
    __table_args__ = (UniqueConstraint("seat_id", "number"),)

    id: Mapped[Key]
    seat_id: Mapped[int] = mapped_column(ForeignKey("seats.id"))
    number: Mapped[int]
    document: Mapped[bytes]
    warnings: Mapped[bytes]
    digest: Mapped[str] = mapped_column(String(64))
    accepted_at: Mapped[datetime]
    via: Mapped[str] = mapped_column(String(8), default="")
    deputy: Mapped[bool] = mapped_column(default=False)
    written_at: Mapped[datetime | None]
