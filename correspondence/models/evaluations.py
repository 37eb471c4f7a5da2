"""The table of evaluations."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from correspondence.rows import Key, Row


class Evaluation(Row):
    """A game was, or is to be (`at` is None), replayed and compared. `differences` is empty if all agreed.

    Until `claimed_until` somebody makes it.
    """

    __tablename__ = "evaluations"
    __table_args__ = (Index("ix_evaluations_game_id_asked_at", "game_id", "asked_at"),)

    id: Mapped[Key]
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"))
    call_number: Mapped[int] = mapped_column(default=0)
    asked_by_id: Mapped[int | None] = mapped_column(ForeignKey("accounts.id"))
    asked_at: Mapped[datetime]
    claimed_until: Mapped[datetime | None]
    at: Mapped[datetime | None] = mapped_column(index=True)
    agrees: Mapped[bool | None]
    differences: Mapped[str] = mapped_column(Text, default="")
    worker: Mapped[str] = mapped_column(String(80), default="")
