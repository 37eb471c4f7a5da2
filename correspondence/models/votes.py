"""Tables of votes and ballots."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from correspondence.rows import Key, PublicId, Row


class Vote(Row):
    """A question put to the players: `kind` is `pause`, `draw`, `end`, `replace`, `extend`, `edict` or `roll-back`;
    `subject` a house, a number of hours or the id of an edict; `result` is empty while it is open, then `carried`,
    `lost` or `withdrawn`."""

    __tablename__ = "votes"
    __table_args__ = (Index("ix_votes_closed_at_closes_at", "closed_at", "closes_at"),)

    id: Mapped[Key]
    public_id: Mapped[PublicId]
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"), index=True)
    kind: Mapped[str] = mapped_column(String(16))
    subject: Mapped[str] = mapped_column(String(40), default="")
    reason: Mapped[str] = mapped_column(String(300), default="")
    seat_id: Mapped[int | None] = mapped_column(ForeignKey("seats.id", ondelete="SET NULL"))
    opened_at: Mapped[datetime]
    closes_at: Mapped[datetime]
    closed_at: Mapped[datetime | None]
    result: Mapped[str] = mapped_column(String(16), default="")


class Ballot(Row):
    """How a seat voted: `yes` or `no`."""

    __tablename__ = "ballots"
    __table_args__ = (UniqueConstraint("vote_id", "seat_id"),)

    id: Mapped[Key]
    vote_id: Mapped[int] = mapped_column(ForeignKey("votes.id"))
    seat_id: Mapped[int] = mapped_column(ForeignKey("seats.id", ondelete="CASCADE"))
    account_id: Mapped[int | None] = mapped_column(ForeignKey("accounts.id"))
    choice: Mapped[str] = mapped_column(String(8))
    at: Mapped[datetime]
