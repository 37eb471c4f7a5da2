"""The table of adjudications: one row for each call that was resolved."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Float, ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from correspondence.rows import Key, Row


class Adjudication(Row):
    """A call was resolved: by whom, when, from which sheet versions (`stark:2,tyrell:1`), into which position.

    `seconds`: how long it took to read and resolve it; None if a person published it.
    """

    __tablename__ = "adjudications"
    __table_args__ = (UniqueConstraint("game_id", "number"), Index("ix_adjudications_at", "at"))

    id: Mapped[Key]
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"))
    call_id: Mapped[int] = mapped_column(ForeignKey("calls.id"), unique=True)
    number: Mapped[int]
    worker: Mapped[str] = mapped_column(String(80))
    at: Mapped[datetime]
    sheets: Mapped[str] = mapped_column(String(400))
    position_digest: Mapped[str] = mapped_column(String(64))
    seconds: Mapped[float | None] = mapped_column(Float)
