"""What people do about deadlines: move them, extend, pause, go on, close a call now, ask it to wait."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import delete
from sqlalchemy.orm import Session

from correspondence.calls.access import collecting, place_of, still_open
from correspondence.calls.use_cases import recount
from correspondence.deadlines.changing import move
from correspondence.deadlines.clock import postpone
from correspondence.deadlines.pausing import emergency_pause, pause, resume
from correspondence.errors import Denied, Invalid
from correspondence.ledger.use_cases import note as into_ledger
from correspondence.models.accounts import Account
from correspondence.models.calls import OpenedCall
from correspondence.models.deadlines import WaitRequest
from correspondence.models.games import Game
from correspondence.notices.use_cases import notify
from correspondence.rows import insert_once
from narration.words import N_

__all__ = [
    "close_now",
    "emergency_pause",
    "extend",
    "move_deadline",
    "pause",
    "resume",
    "set_wait",
]

LONGEST_EXTENSION_HOURS = 24.0 * 30


def move_deadline(
    session: Session, call: OpenedCall, to: datetime, reason: str, by: Account | None, now: datetime, note: str = ""
) -> None:
    """Give a call another deadline, not before now; everybody is told once. The caller holds the call's lock.

    Raises Denied `call-closed`, Invalid `deadline-past`.
    """
    if to <= now:
        raise Invalid("deadline-past", N_("This moment has passed already."), "to")
    move(session, call, to, reason, by, now, note)


def extend(session: Session, game: Game, hours: float, reason: str, by: Account | None, now: datetime) -> None:
    """Give the open call so many hours more (of a game with an hour, days). The caller holds the game's lock.

    A paused call keeps them for later. Raises Denied `no-open-call`, Invalid `out-of-range`.
    """
    if not 0 < hours <= LONGEST_EXTENSION_HOURS:
        words = N_("This must be from {least} to {most}.")
        raise Invalid("out-of-range", words, "hours", least=0, most=LONGEST_EXTENSION_HOURS)
    call = _open_call(session, game)
    more = timedelta(hours=hours)
    if call.status == "paused" and game.paused_at is not None:
        due_at = game.paused_at + timedelta(seconds=call.remaining_seconds or 0.0)
        call.remaining_seconds = (postpone(game, due_at, more) - game.paused_at).total_seconds()
    to = postpone(game, call.due_at, more, now)
    known = reason in ("asked", "vote")
    move(session, call, to, reason if known else "asked", by, now, "" if known else reason)


def close_now(session: Session, game: Game, by: Account | None, now: datetime) -> None:
    """Let the open call fall due at this moment, with what has been handed in. The caller holds the game's lock.

    Nobody who is missing is charged for it. Raises Denied (`no-open-call`, `paused-already`).
    """
    call = _open_call(session, game)
    if call.status == "paused":
        raise Denied("paused-already", N_("This game is paused; let it go on first."))
    call.closing_at = call.closes_at = now
    session.flush()
    if by is not None:
        into_ledger(session, game.public_id, by.public_id, "closed-now", {"call": call.number}, now)
    key = f"{game.public_id}:{call.number}:closed-now"
    notify(session, "closed-now", key, now, game=game, values={"n": call.number})


def set_wait(session: Session, account: Account, call_id: str, wait: bool, now: datetime) -> None:
    """Ask a call to wait for its deadline even if all are ready, or take that back; others are not told who asked.

    Raises NotFound `no-such-call`, Denied (`not-your-seat`, `call-closed`).
    """
    place = place_of(session, account, call_id, now, lock=True)
    still_open(place.call, now)
    if wait:
        insert_once(session, WaitRequest, call_id=place.call.id, seat_id=place.seat.id, at=now)
    else:
        mine = (WaitRequest.call_id == place.call.id, WaitRequest.seat_id == place.seat.id)
        session.execute(delete(WaitRequest).where(*mine))
    recount(session, place.game, place.call, now)


def _open_call(session: Session, game: Game) -> OpenedCall:
    call = collecting(session, game, lock=True)
    if call is None:
        raise Denied("no-open-call", N_("No call of this game is open."))
    return call
