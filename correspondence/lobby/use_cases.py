"""Making a game, taking and leaving seats, starting it, calling it off."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import and_, func, or_, select
from sqlalchemy.orm import Session

from correspondence import input_validation
from correspondence.errors import Denied, NotFound
from correspondence.games.access import created_by, game_named, in_lobby, masters, seat_in
from correspondence.games.options import NewGame, checked, checked_preferences
from correspondence.games.terms import write_terms
from correspondence.ledger.use_cases import note
from correspondence.lobby.seating import (
    add_seat,
    any_house,
    come_in,
    fill_seats,
    free_houses,
    houses_to_have,
    take_seat,
)
from correspondence.lobby.starting import back_to_lobby, begin_or_muster, begin_or_muster_if_full
from correspondence.masters.use_cases import ask_master
from correspondence.models.accounts import Account
from correspondence.models.games import Game, GameMaster, Seat
from correspondence.notices.use_cases import notify
from correspondence.row_locks import held
from correspondence.rows import new_id
from narration.words import N_

MOST_LOBBIES = 20
LOBBY_LIFE = timedelta(days=30)
BEFORE_THE_GAME = ("lobby", "mustering")


def create_game(session: Session, account: Account, new: NewGame, now: datetime) -> Game:
    """Make a game; its maker takes the first seat, or masters it without one. It starts at once if stewards take all
    other seats.

    Raises Invalid with the field at fault, Illegal for an unknown edition, Denied `too-many-games`.
    """
    new, account = checked(new), session.get_one(Account, account.id)
    input_validation.in_one_alphabet(new.title, "title")
    _not_too_many(session, account, now)
    game = lay_out(session, account, new, now)
    session.add(GameMaster(game_id=game.id, account_id=account.id, head=True, since=now, accepted_at=now))
    note(session, game.public_id, account.public_id, "game-made", {"title": game.title, "plays": new.play}, now)
    for address in new.masters:
        ask_master(session, game, account, address, now)
    begin_or_muster_if_full(session, game, account, now)
    return game


def lay_out(session: Session, account: Account, new: NewGame, now: datetime) -> Game:
    """A game of an account in its lobby, on terms that are `checked`: with the seats that it says, and no master."""
    game = Game(
        public_id=new_id(),
        join_code=new_id(),
        status="lobby",
        creator_id=account.id,
        created_at=now,
        seats=[],
    )
    write_terms(game, new)
    session.add(game)
    if new.play:
        for_people = [house for house in free_houses(game) if house not in new.steward_houses]
        take_seat(game, account, new.house or any_house(for_people, game), now).preferences = ",".join(new.preferences)
    for house in new.steward_houses:
        seat = add_seat(game, "steward", None, house if new.seat_choice == "choose" else None, now)
        seat.bot_level = new.bot_levels.get(house, new.bot_level)
    session.flush()
    return game


def join_game(
    session: Session,
    account: Account,
    game_id: str,
    now: datetime,
    *,
    code: str = "",
    invitation: str = "",
    house: str | None = None,
    preferences: Sequence[str] = (),
) -> Seat:
    """Take a seat: of an open game or one's own, or with its code or one's invitation. The last one starts the game.

    Where houses are chosen and none is named, the first free one is taken; `preferences` is a sealed list of houses
    where they are dealt by wishes. Raises NotFound, Denied (`game-started`, `not-invited`, `already-seated`,
    `game-full`), Invalid (`unknown-choice`, `house-taken`).
    """
    game, account = game_named(session, game_id, lock=True), session.get_one(Account, account.id)
    in_lobby(game)
    asked = come_in(session, game, account, now, code=code, invitation=invitation)
    if seat_in(game, account) is not None:
        raise Denied("already-seated", N_("You have a seat in this game."))
    wishes = checked_preferences(tuple(preferences), houses_to_have(game))
    if asked is not None:
        asked.used_at = now
        house = house or asked.house
    seat = take_seat(game, account, house, now)
    seat.preferences = ",".join(wishes)
    if game.muster_until is not None:
        # There was a muster already: who comes now has just said yes.
        seat.confirmed_at = now
    session.flush()
    begin_or_muster_if_full(session, game, account, now)
    return seat


def choose_preferences(session: Session, account: Account, game_id: str, wanted: Sequence[str]) -> None:
    """Seal one's list of houses, best first; the latest holds until houses are dealt.

    Raises NotFound, Denied (`game-started`, `not-your-seat`), Invalid `unknown-choice`.
    """
    game = game_named(session, game_id, lock=True)
    not_begun(game)
    seat = seat_in(game, account)
    if seat is None or game.seat_choice != "preferences":
        raise Denied("not-your-seat", N_("You have no seat in this game."))
    seat.preferences = ",".join(checked_preferences(tuple(wanted), houses_to_have(game)))


def leave_game(session: Session, account: Account, game_id: str, now: datetime) -> None:
    """Give one's seat back before the game begins. Raises NotFound, Denied (`game-started`, `not-your-seat`)."""
    game = game_named(session, game_id, lock=True)
    not_begun(game)
    seat = seat_in(game, account)
    if seat is None:
        raise Denied("not-your-seat", N_("You have no seat in this game."))
    game.seats.remove(seat)
    if game.status == "mustering":
        session.flush()
        back_to_lobby(session, game, 1, now)


def free_seat(session: Session, account: Account, game_id: str, seat_id: str, now: datetime) -> None:
    """Take a seat from a steward or a player before the game begins; a player is told. Not one's own.

    Raises NotFound (`no-such-game`, `no-such-seat`), Denied (`not-your-game`, `game-started`, `game-over`).
    """
    game = game_named(session, game_id, lock=True)
    if game.creator_id != account.id and not masters(session, game, account):
        raise Denied("not-your-game", N_("Only who made the game may do this."))
    not_begun(game)
    seat = next((seat for seat in game.seats if seat.public_id == seat_id), None)
    if seat is None or seat.account_id == account.id:
        raise NotFound("no-such-seat", N_("There is no such seat in this game."))
    left = seat.account
    game.seats.remove(seat)
    session.flush()
    if left is not None:
        note(session, game.public_id, account.public_id, "seat-freed", {"account": left.public_id}, now)
        key = f"{game.public_id}:seat-freed:{seat_id}"
        notify(session, "seat-freed-you", key, now, game=game, seats=(), accounts=[left])
    if game.status == "mustering":
        back_to_lobby(session, game, 1, now)


def fill_with_stewards(
    session: Session, account: Account, game_id: str, wanted: Sequence[str] | None, now: datetime
) -> None:
    """Let stewards play the wanted houses, or (None) all that are free; starts the game when it is full.

    Raises NotFound, Denied (`not-your-game`, `game-started`, `game-full`), Invalid (`unknown-choice`, `house-taken`).
    """
    game = game_named(session, game_id, lock=True)
    created_by(game, account)
    in_lobby(game)
    fill_seats(game, wanted, now)
    session.flush()
    begin_or_muster_if_full(session, game, account, now)


def start_game(session: Session, account: Account, game_id: str, now: datetime) -> bool:
    """Start a game whose seats are taken, or whose free seats go to stewards (`steward_rest`). Returns whether it has
    begun; else everybody is asked first whether they are there.

    Raises NotFound, Denied (`not-your-game`, `game-started`, `seats-free`).
    """
    game = game_named(session, game_id, lock=True)
    created_by(game, account)
    in_lobby(game)
    if game.steward_rest:
        fill_seats(game, None, now)
        session.flush()
    if len(game.seats) < game.players:
        raise Denied("seats-free", N_("{n} seats are still free."), n=game.players - len(game.seats))
    begin_or_muster(session, game, account, now)
    return game.status == "running"


def cancel_game(session: Session, account: Account, game_id: str, now: datetime) -> None:
    """Call a game off before it begins; everybody in it is told.

    Raises NotFound, Denied (`not-your-game`, `game-started`).
    """
    game = game_named(session, game_id, lock=True)
    if game.creator_id != account.id and not masters(session, game, account):
        raise Denied("not-your-game", N_("Only who made the game may do this."))
    not_begun(game)
    _call_off(session, game, account.public_id, "by-maker", now)


def cancel_stale_lobbies(session: Session, now: datetime, limit: int = 200) -> int:
    """Call off games that found no players for long; returns how many."""
    query = select(Game).where(Game.status == "lobby", Game.created_at < now - LOBBY_LIFE)
    stale = session.scalars(held(query.order_by(Game.created_at).limit(limit), skip_locked=True)).all()
    for game in stale:
        _call_off(session, game, "service", "too-old", now)
    return len(stale)


def _not_too_many(session: Session, account: Account, now: datetime) -> None:
    """Denied `too-many-games`: for whoever has many lobbies, counting those just called off, as each sends letters."""
    lately = and_(Game.status == "cancelled", Game.finished_at > now - timedelta(days=1))
    waiting = or_(Game.status.in_(BEFORE_THE_GAME), lately)
    count = session.scalar(select(func.count()).where(Game.creator_id == account.id, waiting)) or 0
    if count >= MOST_LOBBIES:
        raise Denied("too-many-games", N_("{most} of your games have not begun yet."), most=MOST_LOBBIES)


def not_begun(game: Game) -> None:
    """Denied `game-started` once the first call was opened, `game-over` once the game was called off."""
    if game.status == "cancelled":
        raise Denied("game-over", N_("This game was called off."))
    if game.status not in BEFORE_THE_GAME:
        raise Denied("game-started", N_("This game has begun."))


def _call_off(session: Session, game: Game, actor: str, why: str, now: datetime) -> None:
    game.status, game.finished_at = "cancelled", now
    note(session, game.public_id, actor, "game-cancelled", {"why": why}, now)
    what = "game-cancelled" if why == "by-maker" else "game-expired"
    maker = session.get_one(Account, game.creator_id)
    readers = [seat.account for seat in game.seats if seat.account is not None]
    if why != "by-maker":
        readers.append(maker)
    told = [reader for reader in readers if reader.public_id != actor]
    notify(session, what, f"{game.public_id}:cancelled", now, game=game, seats=(), accounts=told)
