"""Giving a version of a sheet its receipt: the next link of the game's chain."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache

from sqlalchemy import Select, bindparam, func, select
from sqlalchemy.orm import Session

from adjudicator.receipts import FIRST, SEAT, Opened, Receipted
from correspondence.models.calls import OpenedCall
from correspondence.models.games import Seat
from correspondence.models.receipts import SheetReceipt
from correspondence.models.sheets import SheetVersion
from correspondence.receipts.signing import public_key, signature
from correspondence.rows import new_id
from correspondence.store import settings_of

SALT_BYTES = 16


@dataclass(frozen=True)
class Ends:
    """What is kept before a sheet is accepted: the number of its seat's last version for the call (0: none), and number
    and digest of the last receipt of the game."""

    version: int
    number: int
    digest: str


def ends(session: Session, call: OpenedCall, seat: Seat) -> Ends:
    """Upon what the next sheet of a seat for a call follows. The caller holds the call's lock."""
    version, number, digest = session.execute(_ends(), {"game": call.game_id, "call": call.id, "seat": seat.id}).one()
    return Ends(version or 0, number or 0, digest or FIRST)


def issue(
    session: Session, call: OpenedCall, seat: Seat, version: SheetVersion, after: Ends, by: str = SEAT
) -> SheetReceipt:
    """Keep a version that is accepted, and that the session does not have yet, with its receipt; the receipt. `by`:
    whether its seat or an edict wrote it.

    The caller holds the call's lock since before `ends` was asked. A game has one call at most that takes sheets, so
    nobody else adds to its chain.
    """
    row = SheetReceipt(
        game_id=call.game_id,
        call_id=call.id,
        seat_id=seat.id,
        public_id=new_id(),
        version=version.number,
        call=call.public_id,
        house=seat.house or "",
        by=by,
        accepted_at=version.accepted_at.replace(microsecond=0),
        salt=secrets.token_hex(SALT_BYTES),
        number=after.number + 1,
        previous=after.digest,
    )
    secret = settings_of(session).secret_key
    row.commitment, row.key = opened(row, version.digest).commitment(), public_key(secret)
    # They are part of what they are made of, so they come last.
    row.digest = row.signature = ""
    row.digest = told(row).hashed(seat.game.public_id)
    row.signature = signature(secret, told(row).signed())
    session.add_all((version, row))
    return row


def told(row: SheetReceipt, opening: Opened | None = None) -> Receipted:
    """A receipt as it is published; with `opening` as its own house gets it."""
    return Receipted(
        number=row.number,
        id=row.public_id,
        call=row.call,
        house=row.house,
        version=row.version,
        by=row.by,
        commitment=row.commitment,
        previous=row.previous,
        digest=row.digest,
        key=row.key,
        signature=row.signature,
        opened=opening,
    )


def opened(row: SheetReceipt, sheet: str, document: bytes = b"") -> Opened:
    """What opens a receipt's commitment to the sheet with this SHA-256; `document` is told too if it is given."""
    return Opened(at=stamp(row.accepted_at), sheet=sheet, salt=row.salt, document=document.decode())


def stamp(moment: datetime) -> str:
    """A moment as it stands in receipts: UTC, to the second."""
    return f"{moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='seconds')}Z"


@cache
def _ends() -> Select[int | None, int | None, str | None]:
    """The statement of `ends`, made once, with places for game, call and seat: every sheet waits for it."""
    version = select(func.max(SheetVersion.number)).where(
        SheetVersion.call_id == bindparam("call", type_=SheetVersion.call_id.type),
        SheetVersion.seat_id == bindparam("seat", type_=SheetVersion.seat_id.type),
    )
    number, digest = (
        select(column)
        .where(SheetReceipt.game_id == bindparam("game", type_=SheetReceipt.game_id.type))
        .order_by(SheetReceipt.number.desc())
        .limit(1)
        for column in (SheetReceipt.number, SheetReceipt.digest)
    )
    return select(version.scalar_subquery(), number.scalar_subquery(), digest.scalar_subquery())
