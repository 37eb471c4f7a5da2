"""The start of a game: the muster before the first call, the seed, the first call."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator import games
from correspondence.archive.keeping import keep
from correspondence.archive.queries import first_position
from correspondence.deadlines.opening import open_call
from correspondence.errors import Denied
from correspondence.games.access import game_named, seat_in
from correspondence.ledger.use_cases import note
from correspondence.lobby.seating import at_random, by_wishes, free_houses, houses_to_have, people_seated
from correspondence.masters.use_cases import master_accounts
from correspondence.models.accounts import Account
from correspondence.models.games import Game, Seat, SeatHolder
from correspondence.notices.use_cases import notify
from correspondence.one_by_one import one_by_one
from correspondence.read_cache import foreknow, forget
from correspondence.results.result_letters import tell_players
from correspondence.rows import own_columns
from correspondence.store import Store
from correspondence.write_batch import insert_soon
from narration.words import N_

# How long a call stays open once the only person in the game is ready, at most; seconds.
ALONE_HOLD = 60.0


def draw_seed() -> str:
    """A seed that nobody can guess: 256 bits as hexadecimal digits."""
    return secrets.token_hex(32)


def begin(session: Session, game: Game, now: datetime) -> None:
    """Start a game whose seats are all taken. The caller holds its lock."""
    game.seed = draw_seed()
    _deal(session, game, now)
    _settle(game)
    if len(people_seated(game)) == 1:
        # Nobody else waits for an hour that suits all, or for somebody to think again.
        game.clock, game.early_close = "", True
        game.hold_seconds = min(game.hold_seconds, ALONE_HOLD)
    rules = games.of_edition(game.edition)
    game.revision = rules.revision
    outcome = rules.resume(first_position(game))
    game.commitment = outcome.showing.commitment
    game.status, game.started_at, game.round = "running", now, outcome.showing.round
    game.evaluation_requested_at = now
    session.flush()
    _note_holders(session, game, now)
    # Nothing was told or kept of it yet.
    foreknow(session, game.id, {"position": False, "journal": 0, "records": 0, "told": False})
    keep(session, game, None, outcome, part=0)
    forget(session)
    opened = open_call(session, game, 1, outcome, now)
    tell_players(session, game, outcome, None, opened, now)


def _note_holders(session: Session, game: Game, now: datetime) -> None:
    """Write down who holds each seat from the start."""
    holders = [
        SeatHolder(
            game_id=game.id,
            seat_id=seat.id,
            account_id=seat.account_id,
            kind=seat.kind,
            house=seat.house,
            began="joined",
            ended="",
            since=now,
            from_call=1,
        )
        for seat in game.seats_as_taken
    ]
    insert_soon(session, SeatHolder, [own_columns(holder) for holder in holders])


def _deal(session: Session, game: Game, now: datetime) -> None:
    """Give a house to every seat that has none yet: by the wishes of its player, else at random."""
    free, seats = free_houses(game), [seat for seat in game.seats_as_taken if seat.house is None]
    if not seats:
        return
    if game.seat_choice == "preferences":
        people = [seat for seat in seats if seat.account_id is not None]
        wishes = [tuple(filter(None, seat.preferences.split(","))) for seat in people]
        dealt = by_wishes(wishes, free, game.seed)
        for seat, house in zip(people, dealt, strict=True):
            seat.house = house
        seats = [seat for seat in seats if seat.house is None]
        free = tuple(house for house in free if house not in dealt)
    for seat, house in zip(seats, at_random(len(seats), free, game.seed), strict=True):
        seat.house = house
    told = {seat.house or "": seat.preferences for seat in game.seats}
    note(session, game.public_id, "service", "houses-dealt", {"how": game.seat_choice, "wishes": told}, now)


def _settle(game: Game) -> None:
    """Write down which houses are played, where others could have been."""
    able = houses_to_have(game)
    if len(able) > game.players:
        taken = {seat.house for seat in game.seats}
        game.houses = ",".join(house for house in able if house in taken)


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
