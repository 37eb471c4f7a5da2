"""Tables of the archive and of imports. Each thing stands apart, so that nothing ever loads a game's whole history."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Index, LargeBinary, String, Text, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from correspondence.rows import AccountKey, CallKey, GameKey, Key, PublicId, Row, Str16, Str40, Str64, Str80, Str200


class CurrentPosition(Row):
    """Where a game stands: one row for each game, replaced at each adjudication."""

    __tablename__ = "positions"

    game_id: Mapped[GameKey] = mapped_column(primary_key=True, autoincrement=False)
    call_number: Mapped[int]
    document: Mapped[bytes]


class JournalPart(Row):
    """Entries of the journal that one adjudication or edict brought, `first` to `last`; they count from 1 through the
    game."""

    __tablename__ = "journal_parts"
    __table_args__ = (UniqueConstraint("game_id", "first"),)

    id: Mapped[Key]
    game_id: Mapped[GameKey]
    first: Mapped[int]
    last: Mapped[int]
    call_number: Mapped[int]
    document: Mapped[bytes]


class RoundRecords(Row):
    """The events of one round that one adjudication (`part`, the call's number; 0: the set-up) told, unredacted."""

    __tablename__ = "records"
    __table_args__ = (UniqueConstraint("game_id", "round", "part"), UniqueConstraint("game_id", "first"))

    id: Mapped[Key]
    game_id: Mapped[GameKey]
    round: Mapped[int]
    part: Mapped[int]
    first: Mapped[int]
    last: Mapped[int]
    document: Mapped[bytes]


class RoundBoard(Row):
    """The public board at the end of a round."""

    __tablename__ = "round_boards"
    __table_args__ = (UniqueConstraint("game_id", "round"),)

    id: Mapped[Key]
    game_id: Mapped[GameKey]
    round: Mapped[int]
    document: Mapped[bytes]


class CallBoard(Row):
    """The public board when a call opened: what its sheets were written on."""

    __tablename__ = "call_boards"

    call_id: Mapped[CallKey] = mapped_column(primary_key=True, autoincrement=False)
    document: Mapped[bytes]


class PreparedAnswers(Row):
    """What the maester of a house found for an open call, by kind of decision: nobody is shown it. It holds for the
    position with this digest, and is dropped when the game has another one."""

    __tablename__ = "prepared_answers"

    call_id: Mapped[CallKey] = mapped_column(primary_key=True, autoincrement=False)
    house: Mapped[Str40] = mapped_column(primary_key=True)
    game_id: Mapped[GameKey] = mapped_column(index=True)
    position_digest: Mapped[Str64]
    document: Mapped[bytes]


class StoredPicture(Row):
    """A drawn map, by the digest of what it shows and how."""

    __tablename__ = "pictures"

    digest: Mapped[Str64] = mapped_column(primary_key=True)
    png: Mapped[bytes] = mapped_column(LargeBinary)
    width: Mapped[int]
    height: Mapped[int]
    drawn_at: Mapped[datetime] = mapped_column(index=True)


class PdfFile(Row):
    """A page as a PDF file, for `account_id` or, without one, for anybody; `key` stands for the page as it was and for
    whom. It waits until `made_at`; it could not be made if it `failed`.

    Somebody looked for it last at `wanted_at`, in seconds or so. Until `claimed_until` a process makes it, for the
    `attempts`th time.
    """

    __tablename__ = "pdf_files"

    key: Mapped[Str64] = mapped_column(primary_key=True)
    account_id: Mapped[AccountKey | None] = mapped_column(index=True)
    path: Mapped[Str200]
    language: Mapped[str] = mapped_column(String(8))
    asked_at: Mapped[datetime]
    wanted_at: Mapped[datetime]
    claimed_until: Mapped[datetime | None]
    attempts: Mapped[int] = mapped_column(default=0)
    made_at: Mapped[datetime | None] = mapped_column(index=True)
    failed: Mapped[bool] = mapped_column(default=False)
    document: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)


class Snapshot(Row):
    """The position as it was stored when a call opened; what a game can be rolled back to."""

    __tablename__ = "snapshots"

    game_id: Mapped[GameKey] = mapped_column(primary_key=True, autoincrement=False)
    call_number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    document: Mapped[bytes]


class KeptStatistics(Row):
    """The figures of a game that is over, counted once; `version` says how they were counted."""

    __tablename__ = "game_statistics"

    game_id: Mapped[GameKey] = mapped_column(primary_key=True, autoincrement=False)
    version: Mapped[int]
    counted_at: Mapped[datetime]
    document: Mapped[bytes]


class HouseResult(Row):
    """How a house ended, in figures that can be added up over the games of a player."""

    __tablename__ = "house_results"
    __table_args__ = (UniqueConstraint("game_id", "house"),)

    id: Mapped[Key]
    game_id: Mapped[GameKey]
    house: Mapped[Str40]
    place: Mapped[int]
    won: Mapped[bool] = mapped_column(default=False)
    castles: Mapped[int] = mapped_column(default=0)
    castles_taken: Mapped[int] = mapped_column(default=0)
    battles_won: Mapped[int] = mapped_column(default=0)
    battles_lost: Mapped[int] = mapped_column(default=0)
    throne_rounds: Mapped[int] = mapped_column(default=0)


_WAITS = text("at IS NULL")


class Import(Row):
    """A game file that somebody sent. It waits until `at`; then `game_id` (public) names what it became, or `reasons`
    says as JSON why it was refused.

    `document` is the file, empty once it was decided on. Until `claimed_until` somebody checks it, for the `attempts`th
    time; `played` of `entries` entries of its journal were played by then.
    """

    __tablename__ = "imports"
    __table_args__ = (
        Index("uq_imports_waiting", "account_id", unique=True, sqlite_where=_WAITS, postgresql_where=_WAITS),
        Index("ix_imports_account_id_asked_at", "account_id", "asked_at"),
    )

    id: Mapped[Key]
    public_id: Mapped[PublicId]
    account_id: Mapped[AccountKey]
    title: Mapped[Str80] = mapped_column(default="")
    size: Mapped[int]
    document: Mapped[bytes] = mapped_column(deferred=True)
    asked_at: Mapped[datetime]
    claimed_until: Mapped[datetime | None]
    attempts: Mapped[int] = mapped_column(default=0)
    entries: Mapped[int] = mapped_column(default=0)
    played: Mapped[int] = mapped_column(default=0)
    at: Mapped[datetime | None] = mapped_column(index=True)
    game_id: Mapped[Str16] = mapped_column(default="")
    reasons: Mapped[str] = mapped_column(Text, default="")
