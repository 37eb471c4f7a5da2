"""Reading one's own sheets; nobody else's."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from correspondence.calls.access import place_of
from correspondence.calls.readiness import ready_for
from correspondence.errors import NotFound
from correspondence.games.access import game_named, own_seat
from correspondence.models.accounts import Account
from correspondence.models.sheets import SheetVersion
from correspondence.sheets.reading import Receipt, as_receipt, latest_sheet, latest_standing
from narration.words import N_


def sheet_of(session: Session, account: Account, call_id: str, now: datetime) -> Receipt | None:
    """The asker's latest sheet for a call; NotFound `no-such-call`, Denied `not-your-seat`."""
    place = place_of(session, account, call_id, now)
    return latest_sheet(session, place.call, place.seat)


def versions_of(session: Session, account: Account, call_id: str, now: datetime) -> list[Receipt]:
    """All versions of the asker's sheet for a call, newest first. Raises as `sheet_of`."""
    place = place_of(session, account, call_id, now)
    query = select(SheetVersion).where(SheetVersion.call_id == place.call.id, SheetVersion.seat_id == place.seat.id)
    versions = session.scalars(query.order_by(SheetVersion.number.desc()))
    return [as_receipt(version, place.game.edition) for version in versions]


def receipt(session: Session, account: Account, call_id: str, number: int, now: datetime) -> Receipt:
    """One version of the asker's sheet. Raises as `sheet_of`, and NotFound `no-such-sheet`."""
    place = place_of(session, account, call_id, now)
    found = session.scalar(
        select(SheetVersion).where(
            SheetVersion.call_id == place.call.id,
            SheetVersion.seat_id == place.seat.id,
            SheetVersion.number == number,
        )
    )
    if found is None:
        raise NotFound("no-such-sheet", N_("There is no such version of your sheet."))
    said = ready_for(session, place.call)
    return as_receipt(found, place.game.edition, place.house in said)


def standing_of(session: Session, account: Account, game_id: str, now: datetime) -> Receipt | None:
    """The asker's standing instructions in a game; NotFound `no-such-game`, Denied `not-your-seat`."""
    seat, _ = own_seat(session, game_named(session, game_id), account, now)
    return latest_standing(session, seat)
