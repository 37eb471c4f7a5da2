"""Seats of a game that has not begun: taking, dealing, muster, start.

Houses are dealt at random, or by sealed lists of wishes. With lists, players do not choose one after another, which
would give the first everything: of all ways to deal, one with the least sum of places of the dealt houses on their
players' lists is taken. The first house of a list adds 0, the second 1 and so on; unlisted houses come after all listed
ones, all alike. Ties are drawn with equal chance. All draws here follow from the game's seed, which is published when
the game is over, so that anybody can check the dealing.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import cache

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator import games
from correspondence.archive.records import first_position, keep
from correspondence.audit_log import note
from correspondence.deadlines.opening import open_turn
from correspondence.games.access import (
    anonymous,
    find_game,
    required_seat,
    seat_in,
)
from correspondence.games.options import houses
from correspondence.input_validation import Denied, Invalid
from correspondence.masters import master_accounts
from correspondence.models import Account, Game, Seat, SeatHolder
from correspondence.notices.use_cases import notify
from correspondence.read_cache import forget, preload_facts
from correspondence.results import tell_players
from correspondence.rows import listed, new_id
from correspondence.store import Store, process_each
from narration.words import N_


def houses_to_have(game: Game) -> tuple[str, ...]:
    """Return the houses to be had, taken or not: one each, or those to choose from."""
    return game.playing or houses(game.edition, game.players, game.parts)


def free_houses(game: Game) -> tuple[str, ...]:
    """Return the untaken houses in the edition's order; may exceed the free seats."""
    taken = {seat.house for seat in game.seats}
    return tuple(house for house in houses_to_have(game) if house not in taken)


def choosable_houses(game: Game) -> tuple[str, ...]:
    """Return the houses the next player chooses from; none if dealt, or no free seat."""
    return free_houses(game) if game.seat_choice == "choose" and len(game.seats) < game.players else ()


def vassals_of(game: Game) -> tuple[str, ...]:
    """Return the vassals from the start on; before that, the houses that may be some."""
    taken = game.playing or [seat.house for seat in game.seats if seat.house]
    family = games.of_edition(game.edition)
    return family.possible_vassals(family.edition_played(game.edition, game.parts), game.players, taken)


def require_free_house(game: Game, house: str) -> str:
    """Return this house if it is free; Invalid `unknown-choice`, `house-taken`."""
    if house not in houses_to_have(game):
        raise Invalid("unknown-choice", N_("There is no such house in this game."), "house")
    if house not in free_houses(game):
        raise Invalid("house-taken", N_("This house is taken."), "house")
    return house


def take_seat(game: Game, account: Account, house: str | None, now: datetime) -> Seat:
    """Return a new seat for a person, with a house unless houses are dealt later.
    Denied `game-full`, Invalid for the house."""
    if len(game.seats) >= game.players:
        raise Denied("game-full", N_("No seat is free."))
    if game.seat_choice != "choose":
        return add_seat(game, "human", account, None, now)
    return add_seat(
        game, "human", account, require_free_house(game, house) if house else any_house(free_houses(game), game), now
    )


def any_house(free: Sequence[str], game: Game) -> str:
    """Pick a house for a player who names none: the first, or in anonymous games any.
    There it is drawn, as the first free houses would be those of the first to come."""
    return secrets.choice(free) if anonymous(game) else free[0]


def fill_seats(game: Game, house_ids: Sequence[str] | None, now: datetime) -> None:
    """Seat bots: for the wanted houses, or (None) for all free seats."""
    room = game.players - len(game.seats)
    if game.seat_choice != "choose":
        for _ in range(room if house_ids is None else min(room, len(house_ids))):
            add_seat(game, "steward", None, None, now)
        return
    for house in free_houses(game)[:room] if house_ids is None else house_ids:
        add_seat(game, "steward", None, require_free_house(game, house), now)


def add_seat(game: Game, kind: str, account: Account | None, house: str | None, now: datetime) -> Seat:
    """Add a seat to a game and return it; Denied `game-full`."""
    if len(game.seats) >= game.players:
        raise Denied("game-full", N_("No seat is free."))
    seat = Seat(
        public_id=new_id(),
        house=house,
        account_id=account.id if account else None,
        account=account,
        kind=kind,
        bot_level=game.bot_level if kind == "steward" else "steward",
        wants_mail=True,
        joined_at=now,
    )
    game.seats.append(seat)
    return seat


def people_seated(game: Game) -> list[Seat]:
    """The seats that people have."""
    return [seat for seat in game.seats if seat.account is not None]


def deal_at_random(seats: int, houses: Sequence[str], seed: str) -> list[str]:
    """Deal a house to each of so many seats; all orders are equally likely."""
    shuffled = sorted(houses, key=lambda house: hashlib.sha256(f"house {house} {seed}".encode()).digest())
    return shuffled[:seats]


def deal_by_wishes(wishes: Sequence[Sequence[str]], houses: Sequence[str], seed: str) -> list[str]:
    """Deal houses by wishes with the least sum of places; the seed breaks ties.

    There are at least as many houses as lists.
    """
    costs = [[[*wish, house].index(house) for house in houses] for wish in wishes]

    @cache
    def best(seat: int, taken: int) -> tuple[int, int]:
        """Return the least sum for this and later seats, and how many ways reach it."""
        if seat == len(costs):
            return 0, 1
        least, ways = -1, 0
        for house, cost in enumerate(costs[seat]):
            if taken >> house & 1:
                continue
            rest, count = best(seat + 1, taken | 1 << house)
            if least < 0 or cost + rest < least:
                least, ways = cost + rest, count
            elif cost + rest == least:
                ways += count
        return least, ways

    drawn = int.from_bytes(hashlib.sha256(f"houses {seed}".encode()).digest()) % best(0, 0)[1]
    dealt, taken = [], 0
    for seat in range(len(costs)):
        for house, cost in enumerate(costs[seat]):
            if taken >> house & 1:
                continue
            rest, ways = best(seat + 1, taken | 1 << house)
            if cost + rest != best(seat, taken)[0]:
                continue
            if drawn < ways:
                dealt.append(houses[house])
                taken |= 1 << house
                break
            drawn -= ways
    return dealt


# How long a turn stays open once the only person in the game is ready, at most; seconds.
ALONE_HOLD = 60.0


def draw_seed() -> str:
    """A seed that nobody can guess: 256 bits as hexadecimal digits."""
    return secrets.token_hex(32)


def begin(session: Session, game: Game, now: datetime) -> None:
    """Start a game whose seats are all taken. The caller holds its lock."""
    game.seed = draw_seed()
    _deal(session, game, now)
    able = houses_to_have(game)
    if len(able) > game.players:
        # Written down where others could have been played.
        taken = {seat.house for seat in game.seats}
        game.houses = ",".join(house for house in able if house in taken)
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
    preload_facts(session, game.id, {"position": False, "journal": 0, "records": 0, "told": False})
    keep(session, game, None, outcome, part=0)
    forget(session)
    opened = open_turn(session, game, 1, outcome, now)
    tell_players(session, game, outcome, None, opened, now)


def _note_holders(session: Session, game: Game, now: datetime) -> None:
    """Write down who holds each seat from the start."""
    session.add_all(
        SeatHolder(
            game_id=game.id,
            seat_id=seat.id,
            account_id=seat.account_id,
            kind=seat.kind,
            house=seat.house,
            began="joined",
            ended="",
            since=now,
            from_turn=1,
        )
        for seat in game.seats_in_join_order
    )


def _deal(session: Session, game: Game, now: datetime) -> None:
    """Deal a house to every seat without one: by its player's wishes, else at random."""
    free, seats = free_houses(game), [seat for seat in game.seats_in_join_order if seat.house is None]
    if not seats:
        return
    if game.seat_choice == "preferences":
        people = [seat for seat in seats if seat.account_id is not None]
        wishes = [listed(seat.preferences) for seat in people]
        dealt = deal_by_wishes(wishes, free, game.seed)
        for seat, house in zip(people, dealt, strict=True):
            seat.house = house
        seats = [seat for seat in seats if seat.house is None]
        free = tuple(house for house in free if house not in dealt)
    for seat, house in zip(seats, deal_at_random(len(seats), free, game.seed), strict=True):
        seat.house = house
    wishes_by_house = {seat.house or "": seat.preferences for seat in game.seats}
    note(session, game.public_id, "service", "houses-dealt", {"how": game.seat_choice, "wishes": wishes_by_house}, now)


# A yes is good for this long, should the game go back to its lobby in between; taking a seat is one for an hour.
YES_HOLDS, ARRIVAL_HOLDS = timedelta(days=3), timedelta(hours=1)
# So many musters are ended at once.
MAX_MUSTERS = 50


def begin_or_muster_if_full(session: Session, game: Game, by: Account, now: datetime) -> None:
    """Begin the game, or ask everybody first, once no seat is free.
    `by` took the last seat. The caller holds the lock."""
    if len(game.seats) >= game.players:
        begin_or_muster(session, game, by, now)


def begin_or_muster(session: Session, game: Game, by: Account, now: datetime) -> None:
    """Begin a full game or open its muster; `by` counts as having confirmed."""
    mine = seat_in(game, by)
    if mine is not None:
        mine.confirmed_at = now
    missing = _unconfirmed_seats(game, by, now)
    if not asks_first(game, by, now):
        begin(session, game, now)
        return
    game.status, game.muster_until = "mustering", now + timedelta(seconds=game.muster_seconds)
    for seat in people_seated(game):
        seat.confirmed_at = None if seat in missing else seat.confirmed_at or seat.joined_at
    key = f"{game.public_id}:muster:{int(now.timestamp())}"
    notify(session, "muster", key, now, game=game, seats=missing, values={"until": game.muster_until})


def asks_first(game: Game, by: Account | None, now: datetime) -> bool:
    """Whether a muster asks others before a game begins that `by` starts."""
    return game.muster_seconds > 0 and bool(_unconfirmed_seats(game, by, now))


def confirm(session: Session, account: Account, game_id: str, now: datetime) -> bool:
    """Confirm one's presence; the last one begins the game. Return if it has begun.

    Idempotent. Raises NotFound `no-such-game`, Denied (`no-muster`, `not-your-seat`).
    """
    game = find_game(session, game_id, lock=True)
    seat = required_seat(game, account)
    if game.status != "mustering":
        raise Denied("no-muster", N_("There is nothing to confirm now."))
    seat.confirmed_at = seat.confirmed_at or now
    if all(other.confirmed_at is not None for other in people_seated(game)):
        begin(session, game, now)
    return game.status == "running"


def close_muster(session: Session, game_id: str, now: datetime) -> bool:
    """End a muster whose time is up; return whether this call did.
    Seats without confirmation are free again, and the game waits in its lobby for others; all are told."""
    game = find_game(session, game_id, lock=True)
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
    """End every muster whose time is up, each in its transaction; return how many."""
    over = select(Game.public_id).where(Game.status == "mustering", Game.muster_until <= clock())
    _, closed = process_each(
        store,
        over.order_by(Game.muster_until).limit(MAX_MUSTERS),
        lambda session, game_id: close_muster(session, game_id, clock()),
        trouble="a muster could not be ended",
        name="game",
    )
    return sum(closed)


def back_to_lobby(session: Session, game: Game, free: int, now: datetime) -> None:
    """Return a game to its lobby with `free` seats; recent confirmations still count."""
    game.status = "lobby"
    if game.muster_until is None or game.muster_until > now:
        game.muster_until = now
    key = f"{game.public_id}:muster-over:{int(now.timestamp())}"
    readers = [seat.account for seat in people_seated(game) if seat.account is not None]
    readers += master_accounts(session, game)
    notify(session, "muster-seats-free", key, now, game=game, seats=(), accounts=readers, values={"n": free})


def _unconfirmed_seats(game: Game, by: Account | None, now: datetime) -> list[Seat]:
    """Return people's seats, except that of `by`, without a recent yes or arrival."""
    others = [seat for seat in people_seated(game) if seat is not seat_in(game, by)]
    return [
        seat
        for seat in others
        if seat.joined_at <= now - ARRIVAL_HOLDS and (seat.confirmed_at is None or seat.confirmed_at <= now - YES_HOLDS)
    ]
