"""The table of mails that came in."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from sqlalchemy import ForeignKey, Index, String, Text, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from correspondence.rows import AccountKey, Key, PublicId, Row, Str16, Str40, Str64, default_column

# `stored`: not read yet. `done`: what it says was done. `refused`: answered with what was wrong. `waiting`: until its
# player confirms it. `passed-over`: an automatic answer, a bounce, a mail for nobody. `failed`: set aside for a host.
MailState = Literal["stored", "done", "refused", "waiting", "passed-over", "failed"]
_HAS_BYTES = text("stored_bytes > 0")


class IncomingMail(Row):
    """A mail for one recipient, as it came; `raw` (packed) is emptied a while after it was read, or at once if nobody
    will look at it. Of rows with the same `content` (a digest of the bytes) one has them for all; `stored_bytes` is how
    many a row has. `vouched`: its player sent it for certain.

    `for_seat` is the seat (its public id) that the recipient's address names, genuine or not: while a mail waits that
    came in time, the call of that seat's game waits too. `mark` is the same for every delivery of the same mail to the
    same recipient, and unique. `reason` says in a code why its state is what it is, `trouble` what went wrong inside. A
    mail is read while `next_attempt_at` is not later than now; each attempt is counted before it is made.
    """

    __tablename__ = "incoming_mails"
    __table_args__ = (
        UniqueConstraint("mark"),
        Index("ix_incoming_mails_next_attempt_at", "next_attempt_at"),
        Index("ix_incoming_mails_state_recipient", "state", "recipient", "id"),
        Index("ix_incoming_mails_state_for_seat", "state", "for_seat"),
        Index(
            "ix_incoming_mails_read_at_stored_bytes",
            "read_at",
            "stored_bytes",
            postgresql_where=_HAS_BYTES,
            sqlite_where=_HAS_BYTES,
        ),
        Index("ix_incoming_mails_content", "content"),
    )

    id: Mapped[Key]
    public_id: Mapped[PublicId]
    mark: Mapped[Str64]
    recipient: Mapped[str] = mapped_column(String(254))
    for_seat: Mapped[Str16] = mapped_column(default="")
    message_id: Mapped[str] = mapped_column(String(250), default="")
    raw: Mapped[bytes]
    size: Mapped[int]
    content: Mapped[Str64] = default_column("")
    stored_bytes: Mapped[int] = default_column(0)
    vouched: Mapped[bool] = default_column(False)
    received_at: Mapped[datetime]
    state: Mapped[Str16] = mapped_column(default="stored")
    reason: Mapped[Str40] = mapped_column(default="")
    trouble: Mapped[str] = mapped_column(Text, default="", deferred=True)
    next_attempt_at: Mapped[datetime | None]
    attempts: Mapped[int] = mapped_column(default=0)
    read_at: Mapped[datetime | None] = mapped_column(index=True)
    account_id: Mapped[AccountKey | None] = mapped_column(index=True)
    seat_id: Mapped[int | None] = mapped_column(ForeignKey("seats.id", ondelete="CASCADE"), index=True)
    call_id: Mapped[int | None] = mapped_column(ForeignKey("calls.id", ondelete="CASCADE"))
