"""Tables of turns: opened, due, adjudicated, reviewed; and the sheets for them."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from adjudicator.engine import Unsaid
from correspondence.models.games import Game
from correspondence.rows import (
    AccountKey,
    AddedCount,
    AddedFlag,
    Count,
    GameKey,
    IndexedAccount,
    IndexedGame,
    IndexedTime,
    KeyedRow,
    OfSeat,
    PublicRow,
    Row,
    SeatKey,
    Str8,
    Str16,
    Str32,
    Str40,
    Str60,
    Str64,
    Str80,
    Str400,
    TurnKey,
    default_column,
)

# A turn that waits: for sheets, for the end of a pause, for its game's master.
UNFINISHED = ("open", "paused", "held")
# One that takes sheets, also while its game pauses.
COLLECTING = ("open", "paused")


class Turn(PublicRow):
    """A window in which sheets are collected.

    `due_at` is the deadline; `closing_at` is set while all are ready; `closes_at` is the earlier of the two, and the
    only time a sweep looks at. `asked` lists the seats that must be ready, with commas between. `sequence` counts
    changes of the deadline, `extensions` the automatic ones. `late_at`: the deadline passed for somebody, and until
    `due_at` it is grace. `remaining_seconds` is kept while the game is paused. `claim` names who adjudicates now, until
    `claimed_until`; `attempts` counts the tries. `unsaid` is the game's option when the turn was opened;
    `news`: its emails and pages say what is new in the program.
    """

    __tablename__ = "turns"
    __table_args__ = (UniqueConstraint("game_id", "number"), Index("ix_turns_status_closes_at", "status", "closes_at"))

    game_id: Mapped[GameKey]
    number: Mapped[int]
    window: Mapped[Str80]
    round: Mapped[int]
    asked: Mapped[Str400] = mapped_column(default="")
    opened_at: Mapped[datetime]
    due_at: Mapped[datetime]
    closing_at: Mapped[datetime | None]
    closes_at: Mapped[datetime]
    closed_at: Mapped[datetime | None]
    sequence: Mapped[Count]
    extensions: Mapped[AddedCount]
    late_at: Mapped[datetime | None]
    remaining_seconds: Mapped[float | None]
    status: Mapped[Str16] = mapped_column(default="open")
    claim: Mapped[Str80] = mapped_column(default="")
    claimed_until: Mapped[datetime | None]
    attempts: Mapped[Count]
    trouble: Mapped[str] = mapped_column(Text, default="", deferred=True)
    unsaid: Mapped[Unsaid] = default_column("defaults", String(8))
    news: Mapped[AddedFlag]
    game: Mapped[Game] = relationship()

    @property
    def required_houses(self) -> tuple[str, ...]:
        """The seats that must be ready for the turn to close early."""
        return tuple(filter(None, self.asked.split(",")))


class Readiness(KeyedRow):
    """A seat that said it is ready."""

    __tablename__ = "ready"
    __table_args__ = (UniqueConstraint("turn_id", "seat_id"),)

    turn_id: Mapped[TurnKey]
    seat_id: Mapped[SeatKey]
    at: Mapped[datetime]


class Adjudication(KeyedRow):
    """An adjudicated turn: by whom, when, versions (`stark:2,tyrell:1`), position.

    `seconds`: time to read and resolve it; None if a person published it.
    """

    __tablename__ = "adjudications"
    __table_args__ = (UniqueConstraint("game_id", "number"), Index("ix_adjudications_at", "at"))

    game_id: Mapped[GameKey]
    turn_id: Mapped[TurnKey] = mapped_column(unique=True)
    number: Mapped[int]
    worker: Mapped[Str80]
    at: Mapped[datetime]
    sheets: Mapped[Str400]
    position_digest: Mapped[Str64]
    seconds: Mapped[float | None]


class Evaluation(KeyedRow):
    """A game's replay and comparison, done or due (`at` is None).

    `differences` is empty if all agreed. Until `claimed_until` somebody makes it.
    """

    __tablename__ = "evaluations"
    __table_args__ = (Index("ix_evaluations_game_id_asked_at", "game_id", "asked_at"),)

    game_id: Mapped[GameKey]
    turn_number: Mapped[Count]
    asked_by_id: Mapped[AccountKey | None]
    asked_at: Mapped[datetime]
    claimed_until: Mapped[datetime | None]
    at: Mapped[IndexedTime | None]
    agrees: Mapped[bool | None]
    differences: Mapped[str] = mapped_column(Text, default="")
    worker: Mapped[Str80] = mapped_column(default="")


class DeadlineChange(KeyedRow):
    """A moved deadline; `sequence` counts, `reason` is a code, `note` is typed."""

    __tablename__ = "deadline_changes"
    __table_args__ = (UniqueConstraint("turn_id", "sequence"),)

    turn_id: Mapped[TurnKey]
    sequence: Mapped[int]
    old_at: Mapped[datetime]
    new_at: Mapped[datetime]
    reason: Mapped[Str40]
    note: Mapped[str] = mapped_column(String(300), default="")
    account_id: Mapped[AccountKey | None]
    at: Mapped[IndexedTime]


class Reminder(KeyedRow):
    """A timed reminder of a turn's deadline; `done_at` once handled."""

    __tablename__ = "reminders"
    __table_args__ = (UniqueConstraint("turn_id", "kind"), Index("ix_reminders_done_at_due_at", "done_at", "due_at"))

    turn_id: Mapped[TurnKey]
    kind: Mapped[str] = mapped_column(String(24))
    due_at: Mapped[datetime]
    done_at: Mapped[datetime | None]


class WaitRequest(KeyedRow):
    """A seat wants the turn to wait for its deadline, though all are ready."""

    __tablename__ = "wait_requests"
    __table_args__ = (UniqueConstraint("turn_id", "seat_id"),)

    turn_id: Mapped[TurnKey]
    seat_id: Mapped[OfSeat]
    at: Mapped[datetime]


class Attendance(KeyedRow):
    """Whether a seat that was asked submitted; `excused`: why a miss does not count."""

    __tablename__ = "attendance"
    __table_args__ = (
        UniqueConstraint("turn_id", "seat_id"),
        Index("ix_attendance_account_id_at", "account_id", "at"),
    )

    game_id: Mapped[IndexedGame]
    turn_id: Mapped[TurnKey]
    seat_id: Mapped[OfSeat] = mapped_column(index=True)
    account_id: Mapped[AccountKey | None]
    on_time: Mapped[bool]
    excused: Mapped[str] = mapped_column(String(24), default="")
    at: Mapped[datetime]


class Heartbeat(Row):
    """When a process was last alive (`sweep`), and its beat `count`.
    Or a stop that a host must lift (`clock-stop`)."""

    __tablename__ = "heartbeats"

    name: Mapped[Str40] = mapped_column(primary_key=True)
    at: Mapped[datetime]
    note: Mapped[str] = mapped_column(String(300), default="")
    count: Mapped[AddedCount]


class ServiceHour(Row):
    """Cumulative counts to the end of the hour that began at `hour`.
    A period is the difference of two of these."""

    __tablename__ = "service_hours"

    hour: Mapped[datetime] = mapped_column(primary_key=True)
    document: Mapped[bytes]


class _Accepted:
    """Columns of submissions: normalised document, its SHA-256, receipt warnings.

    `via`: `site`, `api`, `mail` or `override`; empty for old versions. `deputy`: submitted by somebody acting for the
    seat's player. `written_at`: when a mail was written, as it says.
    """

    number: Mapped[int]
    document: Mapped[bytes]
    warnings: Mapped[bytes]
    digest: Mapped[Str64]
    accepted_at: Mapped[datetime]
    via: Mapped[Str8] = default_column("")
    deputy: Mapped[AddedFlag]
    written_at: Mapped[datetime | None]


class SheetVersion(_Accepted, KeyedRow):
    """A sheet accepted for a turn."""

    __tablename__ = "sheet_versions"
    __table_args__ = (UniqueConstraint("turn_id", "seat_id", "number"),)

    turn_id: Mapped[TurnKey]
    seat_id: Mapped[SeatKey] = mapped_column(index=True)


class StandingOrdersVersion(_Accepted, KeyedRow):
    """Standing orders of a seat, in force until replaced."""

    __tablename__ = "standing_versions"
    __table_args__ = (UniqueConstraint("seat_id", "number"),)

    seat_id: Mapped[SeatKey]


class SheetReceipt(PublicRow):
    """The receipt of `version` of a seat's order sheet; `number` in its game's chain.

    `turn` and `house` are as told then; `by` is `seat` or `override`. `commitment` hides the sheet behind `salt`.
    `digest` follows from everything told and the digest before it; `key` is the public key of the `signature`, kept so
    that old receipts survive another SECRET_KEY. All are in hex.
    """

    __tablename__ = "receipts"
    __table_args__ = (UniqueConstraint("game_id", "number"), UniqueConstraint("turn_id", "seat_id", "version"))

    game_id: Mapped[GameKey]
    turn_id: Mapped[TurnKey]
    seat_id: Mapped[SeatKey] = mapped_column(index=True)
    number: Mapped[int]
    version: Mapped[int]
    turn: Mapped[Str16]
    house: Mapped[Str40]
    by: Mapped[Str8]
    accepted_at: Mapped[datetime]
    salt: Mapped[Str32]
    commitment: Mapped[Str64]
    previous: Mapped[Str64]
    digest: Mapped[Str64]
    key: Mapped[Str64]
    signature: Mapped[str] = mapped_column(String(128))


class _SavedColumns:
    """Columns of saved orders: form fields (JSON), and the sheet as understood.

    The fields map names to lists of values. `version` is a new random id for each save; `page` names the page (one
    rendering of it) that saved it; both are empty for orders saved earlier.
    """

    account_id: Mapped[IndexedAccount]
    fields: Mapped[bytes]
    document: Mapped[bytes]
    changed_at: Mapped[datetime]
    version: Mapped[Str16] = default_column("")
    page: Mapped[Str16] = default_column("")


class SavedSheet(_SavedColumns, KeyedRow):
    """What somebody is writing for a seat and a turn."""

    __tablename__ = "saved_sheets"
    __table_args__ = (UniqueConstraint("turn_id", "seat_id", "account_id"),)

    turn_id: Mapped[TurnKey]
    seat_id: Mapped[SeatKey]


class SavedStandingOrders(_SavedColumns, KeyedRow):
    """What somebody is writing as standing orders of a seat."""

    __tablename__ = "saved_standing_orders"
    __table_args__ = (UniqueConstraint("seat_id", "account_id"),)

    seat_id: Mapped[SeatKey]


class WhatIfRow(KeyedRow):
    """A kept what-if of a seat and a turn, for its maker's eyes only.
    Its number, its name (empty: none), and its sheets as JSON (`what_ifs.WhatIf`)."""

    __tablename__ = "what_ifs"
    __table_args__ = (UniqueConstraint("turn_id", "seat_id", "account_id", "number"),)

    turn_id: Mapped[TurnKey]
    seat_id: Mapped[SeatKey]
    account_id: Mapped[IndexedAccount]
    number: Mapped[int]
    name: Mapped[Str60] = mapped_column(default="")
    document: Mapped[bytes]
    changed_at: Mapped[datetime]


class PendingResult(PublicRow):
    """A pending result, held for the game master: a turn as it would be adjudicated.
    `status`: `current`, `replaced`, `published`, `dropped`; `flags` is JSON; `digest` names all of it, so that what was
    approved is what is published."""

    __tablename__ = "pending_results"
    __table_args__ = (UniqueConstraint("turn_id", "number"),)

    game_id: Mapped[IndexedGame]
    turn_id: Mapped[TurnKey]
    number: Mapped[int]
    status: Mapped[Str16] = mapped_column(default="current")
    position: Mapped[bytes]
    records: Mapped[bytes]
    entries: Mapped[bytes]
    sheets: Mapped[Str400] = mapped_column(default="")
    flags: Mapped[str] = mapped_column(Text, default="[]")
    digest: Mapped[Str64]
    made_at: Mapped[IndexedTime]
    turn: Mapped[Turn] = relationship()


class OverrideRow(PublicRow):
    """An override by a game master, and its reason.
    `document` is the override as JSON; `draft_number` the pending result it was made for (0: none). `status`:
    `proposed`, `asked` (others are to agree), `applied`, `withdrawn`."""

    __tablename__ = "overrides"
    __table_args__ = (UniqueConstraint("game_id", "number"),)

    game_id: Mapped[GameKey]
    turn_id: Mapped[TurnKey | None] = mapped_column(index=True)
    draft_number: Mapped[Count]
    number: Mapped[int]
    kind: Mapped[Str32]
    document: Mapped[bytes]
    reason: Mapped[str] = mapped_column(Text)
    status: Mapped[Str16] = mapped_column(default="applied")
    account_id: Mapped[AccountKey]
    at: Mapped[datetime]


class Voided(KeyedRow):
    """Records (`kind` `records`) and journal entries (`journal`) voided by overrides."""

    __tablename__ = "voided"

    game_id: Mapped[IndexedGame]
    override_id: Mapped[int] = mapped_column(ForeignKey("overrides.id"))
    kind: Mapped[Str16]
    round: Mapped[int]
    number: Mapped[int]
    turn_number: Mapped[int]
    document: Mapped[bytes]


class Note(PublicRow):
    """A page of the notebook that the masters of a game share."""

    __tablename__ = "notes"

    game_id: Mapped[IndexedGame]
    account_id: Mapped[AccountKey]
    body: Mapped[str] = mapped_column(Text)
    at: Mapped[datetime]
    removed_at: Mapped[datetime | None]


class AuditEntry(KeyedRow):
    """Something that was done in a scope (a game's public id, or `site`).

    `digest` is the SHA-256 of the entry and the digest before it (64 zeros for the first), so that nothing can be
    changed or left out unnoticed.
    """

    __tablename__ = "audit_log"
    __table_args__ = (UniqueConstraint("scope", "number"),)

    scope: Mapped[Str16]
    number: Mapped[int]
    at: Mapped[datetime]
    actor: Mapped[Str80]
    kind: Mapped[Str40]
    document: Mapped[bytes]
    previous: Mapped[Str64]
    digest: Mapped[Str64]
