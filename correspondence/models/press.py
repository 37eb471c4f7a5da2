"""Tables of press: threads, messages, how far each reader has read."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from correspondence.rows import AccountKey, GameKey, Key, PublicId, Row, Str16, Str40, default_column


class PressThread(Row):
    """A conversation of a set of houses: `members` sorted with commas between, empty for all. `kind`: `private`,
    `group`, `public`, `anonymous`."""

    __tablename__ = "press_threads"
    __table_args__ = (UniqueConstraint("game_id", "kind", "members"),)

    id: Mapped[Key]
    public_id: Mapped[PublicId]
    game_id: Mapped[GameKey]
    kind: Mapped[Str16]
    members: Mapped[str] = mapped_column(String(300))
    last_at: Mapped[datetime]


class PressMessage(Row):
    """A message. `released_at` is None while postal press waits for its results, and until then its `number` is
    negative. A moderator's removal empties the body and leaves the reason. `house` is empty for a game master's.
    `reported_at`: a reader asked the moderators to look at it."""

    __tablename__ = "press_messages"
    __table_args__ = (
        UniqueConstraint("thread_id", "number"),
        Index("ix_press_messages_game_id_released_at", "game_id", "released_at"),
    )

    id: Mapped[Key]
    public_id: Mapped[PublicId]
    game_id: Mapped[GameKey]
    thread_id: Mapped[int] = mapped_column(ForeignKey("press_threads.id"))
    number: Mapped[int]
    seat_id: Mapped[int | None] = mapped_column(ForeignKey("seats.id", ondelete="SET NULL"))
    account_id: Mapped[AccountKey | None]
    house: Mapped[Str40]
    body: Mapped[str] = mapped_column(Text)
    postal: Mapped[bool] = mapped_column(default=False)
    call_number: Mapped[int] = mapped_column(default=0)
    sent_at: Mapped[datetime]
    released_at: Mapped[datetime | None]
    removed_at: Mapped[datetime | None]
    removed_by_id: Mapped[AccountKey | None]
    removal_reason: Mapped[str] = mapped_column(String(300), default="")
    reported_at: Mapped[datetime | None]
    report_reason: Mapped[str] = default_column("", String(300))


class PressMark(Row):
    """How far somebody has read a thread."""

    __tablename__ = "press_marks"
    __table_args__ = (UniqueConstraint("thread_id", "account_id"),)

    id: Mapped[Key]
    thread_id: Mapped[int] = mapped_column(ForeignKey("press_threads.id"))
    account_id: Mapped[AccountKey] = mapped_column(index=True)
    read_number: Mapped[int]
    at: Mapped[datetime]
