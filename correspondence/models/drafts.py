"""Tables of drafts: of sheets, and of standing instructions."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from correspondence.rows import Key, Row


class SheetDraft(Row):
    """What somebody is writing for a seat and a call, for their own eyes: the fields of the form as JSON (names with
    lists of values), and the sheet as far as they were understood.

    `version` is another random id each time it is kept, `page` names the page (one drawing of it) that kept it; both
    are empty for drafts of before they were noted.
    """

    __tablename__ = "sheet_drafts"
    __table_args__ = (UniqueConstraint("call_id", "seat_id", "account_id"),)

    id: Mapped[Key]
    call_id: Mapped[int] = mapped_column(ForeignKey("calls.id"))
    seat_id: Mapped[int] = mapped_column(ForeignKey("seats.id"))
    account_id: Mapped[int] = mapped_column(ForeignKey("accounts.id"), index=True)
    fields: Mapped[bytes]
    document: Mapped[bytes]
    changed_at: Mapped[datetime]
    version: Mapped[str] = mapped_column(String(16), default="")
    page: Mapped[str] = mapped_column(String(16), default="")


class StandingDraft(Row):
    """What somebody is writing as standing instructions of a seat, for their own eyes, kept as drafts of sheets are."""

    __tablename__ = "standing_drafts"
    __table_args__ = (UniqueConstraint("seat_id", "account_id"),)

    id: Mapped[Key]
    seat_id: Mapped[int] = mapped_column(ForeignKey("seats.id"))
    account_id: Mapped[int] = mapped_column(ForeignKey("accounts.id"), index=True)
    fields: Mapped[bytes]
    document: Mapped[bytes]
    changed_at: Mapped[datetime]
    version: Mapped[str] = mapped_column(String(16), default="")
    page: Mapped[str] = mapped_column(String(16), default="")
