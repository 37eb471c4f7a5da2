"""Tables of deadlines (changes, reminders, wishes to wait, who was on time), the pulse of the sweep, service levels."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from correspondence.rows import AccountKey, CallKey, GameKey, Key, Row, Str40, default_column


class DeadlineChange(Row):
    """A call's deadline was moved; `sequence` counts the changes, `reason` is a code, `note` the mover's own words."""

    __tablename__ = "deadline_changes"
    __table_args__ = (UniqueConstraint("call_id", "sequence"),)

    id: Mapped[Key]
    call_id: Mapped[CallKey]
    sequence: Mapped[int]
    old_at: Mapped[datetime]
    new_at: Mapped[datetime]
    reason: Mapped[Str40]
    note: Mapped[str] = mapped_column(String(300), default="")
    account_id: Mapped[AccountKey | None]
    at: Mapped[datetime] = mapped_column(index=True)


class Reminder(Row):
    """Something to be told about a call's deadline at a time; `done_at` once it was looked after."""

    __tablename__ = "reminders"
    __table_args__ = (UniqueConstraint("call_id", "kind"), Index("ix_reminders_done_at_due_at", "done_at", "due_at"))

    id: Mapped[Key]
    call_id: Mapped[CallKey]
    kind: Mapped[str] = mapped_column(String(24))
    due_at: Mapped[datetime]
    done_at: Mapped[datetime | None]


class WaitRequest(Row):
    """A seat wants the call to wait for its deadline, though all are ready."""

    __tablename__ = "wait_requests"
    __table_args__ = (UniqueConstraint("call_id", "seat_id"),)

    id: Mapped[Key]
    call_id: Mapped[CallKey]
    seat_id: Mapped[int] = mapped_column(ForeignKey("seats.id", ondelete="CASCADE"))
    at: Mapped[datetime]


class Attendance(Row):
    """Whether a seat that was asked handed something in; `excused` says why a miss does not count."""

    __tablename__ = "attendance"
    __table_args__ = (
        UniqueConstraint("call_id", "seat_id"),
        Index("ix_attendance_account_id_at", "account_id", "at"),
    )

    id: Mapped[Key]
    game_id: Mapped[GameKey] = mapped_column(index=True)
    call_id: Mapped[CallKey]
    seat_id: Mapped[int] = mapped_column(ForeignKey("seats.id", ondelete="CASCADE"), index=True)
    account_id: Mapped[AccountKey | None]
    on_time: Mapped[bool]
    excused: Mapped[str] = mapped_column(String(24), default="")
    at: Mapped[datetime]


class Pulse(Row):
    """When something that must go on was last alive (`sweep`) and how often it was (`count`), or a stop that a host
    must lift (`clock-stop`)."""

    __tablename__ = "pulses"

    name: Mapped[Str40] = mapped_column(primary_key=True)
    at: Mapped[datetime]
    note: Mapped[str] = mapped_column(String(300), default="")
    count: Mapped[int] = default_column(0)


class ServiceHour(Row):
    """Everything counted from the beginning to the end of the hour that began at `hour`; a period is the difference of
    two of these."""

    __tablename__ = "service_hours"

    hour: Mapped[datetime] = mapped_column(primary_key=True)
    document: Mapped[bytes]
