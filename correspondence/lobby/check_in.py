"""The muster before the first call: everybody says that they are there; whoever does not is replaced first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from correspondence.errors import Denied
from correspondence.games.access import game_named, seat_in
from correspondence.ledger.use_cases import note
from correspondence.lobby.seating import people_seated
from correspondence.lobby.starting import begin
from correspondence.masters.use_cases import master_accounts
from correspondence.models.accounts import Account
from correspondence.models.games import Game, Seat
from correspondence.notices.use_cases import notify
from correspondence.one_by_one import one_by_one
from correspondence.store import Store
from narration.words import N_

# A yes is good for this long, should the game go back to its lobby in between.
YES_HOLDS = timedelta(days=3)


def begin_or_muster_if_full(session: Session, game: Game, by: Account, now: datetime) -> None:
    """Once no seat is free: begin, or ask everybody first. `by` took the last seat. The caller holds the lock."""
    if len(game.seats) >= game.players:
        begin_or_muster(session, game, by, now)


def begin_or_muster(session: Session, game: Game, by: Account, now: datetime) -> None:
    """Begin a game whose seats are all taken, or call its muster: whoever does this has shown to be there."""
    mine = seat_in(game, by)
    if mine is not None:
        mine.confirmed_at = now
    missing = _unconfirmed(game, by, now)
    if not asks_first(game, by, now):
        begin(session, game, now)
        return
    game.status, game.muster_until = "mustering", now + timedelta(seconds=game.muster_seconds)
    for seat in missing:
        seat.confirmed_at = None
    key = f"{game.public_id}:muster:{int(now.timestamp())}"
    notify(session, "muster", key, now, game=game, seats=missing, values={"until": game.muster_until})


def asks_first(game: Game, by: Account | None, now: datetime) -> bool:
    """Whether others are asked if they are there before a game begins that `by` starts."""
    return game.muster_seconds > 0 and bool(_unconfirmed(game, by, now))


def confirm(session: Session, account: Account, game_id: str, now: datetime) -> bool:
    """Say that one is there; the last to do so begins the game. Whether it has begun. Once or often is the same.

    Raises NotFound `no-such-game`, Denied (`no-muster`, `not-your-seat`).
    """
    game = game_named(session, game_id, lock=True)
    seat = seat_in(game, account)
    if seat is None:
        raise Denied("not-your-seat", N_("You have no seat in this game."))
    if game.status != "mustering":
        raise Denied("no-muster", N_("Nobody is asked to confirm now."))
    seat.confirmed_at = seat.confirmed_at or now
    if all(other.confirmed_at is not None for other in people_seated(game)):
        begin(session, game, now)
    return game.status == "running"


def due_musters(session: Session, now: datetime, limit: int = 50) -> Sequence[str]:
    """The ids of the games whose muster is over."""
    query = select(Game.public_id).where(Game.status == "mustering", Game.muster_until <= now)
    return session.scalars(query.order_by(Game.muster_until).limit(limit)).all()


def close_muster(session: Session, game_id: str, now: datetime) -> bool:
    """End a muster whose time is up; whether this did. Seats of those who did not confirm are free again, and the game
    waits in its lobby for others; all are told."""
    game = game_named(session, game_id, lock=True)
    if game.status != "mustering" or game.muster_until is None or game.muster_until > now:
        return False
    missing = [seat for seat in people_seated(game) if seat.confirmed_at is None]
    if not missing:
        begin(session, game, now)
        return True
    absent = [seat.account for seat in missing if seat.account is not None]
    for seat in missing:
        game.seats.remove(seat)
    session.flush()
    key = f"{game.public_id}:muster-missed:{int(now.timestamp())}"
    notify(session, "muster-missed", key, now, game=game, seats=(), accounts=absent)
    back_to_lobby(session, game, len(missing), now)
    who = [account.public_id for account in absent]
    note(session, game.public_id, "service", "muster-missed", {"accounts": who}, now)
    return True


def close_due_musters(store: Store, clock: Callable[[], datetime]) -> int:
    """End every muster whose time is up, each in a transaction of its own; returns how many."""
    with store.read() as session:
        due = due_musters(session, clock())
    trouble = "a muster could not be ended"
    closed = one_by_one(
        store, due, lambda session, one: close_muster(session, one, clock()), trouble=trouble, name="game"
    )
    return sum(closed.values())


def back_to_lobby(session: Session, game: Game, free: int, now: datetime) -> None:
    """A muster that cannot end well: so many seats are free again. Whoever said yes need not say it again soon."""
    game.status = "lobby"
    if game.muster_until is None or game.muster_until > now:
        game.muster_until = now
    key = f"{game.public_id}:muster-over:{int(now.timestamp())}"
    readers = [seat.account for seat in people_seated(game) if seat.account is not None]
    readers += master_accounts(session, game)
    notify(session, "muster-seats-free", key, now, game=game, seats=(), accounts=readers, values={"n": free})


def _unconfirmed(game: Game, by: Account | None, now: datetime) -> list[Seat]:
    """The seats of people besides `by` who have not said lately that they are there."""
    others = [seat for seat in people_seated(game) if seat is not seat_in(game, by)]
    return [seat for seat in others if seat.confirmed_at is None or seat.confirmed_at <= now - YES_HOLDS]
