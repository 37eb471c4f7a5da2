"""Finding a call and the asker's seat in it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from correspondence.accounts.models import Account
from correspondence.calls.models import COLLECTING, OpenedCall
from correspondence.errors import Denied, NotFound
from correspondence.games.access import keep, own_seat
from correspondence.games.models import Game, Seat
from correspondence.words import N_


@dataclass(frozen=True)
class Place:
    """A call, its game, and the seat and house that the asker acts for."""

    call: OpenedCall
    game: Game
    seat: Seat
    house: str


def place_of(session: Session, account: Account, call_id: str, now: datetime, *, lock: bool = False) -> Place:
    """The asker's place at a call, also when they stand in for somebody; NotFound `no-such-call`, Denied
    `not-your-seat`.

    Locked: the call is neither changed nor adjudicated by anybody else until the commit.
    """
    query = select(OpenedCall).where(OpenedCall.public_id == call_id)
    if lock:
        query = query.with_for_update().execution_options(populate_existing=True)
    call = session.scalar(query)
    if call is None:
        raise NotFound("no-such-call", N_("There is no such call."))
    game = keep(session, session.get_one(Game, call.game_id))
    seat, house = own_seat(session, game, account, now)
    return Place(call, game, seat, house)


def collecting(session: Session, game: Game) -> OpenedCall | None:
    """The call of a game that collects sheets, also while the game pauses."""
    query = select(OpenedCall).where(OpenedCall.game_id == game.id, OpenedCall.status.in_(COLLECTING))
    return session.scalar(query.order_by(OpenedCall.number.desc()).limit(1))


def takes_sheets(call: OpenedCall, now: datetime) -> bool:
    """Whether a call's time is not up yet; while the game is paused it stands still."""
    return call.status == "paused" or (call.status == "open" and call.closes_at > now)


def still_open(call: OpenedCall, now: datetime) -> None:
    """Denied `call-closed` once the call's time is up; while the game is paused it stands still."""
    if not takes_sheets(call, now):
        raise Denied("call-closed", N_("This call is closed; nothing can be handed in for it any more."))
