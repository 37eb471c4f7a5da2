"""The table of sketches."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from correspondence.rows import Key, Row


class SketchRow(Row):
    """A what-if that somebody keeps for a seat and a call, for their own eyes: its number, its name (empty: none), and
    the sheets in it as JSON (`documents.Sketch`)."""

    __tablename__ = "sketches"
    __table_args__ = (UniqueConstraint("call_id", "seat_id", "account_id", "number"),)

    id: Mapped[Key]
    call_id: Mapped[int] = mapped_column(ForeignKey("calls.id"))
    seat_id: Mapped[int] = mapped_column(ForeignKey("seats.id"))
    account_id: Mapped[int] = mapped_column(ForeignKey("accounts.id"), index=True)
    number: Mapped[int]
    name: Mapped[str] = mapped_column(String(60), default="")
    document: Mapped[bytes]
    changed_at: Mapped[datetime]
