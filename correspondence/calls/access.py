"""Finding a call and the asker's seat in it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session, joinedload

from correspondence.errors import Denied, NotFound
from correspondence.games.access import NO_GAME, game_named, keep, own_seat
from correspondence.models.accounts import Account
from correspondence.models.calls import COLLECTING, UNFINISHED, OpenedCall
from correspondence.models.games import Game, Seat
from correspondence.read_cache import foresee, remembered
from correspondence.row_locks import held
from narration.words import N_

# Put together once: nearly every request asks them.
_NAMED = select(OpenedCall).where(OpenedCall.public_id == bindparam("call"))
# The game is read after the lock is had: who waited for it finds what happened meanwhile.
_LOCKED = held(_NAMED).execution_options(populate_existing=True)
_WITH_GAME = _NAMED.options(joinedload(OpenedCall.game, innerjoin=True))
_NEWEST = (
    select(OpenedCall)
    .where(OpenedCall.game_id == bindparam("game"), OpenedCall.status.in_(bindparam("statuses", expanding=True)))
    .order_by(OpenedCall.number.desc())
    .limit(1)
)
_LOCKED_NEWEST = held(_NEWEST).execution_options(populate_existing=True)


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
    call = remembered(session, ("call named", call_id, lock), lambda: _call_named(session, call_id, lock=lock))
    if call is None:
        raise NotFound("no-such-call", N_("There is no such call."))
    game = keep(session, call.game)
    if call.status in UNFINISHED:
        remembered(session, ("call", game.id, UNFINISHED), lambda: call)
    seat, house = own_seat(session, game, account, now)
    return Place(call, game, seat, house)


def _call_named(session: Session, call_id: str, *, lock: bool) -> OpenedCall | None:
    return session.scalar(_LOCKED if lock else _WITH_GAME, {"call": call_id})


def call_of(session: Session, game: Game, *statuses: str, lock: bool = False) -> OpenedCall | None:
    """The newest call of a game that is in one of these states (none named: that is not over, `open`, `paused` or
    `held`). Locked: nobody else changes it until the commit."""
    wanted = statuses or UNFINISHED
    if lock:
        return session.scalar(_LOCKED_NEWEST, {"game": game.id, "statuses": wanted})
    asked = {"game": game.id, "statuses": wanted}
    found = remembered(session, ("call", game.id, wanted), lambda: session.scalar(_NEWEST, asked))
    return remembered(session, ("call named", found.public_id, False), lambda: found) if found is not None else None


def foresee_calls(session: Session, games: Iterable[Game], calls: Iterable[OpenedCall], *, locked: bool) -> None:
    """Let the calls that are not over be those that are found for these games, in a session that remembers; of a game
    that has none among them, none is found."""
    by_game = {call.game_id: call for call in calls}
    for game in games:
        keep(session, game)
        call = by_game.get(game.id)
        foresee(session, ("call", game.id, UNFINISHED), call)
        if call is not None:
            foresee(session, ("call named", call.public_id, False), call)
            if locked:
                foresee(session, ("call named", call.public_id, True), call)


def collecting(session: Session, game: Game, *, lock: bool = False) -> OpenedCall | None:
    """The call of a game that collects sheets, also while the game pauses; locked as `call_of` does."""
    if lock:
        return call_of(session, game, *COLLECTING, lock=True)
    # A game has one call that is not over; several parts of a page ask for it.
    call = call_of(session, game)
    return call if call is not None and call.status in COLLECTING else None


def takes_sheets(call: OpenedCall, now: datetime) -> bool:
    """Whether a call's time is not up yet; while the game is paused it stands still."""
    return call.status == "paused" or (call.status == "open" and call.closes_at > now)


def still_open(call: OpenedCall, now: datetime) -> None:
    """Denied `call-closed` once the call's time is up; while the game is paused it stands still."""
    if not takes_sheets(call, now):
        raise Denied("call-closed", N_("This call is closed; nothing can be handed in for it any more."))


def locked_game(session: Session, game_id: str, *, unless_held: bool = False) -> Game:
    """A game with its newest call, locked: the call first, as adjudication has them (`row_locks`). NotFound
    `no-such-game`; with `unless_held` also where somebody else has either."""
    game = game_named(session, game_id)
    newest = select(OpenedCall.id).where(OpenedCall.game_id == game.id).order_by(OpenedCall.number.desc()).limit(1)
    last = session.scalar(newest)
    while last is not None:
        query = held(select(OpenedCall).where(OpenedCall.id == last), skip_locked=unless_held)
        if session.scalar(query.execution_options(populate_existing=True)) is None:
            raise NotFound("no-such-game", NO_GAME)
        before, last = last, session.scalar(newest)
        if last == before:
            break
        # Whoever waited for one call finds that the next has opened.
    if unless_held and session.scalar(held(select(Game.id).where(Game.id == game.id), skip_locked=True)) is None:
        raise NotFound("no-such-game", NO_GAME)
    return game_named(session, game_id, lock=True)


def call_now(session: Session, game: Game) -> int:
    """The number of the call that is not over, or of the one that comes next."""
    query = select(OpenedCall).where(OpenedCall.game_id == game.id)
    last = session.scalar(query.order_by(OpenedCall.number.desc()).limit(1))
    if last is None:
        return 1
    return last.number if last.status in UNFINISHED else last.number + 1
