"""Giving a version of a sheet its receipt, and what is told of receipts."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache

import msgspec
from sqlalchemy import Select, bindparam, func, select
from sqlalchemy.orm import Session

from adjudicator.receipts import FIRST, SEAT, Opened, Receipted, Receipts
from correspondence.models.calls import UNFINISHED, OpenedCall
from correspondence.models.games import Game, Seat
from correspondence.models.sheets import SheetReceipt, SheetVersion
from correspondence.receipts.chain import public_key, signature
from correspondence.rows import new_id, own_columns
from correspondence.store import settings_of
from correspondence.write_batch import insert_soon

SALT_BYTES = 16
_FORESEEN = "ends of chains"


@dataclass(frozen=True)
class Ends:
    """What is kept before a sheet is accepted: the number of its seat's last version for the call (0: none), when that
    was accepted and, if a mail brought it, written, and number and digest of the last receipt of the game."""

    version: int
    accepted_at: datetime | None
    written_at: datetime | None
    number: int
    digest: str


# A version of a seat for a call, and the last receipt of a game.
_Version = tuple[int, datetime | None, datetime | None]
_Link = tuple[int, str]


@dataclass(frozen=True)
class _Foreseen:
    """The same for several calls, kept up while sheets are accepted: by call and seat, and by game."""

    calls: frozenset[int]
    versions: dict[tuple[int, int], _Version]
    links: dict[int, _Link]


def ends(session: Session, call: OpenedCall, seat: Seat) -> Ends:
    """Upon what the next sheet of a seat for a call follows. The caller holds the call's lock."""
    known: _Foreseen | None = session.info.get(_FORESEEN)
    if known is not None and call.id in known.calls:
        return Ends(
            *known.versions.get((call.id, seat.id), (0, None, None)), *known.links.get(call.game_id, (0, FIRST))
        )
    about = {"game": call.game_id, "call": call.id, "seat": seat.id}
    version, accepted_at, written_at, number, digest = session.execute(_ends(), about).one()
    return Ends(version or 0, accepted_at, written_at, number or 0, digest or FIRST)


def foresee_ends(session: Session, calls: Iterable[OpenedCall]) -> None:
    """Look at once for what `ends` will be asked about several calls in this transaction, whose locks the caller
    holds."""
    games = {call.id: call.game_id for call in calls}
    newest = select(SheetVersion.call_id, SheetVersion.seat_id, func.max(SheetVersion.number).label("number"))
    last = newest.where(SheetVersion.call_id.in_(games)).group_by(SheetVersion.call_id, SheetVersion.seat_id).subquery()
    columns = SheetVersion.call_id, SheetVersion.seat_id, SheetVersion.number, SheetVersion.accepted_at
    found = select(*columns, SheetVersion.written_at).join(
        last,
        (SheetVersion.call_id == last.c.call_id)
        & (SheetVersion.seat_id == last.c.seat_id)
        & (SheetVersion.number == last.c.number),
    )
    versions: dict[tuple[int, int], _Version] = {
        (call, seat): (number, at, written) for call, seat, number, at, written in session.execute(found)
    }
    tips = select(SheetReceipt.game_id, func.max(SheetReceipt.number).label("number"))
    tip = tips.where(SheetReceipt.game_id.in_(set(games.values()))).group_by(SheetReceipt.game_id).subquery()
    receipts = select(SheetReceipt.game_id, SheetReceipt.number, SheetReceipt.digest).join(
        tip, (SheetReceipt.game_id == tip.c.game_id) & (SheetReceipt.number == tip.c.number)
    )
    links: dict[int, _Link] = {game: (number, digest) for game, number, digest in session.execute(receipts)}
    session.info[_FORESEEN] = _Foreseen(frozenset(games), versions, links)


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
    # Neither is looked at again before the end of the transaction.
    insert_soon(session, SheetVersion, [own_columns(version)])
    insert_soon(session, SheetReceipt, [own_columns(row)])
    known: _Foreseen | None = session.info.get(_FORESEEN)
    if known is not None:
        known.versions[call.id, seat.id] = (version.number, version.accepted_at, version.written_at)
        known.links[call.game_id] = (row.number, row.digest)
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
def _ends() -> Select[int | None, datetime | None, datetime | None, int | None, str | None]:
    """The statement of `ends`, made once, with places for game, call and seat: every sheet waits for it."""
    version, accepted_at, written_at = (
        select(column)
        .where(SheetVersion.call_id == bindparam("call", type_=SheetVersion.call_id.type))
        .where(SheetVersion.seat_id == bindparam("seat", type_=SheetVersion.seat_id.type))
        .order_by(SheetVersion.number.desc())
        .limit(1)
        for column in (SheetVersion.number, SheetVersion.accepted_at, SheetVersion.written_at)
    )
    number, digest = (
        select(column)
        .where(SheetReceipt.game_id == bindparam("game", type_=SheetReceipt.game_id.type))
        .order_by(SheetReceipt.number.desc())
        .limit(1)
        for column in (SheetReceipt.number, SheetReceipt.digest)
    )
    return select(*(one.scalar_subquery() for one in (version, accepted_at, written_at, number, digest)))


# A call in this state has no results yet either.
_NOT_OVER = (*UNFINISHED, "set-aside")


def published(session: Session, game: Game, house: str | None, last: int | None) -> Receipts | None:
    """The receipts of a game up to call number `last` (None: all), as far as their calls are over, those of `house`
    opened with their sheets; None if there are none."""
    query = (
        select(SheetReceipt, OpenedCall.number, OpenedCall.status, SheetVersion)
        .join(OpenedCall, OpenedCall.id == SheetReceipt.call_id)
        .outerjoin(
            SheetVersion,
            (SheetVersion.call_id == SheetReceipt.call_id)
            & (SheetVersion.seat_id == SheetReceipt.seat_id)
            & (SheetVersion.number == SheetReceipt.version)
            & (SheetReceipt.house == house),
        )
        .where(SheetReceipt.game_id == game.id)
    )
    chain: list[Receipted] = []
    for row, number, status, version in session.execute(query.order_by(SheetReceipt.number)):
        if status in _NOT_OVER or (last is not None and number > last):
            break
        chain.append(told(row, opened(row, version.digest, version.document) if version is not None else None))
    if not chain:
        return None
    secret = settings_of(session).secret_key
    found = Receipts(game=game.public_id, chain=tuple(chain), key=public_key(secret), seal="")
    return msgspec.structs.replace(found, seal=signature(secret, found.sealed()))


def with_receipts(call_id: int, seat_id: int) -> Select[SheetVersion, SheetReceipt | None]:
    """The statement for the versions of a seat's sheet for a call, newest first, each with its receipt; None beside
    those that were accepted before there were receipts."""
    same = (SheetReceipt.call_id == SheetVersion.call_id) & (SheetReceipt.seat_id == SheetVersion.seat_id)
    query = select(SheetVersion, SheetReceipt).outerjoin(
        SheetReceipt, same & (SheetReceipt.version == SheetVersion.number)
    )
    query = query.where(SheetVersion.call_id == call_id, SheetVersion.seat_id == seat_id)
    return query.order_by(SheetVersion.number.desc())
