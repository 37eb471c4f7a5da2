"""Reading one's own sheets; nobody else's."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import Session

from correspondence.calls.access import place_of
from correspondence.calls.use_cases import ready_for
from correspondence.errors import NotFound
from correspondence.games.access import game_named, own_seat
from correspondence.models.accounts import Account
from correspondence.models.sheets import SheetVersion
from correspondence.receipts.publishing import with_receipts
from correspondence.sheets.reading import Receipt, as_receipt, latest_standing
from narration.words import N_


def sheet_of(session: Session, account: Account, call_id: str, now: datetime) -> Receipt | None:
    """The asker's latest sheet for a call; NotFound `no-such-call`, Denied `not-your-seat`."""
    place = place_of(session, account, call_id, now)
    found = session.execute(with_receipts(place.call.id, place.seat.id).limit(1)).first()
    return as_receipt(found[0], place.game.edition, signed=found[1]) if found is not None else None


def versions_of(session: Session, account: Account, call_id: str, now: datetime) -> list[Receipt]:
    """All versions of the asker's sheet for a call, newest first. Raises as `sheet_of`."""
    place = place_of(session, account, call_id, now)
    versions = session.execute(with_receipts(place.call.id, place.seat.id))
    return [as_receipt(version, place.game.edition, signed=signed) for version, signed in versions]


def receipt(session: Session, account: Account, call_id: str, number: int, now: datetime) -> Receipt:
    """One version of the asker's sheet. Raises as `sheet_of`, and NotFound `no-such-sheet`."""
    place = place_of(session, account, call_id, now)
    found = session.execute(with_receipts(place.call.id, place.seat.id).where(SheetVersion.number == number)).first()
    if found is None:
        raise NotFound("no-such-sheet", N_("There is no such version of your sheet."))
    said = ready_for(session, place.call)
    return as_receipt(found[0], place.game.edition, place.house in said, found[1])


def standing_of(session: Session, account: Account, game_id: str, now: datetime) -> Receipt | None:
    """The asker's standing instructions in a game; NotFound `no-such-game`, Denied `not-your-seat`."""
    seat, _ = own_seat(session, game_named(session, game_id), account, now)
    return latest_standing(session, seat)
