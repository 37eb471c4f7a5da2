"""Addresses of single maps, for letters without pictures: signed for a seat, whoever plays it, and one map.

Nothing is kept of them, and nothing of who opens them. They end with the seat's player, and when the addresses at
which its letters are answered are renewed.
"""

from __future__ import annotations

import hmac
import re

from sqlalchemy import select
from sqlalchemy.orm import Session

from correspondence import tokens
from correspondence.models.games import Seat
from correspondence.settings import Settings

PURPOSE = "map-of-a-letter"
_TOLD = re.compile(r"([a-z0-9]{1,16})-([0-9]{1,6})-([0-9a-f]{40})")


def map_address(settings: Settings, seat: Seat, number: int) -> str:
    """The picture of the board that a call left (0: as the game began), for the letters of a seat; empty for a reader
    whose letters have pictures in them."""
    light = seat.account is not None and seat.account.light_letters
    return picture_address(settings, seat, number) if light else ""


def picture_address(settings: Settings, seat: Seat, number: int) -> str:
    """The same for any reader."""
    return f"{settings.base_url}/maps/{seat.public_id}-{number}-{_signature(settings, seat, number)}"


def seat_and_call(session: Session, settings: Settings, token: str) -> tuple[Seat, int] | None:
    """The seat and the number of the call that an address was made for; None if it is not, or no more, good."""
    found = _TOLD.fullmatch(token)
    seat = session.scalar(select(Seat).where(Seat.public_id == found[1])) if found else None
    if found is None or seat is None or seat.account is None:
        return None
    number = int(found[2])
    return (seat, number) if hmac.compare_digest(found[3], _signature(settings, seat, number)) else None


def _signature(settings: Settings, seat: Seat, number: int) -> str:
    account = seat.account.public_id if seat.account is not None else ""
    value = f"{seat.public_id}-{number}-{account}-{seat.reply_generation}"
    return tokens.sign(settings.secret_key, PURPOSE, value).rpartition(".")[2]
