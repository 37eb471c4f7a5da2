"""Finding games and seats, with or without a lock, and who may do what with them."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from correspondence.accounts.models import Account
from correspondence.errors import Denied, NotFound
from correspondence.games.models import Game, Seat
from correspondence.words import N_


def game_named(session: Session, game_id: str, *, lock: bool = False) -> Game:
    """The game with this public id; NotFound `no-such-game`. Locked: nobody else changes it until the commit."""
    query = select(Game).where(Game.public_id == game_id)
    if lock:
        query = query.with_for_update().execution_options(populate_existing=True)
    game = session.scalar(query)
    if game is None:
        raise NotFound("no-such-game", N_("There is no such game."))
    return game


def seat_in(game: Game, account: Account | None) -> Seat | None:
    """The seat of an account at a game, if it has one."""
    if account is None:
        return None
    return next((seat for seat in game.seats if seat.account_id == account.id), None)


def own_seat(game: Game, account: Account | None) -> tuple[Seat, str]:
    """The seat of an account and its house; Denied `not-your-seat` if it has none."""
    seat = seat_in(game, account)
    if seat is None or seat.house is None:
        raise Denied("not-your-seat", N_("You have no seat in this game."))
    return seat, seat.house


def created_by(game: Game, account: Account) -> None:
    """Denied `not-your-game` unless the account made the game."""
    if game.creator_id != account.id:
        raise Denied("not-your-game", N_("Only who made the game may do this."))


def in_lobby(game: Game) -> None:
    """Denied `game-started` once the game has begun."""
    if game.status != "lobby":
        raise Denied("game-started", N_("This game has begun."))
