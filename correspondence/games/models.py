"""Tables of games, seats and invitations."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from sqlalchemy import Float, ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from adjudicator.thrones.windows import Pace
from correspondence.accounts.models import Account
from correspondence.rows import Key, PublicId, Row

GameStatus = Literal["lobby", "running", "finished", "set-aside"]
SeatKind = Literal["human", "steward"]
NAMED_PACES = ("bulk", "raven", "stepwise")


class Game(Row):
    """A game and its options. `seed` stays secret until the end; `trouble` says for the host why it was set aside."""

    __tablename__ = "games"
    __table_args__ = (Index("ix_games_status_visibility", "status", "visibility"),)

    id: Mapped[Key]
    public_id: Mapped[PublicId]
    title: Mapped[str] = mapped_column(String(80))
    edition: Mapped[str] = mapped_column(String(40))
    players: Mapped[int]
    pace: Mapped[str] = mapped_column(String(400))
    window_seconds: Mapped[float] = mapped_column(Float)
    hold_seconds: Mapped[float] = mapped_column(Float)
    seat_choice: Mapped[str] = mapped_column(String(16))
    visibility: Mapped[str] = mapped_column(String(16))
    steward_rest: Mapped[bool]
    join_code: Mapped[str] = mapped_column(String(16))
    status: Mapped[str] = mapped_column(String(16), default="lobby")
    round: Mapped[int] = mapped_column(default=0)
    creator_id: Mapped[int] = mapped_column(ForeignKey("accounts.id"), index=True)
    commitment: Mapped[str] = mapped_column(String(64), default="")
    seed: Mapped[str] = mapped_column(String(128), default="", deferred=True)
    created_at: Mapped[datetime]
    started_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]
    trouble: Mapped[str] = mapped_column(Text, default="", deferred=True)
    seats: Mapped[list[Seat]] = relationship(
        order_by="Seat.id", back_populates="game", lazy="selectin", cascade="all, delete-orphan"
    )

    @property
    def stops(self) -> Pace:
        """The pace as the adjudicator knows it: a name, or the kinds of decisions that stop the clock."""
        match self.pace:
            case "bulk" | "raven" | "stepwise" as named:
                return named
        return tuple(self.pace.split(","))


class Seat(Row):
    """A place at a game. `house` is empty until dealt; stewards have no account. `letters`: whether they are wanted."""

    __tablename__ = "seats"
    __table_args__ = (UniqueConstraint("game_id", "house"), UniqueConstraint("game_id", "account_id"))

    id: Mapped[Key]
    public_id: Mapped[PublicId]
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"))
    house: Mapped[str | None] = mapped_column(String(40))
    account_id: Mapped[int | None] = mapped_column(ForeignKey("accounts.id"), index=True)
    kind: Mapped[str] = mapped_column(String(16))
    letters: Mapped[bool] = mapped_column(default=True)
    joined_at: Mapped[datetime]
    game: Mapped[Game] = relationship(back_populates="seats")
    account: Mapped[Account | None] = relationship(lazy="joined")


class Invitation(Row):
    """Somebody was asked to play, perhaps a certain house. The token in the letter is kept as SHA-256 only."""

    __tablename__ = "invitations"
    __table_args__ = (UniqueConstraint("game_id", "email"),)

    id: Mapped[Key]
    public_id: Mapped[PublicId]
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"))
    inviter_id: Mapped[int] = mapped_column(ForeignKey("accounts.id"))
    email: Mapped[str] = mapped_column(String(254))
    house: Mapped[str | None] = mapped_column(String(40))
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    sent: Mapped[int] = mapped_column(default=0)
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    used_at: Mapped[datetime | None]
