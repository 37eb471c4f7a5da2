"""Tables of calls: who is ready, how they were adjudicated, and evaluations of that."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from sqlalchemy import Float, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from adjudicator.engine.bulk import Unsaid
from correspondence.models.games import Game
from correspondence.rows import (
    AccountKey,
    CallKey,
    GameKey,
    Key,
    PublicId,
    Row,
    SeatKey,
    Str16,
    Str64,
    Str80,
    default_column,
)

CallStatus = Literal["open", "paused", "held", "closed", "void", "set-aside"]


# A call that waits: for sheets, for the end of a pause, for its game's master.
UNFINISHED = ("open", "paused", "held")
# One that takes sheets, also while its game pauses.
COLLECTING = ("open", "paused")


class OpenedCall(Row):
    """A window in which sheets are collected.

    `due_at` is the deadline; `closing_at` is set while all are ready; `closes_at` is the earlier of the two, and the
    only time a sweep looks at. `asked` lists the seats that must be ready, with commas between. `sequence` counts
    changes of the deadline, `extensions` the automatic ones. `late_at`: the deadline passed for somebody, and until
    `due_at` it is grace. `remaining_seconds` is kept while the game is paused. `claim` names who adjudicates now, until
    `claimed_until`; `attempts` counts the tries. `unsaid` is the game's option when the call was opened;
    `news`: its letters and pages say what is new in the program.
    """

    __tablename__ = "calls"
    __table_args__ = (UniqueConstraint("game_id", "number"), Index("ix_calls_status_closes_at", "status", "closes_at"))

    id: Mapped[Key]
    public_id: Mapped[PublicId]
    game_id: Mapped[GameKey]
    number: Mapped[int]
    window: Mapped[Str80]
    round: Mapped[int]
    asked: Mapped[str] = mapped_column(String(400), default="")
    opened_at: Mapped[datetime]
    due_at: Mapped[datetime]
    closing_at: Mapped[datetime | None]
    closes_at: Mapped[datetime]
    closed_at: Mapped[datetime | None]
    sequence: Mapped[int] = mapped_column(default=0)
    extensions: Mapped[int] = default_column(0)
    late_at: Mapped[datetime | None]
    remaining_seconds: Mapped[float | None] = mapped_column(Float)
    status: Mapped[Str16] = mapped_column(default="open")
    claim: Mapped[Str80] = mapped_column(default="")
    claimed_until: Mapped[datetime | None]
    attempts: Mapped[int] = mapped_column(default=0)
    trouble: Mapped[str] = mapped_column(Text, default="", deferred=True)
    unsaid: Mapped[Unsaid] = default_column("defaults", String(8))
    news: Mapped[bool] = default_column(False)
    game: Mapped[Game] = relationship()

    @property
    def houses_asked(self) -> tuple[str, ...]:
        """The seats that must be ready for the call to close early."""
        return tuple(filter(None, self.asked.split(",")))


class Readiness(Row):
    """A seat that said it is ready."""

    __tablename__ = "ready"
    __table_args__ = (UniqueConstraint("call_id", "seat_id"),)

    id: Mapped[Key]
    call_id: Mapped[CallKey]
    seat_id: Mapped[SeatKey]
    at: Mapped[datetime]


class Adjudication(Row):
    """A call was resolved: by whom, when, from which sheet versions (`stark:2,tyrell:1`), into which position.

    `seconds`: how long it took to read and resolve it; None if a person published it.
    """

    __tablename__ = "adjudications"
    __table_args__ = (UniqueConstraint("game_id", "number"), Index("ix_adjudications_at", "at"))

    id: Mapped[Key]
    game_id: Mapped[GameKey]
    call_id: Mapped[CallKey] = mapped_column(unique=True)
    number: Mapped[int]
    worker: Mapped[Str80]
    at: Mapped[datetime]
    sheets: Mapped[str] = mapped_column(String(400))
    position_digest: Mapped[Str64]
    seconds: Mapped[float | None] = mapped_column(Float)


class Evaluation(Row):
    """A game was, or is to be (`at` is None), replayed and compared. `differences` is empty if all agreed.

    Until `claimed_until` somebody makes it.
    """

    __tablename__ = "evaluations"
    __table_args__ = (Index("ix_evaluations_game_id_asked_at", "game_id", "asked_at"),)

    id: Mapped[Key]
    game_id: Mapped[GameKey]
    call_number: Mapped[int] = mapped_column(default=0)
    asked_by_id: Mapped[AccountKey | None]
    asked_at: Mapped[datetime]
    claimed_until: Mapped[datetime | None]
    at: Mapped[datetime | None] = mapped_column(index=True)
    agrees: Mapped[bool | None]
    differences: Mapped[str] = mapped_column(Text, default="")
    worker: Mapped[Str80] = mapped_column(default="")
