"""The table of receipts: for each version of a sheet that was accepted, a link of its game's chain."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from correspondence.rows import Key, PublicId, Row


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
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"))
    call_id: Mapped[int] = mapped_column(ForeignKey("calls.id"))
    seat_id: Mapped[int] = mapped_column(ForeignKey("seats.id"), index=True)
    number: Mapped[int]
    version: Mapped[int]
    call: Mapped[str] = mapped_column(String(16))
    house: Mapped[str] = mapped_column(String(40))
    by: Mapped[str] = mapped_column(String(8))
    accepted_at: Mapped[datetime]
    salt: Mapped[str] = mapped_column(String(32))
    commitment: Mapped[str] = mapped_column(String(64))
    previous: Mapped[str] = mapped_column(String(64))
    digest: Mapped[str] = mapped_column(String(64))
    key: Mapped[str] = mapped_column(String(64))
    signature: Mapped[str] = mapped_column(String(128))
