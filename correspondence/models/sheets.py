"""Tables of sheets: every version that was accepted is kept, with its receipt; drafts and sketches."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from correspondence.rows import (
    AccountKey,
    CallKey,
    GameKey,
    Key,
    PublicId,
    Row,
    SeatKey,
    Str16,
    Str40,
    Str64,
    default_column,
)


class _Accepted:
    """Columns of what was handed in: the document in our own writing, its SHA-256, the warnings of its receipt.

    `via`: `site`, `api`, `mail` or `edict`; empty for versions of before it was noted. `deputy`: it was handed in by
    somebody who acts for the seat's player. `written_at`: when a mail was written, as it says.
    """

    number: Mapped[int]
    document: Mapped[bytes]
    warnings: Mapped[bytes]
    digest: Mapped[Str64]
    accepted_at: Mapped[datetime]
    via: Mapped[str] = default_column("", String(8))
    deputy: Mapped[bool] = default_column(False)
    written_at: Mapped[datetime | None]


class SheetVersion(_Accepted, Row):
    """A sheet accepted for a call."""

    __tablename__ = "sheet_versions"
    __table_args__ = (UniqueConstraint("call_id", "seat_id", "number"),)

    id: Mapped[Key]
    call_id: Mapped[CallKey]
    seat_id: Mapped[SeatKey] = mapped_column(index=True)


class StandingVersion(_Accepted, Row):
    """Standing instructions of a seat, in force until replaced."""

    __tablename__ = "standing_versions"
    __table_args__ = (UniqueConstraint("seat_id", "number"),)

    id: Mapped[Key]
    seat_id: Mapped[SeatKey]


class SheetReceipt(Row):
    """That version `version` of a seat's sheet for a call was accepted, number `number` of its game's chain.

    `call` and `house` are as they were told then; `by` is `seat` or `edict`. `commitment` hides the sheet behind
    `salt`. `digest` follows from everything told and the digest before it; `key` is the public key of the `signature`,
    kept with it so that another SECRET_KEY makes no old receipt worthless. All are written in hex.
    """

    __tablename__ = "receipts"
    __table_args__ = (UniqueConstraint("game_id", "number"), UniqueConstraint("call_id", "seat_id", "version"))

    id: Mapped[Key]
    public_id: Mapped[PublicId]
    game_id: Mapped[GameKey]
    call_id: Mapped[CallKey]
    seat_id: Mapped[SeatKey] = mapped_column(index=True)
    number: Mapped[int]
    version: Mapped[int]
    call: Mapped[Str16]
    house: Mapped[Str40]
    by: Mapped[str] = mapped_column(String(8))
    accepted_at: Mapped[datetime]
    salt: Mapped[str] = mapped_column(String(32))
    commitment: Mapped[Str64]
    previous: Mapped[Str64]
    digest: Mapped[Str64]
    key: Mapped[Str64]
    signature: Mapped[str] = mapped_column(String(128))


class _Written:
    """Columns of what somebody is writing, for their own eyes: the fields of the form as JSON (names with
    lists of values), and the sheet as far as they were understood.

    `version` is another random id each time it is kept, `page` names the page (one drawing of it) that kept it; both
    are empty for drafts of before they were noted.
    """

    account_id: Mapped[AccountKey] = mapped_column(index=True)
    fields: Mapped[bytes]
    document: Mapped[bytes]
    changed_at: Mapped[datetime]
    version: Mapped[Str16] = default_column("")
    page: Mapped[Str16] = default_column("")


class SheetDraft(_Written, Row):
    """What somebody is writing for a seat and a call."""

    __tablename__ = "sheet_drafts"
    __table_args__ = (UniqueConstraint("call_id", "seat_id", "account_id"),)

    id: Mapped[Key]
    call_id: Mapped[CallKey]
    seat_id: Mapped[SeatKey]


class StandingDraft(_Written, Row):
    """What somebody is writing as standing instructions of a seat."""

    __tablename__ = "standing_drafts"
    __table_args__ = (UniqueConstraint("seat_id", "account_id"),)

    id: Mapped[Key]
    seat_id: Mapped[SeatKey]


class SketchRow(Row):
    """A what-if that somebody keeps for a seat and a call, for their own eyes: its number, its name (empty: none), and
    the sheets in it as JSON (`documents.Sketch`)."""

    __tablename__ = "sketches"
    __table_args__ = (UniqueConstraint("call_id", "seat_id", "account_id", "number"),)

    id: Mapped[Key]
    call_id: Mapped[CallKey]
    seat_id: Mapped[SeatKey]
    account_id: Mapped[AccountKey] = mapped_column(index=True)
    number: Mapped[int]
    name: Mapped[str] = mapped_column(String(60), default="")
    document: Mapped[bytes]
    changed_at: Mapped[datetime]
