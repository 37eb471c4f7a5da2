"""What is told of a game's receipts: of calls that are over, and the salts to nobody but their house."""

from __future__ import annotations

import msgspec
from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from adjudicator.receipts import Receipted, Receipts
from correspondence.models.calls import UNFINISHED, OpenedCall
from correspondence.models.games import Game
from correspondence.models.sheets import SheetReceipt, SheetVersion
from correspondence.receipts.chain import public_key, signature
from correspondence.receipts.issuing import opened, told
from correspondence.store import settings_of

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
