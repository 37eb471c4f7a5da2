"""Finding a call and the asker's seat in it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from correspondence.accounts.models import Account
from correspondence.calls.models import OpenedCall
from correspondence.errors import Denied, NotFound
from correspondence.games.access import own_seat
from correspondence.games.models import Game, Seat
from correspondence.words import N_


@dataclass(frozen=True)
class Place:
    """A call, its game, and the asker's seat and house there."""

    call: OpenedCall
    game: Game
    seat: Seat
    house: str


def place_of(session: Session, account: Account, call_id: str, *, lock: bool = False) -> Place:
    """The asker's place at a call; NotFound `no-such-call`, Denied `not-your-seat`.

    Locked: the call is neither changed nor adjudicated by anybody else until the commit.
    """
    query = select(OpenedCall).where(OpenedCall.public_id == call_id)
    if lock:
        query = query.with_for_update().execution_options(populate_existing=True)
    call = session.scalar(query)
    if call is None:
        raise NotFound("no-such-call", N_("There is no such call."))
    game = session.get_one(Game, call.game_id)
    seat, house = own_seat(game, account)
    return Place(call, game, seat, house)


def still_open(call: OpenedCall, now: datetime) -> None:
    """Denied `call-closed` once the call's time is up."""
    if call.status != "open" or call.closes_at <= now:
        raise Denied("call-closed", N_("This call is closed; nothing can be handed in for it any more."))
