"""Who may take over a seat, and which seats look for somebody."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from correspondence.errors import Denied
from correspondence.games.access import seat_in
from correspondence.models.accounts import Account
from correspondence.models.games import Delegation, Game, GameMaster, Seat, SeatHolder
from narration.words import N_

# In so many calls at most, the open one among them, the steward decides what a substitute leaves open.
CALLS_STOOD_BY = 2


def may_take(session: Session, game: Game, seat: Seat, account: Account) -> None:
    """Denied unless somebody may play this seat: one seat each, nobody who knows another house's secrets.

    Codes: `already-seated`, `held-a-seat`, `masters-game`, `acts-for-a-seat`. Who held this very seat may have it back.
    """
    mine = seat_in(game, account)
    if mine is not None and mine is not seat:
        raise Denied("already-seated", N_("You have a seat in this game."))
    held = select(SeatHolder.seat_id).where(SeatHolder.game_id == game.id, SeatHolder.account_id == account.id)
    seats = set(session.scalars(held))
    if seats - {seat.id}:
        raise Denied("held-a-seat", N_("You have played another house in this game, and know its secrets."))
    mastered = select(GameMaster.id).where(
        GameMaster.game_id == game.id, GameMaster.account_id == account.id, GameMaster.accepted_at.is_not(None)
    )
    # A master who played this house knew no more than it, and has learned nothing since.
    if not seats and session.scalar(mastered) is not None:
        raise Denied("masters-game", N_("Whoever masters a game cannot take a seat of it once it runs."))
    acted = select(Delegation.id).where(
        Delegation.game_id == game.id, Delegation.account_id == account.id, Delegation.seat_id != seat.id
    )
    if session.scalar(acted.limit(1)) is not None:
        raise Denied("acts-for-a-seat", N_("You act for another house in this game, and know its secrets."))


def can_take(session: Session, game: Game, seat: Seat, account: Account) -> bool:
    """Whether somebody may play this seat."""
    try:
        may_take(session, game, seat, account)
    except Denied:
        return False
    return seat_in(game, account) is None


def stood_by_until(session: Session, game: Game, seat: Seat, account: Account, number: int) -> int:
    """The last call in which the steward decides what somebody leaves open who takes a seat over in call `number`.

    0 for none: where the game's terms leave empty seats to the defaults, and for whoever had this seat before, as
    nobody gains by leaving and coming back.
    """
    if game.absent_seat == "defaults":
        return 0
    held = select(SeatHolder.id).where(SeatHolder.seat_id == seat.id, SeatHolder.account_id == account.id)
    return 0 if session.scalar(held.limit(1)) is not None else number + CALLS_STOOD_BY - 1


def stood_by(game: Game, number: int) -> frozenset[str]:
    """The houses whose players are helped so in call `number`."""
    return frozenset(
        seat.house for seat in game.seats if seat.kind == "human" and seat.house and seat.steward_until >= number
    )


def offered_seats(game: Game) -> list[Seat]:
    """The seats for which a substitute is wanted."""
    return [seat for seat in game.seats if seat.offered_at is not None]
