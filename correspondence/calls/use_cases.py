"""Saying that one is ready, or not after all; doing without the steward's help."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import Session

from correspondence.calls.access import place_of, still_open
from correspondence.calls.readiness import mark
from correspondence.models.accounts import Account


def set_ready(session: Session, account: Account, call_id: str, ready: bool, now: datetime) -> None:
    """Say that one's seat is ready, or withdraw it; saying it again changes nothing.

    Raises NotFound `no-such-call`, Denied (`not-your-seat`, `call-closed`).
    """
    place = place_of(session, account, call_id, now, lock=True)
    still_open(place.call, now)
    mark(session, place.game, place.call, place.seat, ready, now)


def decline_steward(session: Session, account: Account, call_id: str, now: datetime) -> None:
    """Leave what one's sheets do not say to the defaults, as everybody does, though one has just taken the seat over.

    It cannot be taken back; a sheet may leave any choice to the steward. Raises NotFound `no-such-call`, Denied
    (`not-your-seat`, `call-closed`).
    """
    place = place_of(session, account, call_id, now, lock=True)
    still_open(place.call, now)
    place.seat.steward_until = 0
