"""A game's terms as its row stores them, and who may take over a seat."""

from __future__ import annotations

from dataclasses import fields

from sqlalchemy import select
from sqlalchemy.orm import Session

from correspondence.games.access import seat_in
from correspondence.games.options import DATA, NewGame, pace_text
from correspondence.input_validation import Denied
from correspondence.models import Account, Delegation, Game, GameMaster, Seat, SeatHolder
from correspondence.rows import columns_of, listed
from narration.words import N_

_FIELDS = tuple(field.name for field in fields(NewGame))
_UNITS = {"_hours": 3600, "_minutes": 60}
# The field of NewGame, the column of Game, and how many seconds one of the field's units has.
TIMES = tuple(
    (name, name.removesuffix(unit) + "_seconds", seconds)
    for name in _FIELDS
    for unit, seconds in _UNITS.items()
    if name.endswith(unit)
)
# Kept with commas between.
_LISTED = ("pace", "modules", "houses", "press", "votes")
_SAME = tuple(name for name in _FIELDS if name in Game.__table__.columns and name not in _LISTED)
DEADLINE_FIELDS, ABSENCE_FIELDS, _OTHERS, _LOBBY = (
    frozenset(DATA["changeable"][name]) for name in ("deadlines", "absence", "others", "lobby")
)
# What may be changed while a game runs, and what more while it is in its lobby.
WHILE_RUNNING = DEADLINE_FIELDS | ABSENCE_FIELDS | _OTHERS
IN_LOBBY = WHILE_RUNNING | _LOBBY


def write_terms(game: Game, new: NewGame) -> None:
    """Put the terms into the game's row. They are checked already."""
    for name in _SAME:
        setattr(game, name, getattr(new, name))
    for field, column, seconds in TIMES:
        setattr(game, column, getattr(new, field) * seconds)
    game.pace = pace_text(new.pace)
    for name in ("modules", "houses", "press", "votes"):
        setattr(game, name, ",".join(getattr(new, name)))


def terms_of(game: Game, *, plays: bool = True) -> NewGame:
    """The terms of a game, without its seats; `plays`: whether its maker, or every master of it, has a seat."""
    return NewGame(
        **columns_of(game, *_SAME),
        **{field: getattr(game, column) / seconds for field, column, seconds in TIMES},
        modules=game.parts,
        houses=game.playing,
        pace=game.stops,
        press=listed(game.press),
        votes=listed(game.votes),
        play=plays,
    )


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
