"""Tables of the desk: drafts, edicts, what was rolled back, notes, the ledger."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from correspondence.rows import AccountKey, CallKey, GameKey, Key, PublicId, Row, Str16, Str40, Str64, Str80


class Draft(Row):
    """A call as it would be adjudicated, held for the game master. `status`: `current`, `replaced`, `published`,
    `dropped`; `flags` is JSON; `digest` names all of it, so that what was approved is what is published."""

    __tablename__ = "drafts"
    __table_args__ = (UniqueConstraint("call_id", "number"),)

    id: Mapped[Key]
    public_id: Mapped[PublicId]
    game_id: Mapped[GameKey] = mapped_column(index=True)
    call_id: Mapped[CallKey]
    number: Mapped[int]
    status: Mapped[Str16] = mapped_column(default="current")
    position: Mapped[bytes]
    records: Mapped[bytes]
    entries: Mapped[bytes]
    sheets: Mapped[str] = mapped_column(String(400), default="")
    flags: Mapped[str] = mapped_column(Text, default="[]")
    digest: Mapped[Str64]
    made_at: Mapped[datetime] = mapped_column(index=True)


class EdictRow(Row):
    """What a game master decreed, and why. `document` is the edict as JSON; `draft_number` the draft it was made for
    (0: none). `status`: `proposed`, `asked` (others are to agree), `applied`, `withdrawn`."""

    __tablename__ = "edicts"
    __table_args__ = (UniqueConstraint("game_id", "number"),)

    id: Mapped[Key]
    public_id: Mapped[PublicId]
    game_id: Mapped[GameKey]
    call_id: Mapped[CallKey | None] = mapped_column(index=True)
    draft_number: Mapped[int] = mapped_column(default=0)
    number: Mapped[int]
    kind: Mapped[str] = mapped_column(String(32))
    document: Mapped[bytes]
    reason: Mapped[str] = mapped_column(Text)
    status: Mapped[Str16] = mapped_column(default="applied")
    account_id: Mapped[AccountKey]
    at: Mapped[datetime]


class Voided(Row):
    """Records (`kind` `records`) and journal entries (`journal`) that an edict took back, as they were."""

    __tablename__ = "voided"

    id: Mapped[Key]
    game_id: Mapped[GameKey] = mapped_column(index=True)
    edict_id: Mapped[int] = mapped_column(ForeignKey("edicts.id"))
    kind: Mapped[Str16]
    round: Mapped[int]
    number: Mapped[int]
    call_number: Mapped[int]
    document: Mapped[bytes]


class Note(Row):
    """A page of the notebook that the masters of a game share."""

    __tablename__ = "notes"

    id: Mapped[Key]
    public_id: Mapped[PublicId]
    game_id: Mapped[GameKey] = mapped_column(index=True)
    account_id: Mapped[AccountKey]
    body: Mapped[str] = mapped_column(Text)
    at: Mapped[datetime]
    removed_at: Mapped[datetime | None]


class LedgerEntry(Row):
    """Something that was done in a scope (a game's public id, or `site`).

    `digest` is the SHA-256 of the entry and the digest before it (64 zeros for the first), so that nothing can be
    changed or left out unnoticed.
    """

    __tablename__ = "ledger"
    __table_args__ = (UniqueConstraint("scope", "number"),)

    id: Mapped[Key]
    scope: Mapped[Str16]
    number: Mapped[int]
    at: Mapped[datetime]
    actor: Mapped[Str80]
    kind: Mapped[Str40]
    document: Mapped[bytes]
    previous: Mapped[Str64]
    digest: Mapped[Str64]
