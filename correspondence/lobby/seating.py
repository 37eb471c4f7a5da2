"""Seats of a game that has not begun: which houses are free, taking one."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime

from adjudicator import games
from correspondence.errors import Denied, Invalid
from correspondence.games.naming import anonymous
from correspondence.games.options import houses
from correspondence.models.accounts import Account
from correspondence.models.games import Game, Seat
from correspondence.rows import new_id
from narration.words import N_


def houses_to_have(game: Game) -> tuple[str, ...]:
    """The houses that can be had in a game, taken ones too: as many as players, or those among which they choose."""
    return houses(game.edition, game.players, game.playing)


def free_houses(game: Game) -> tuple[str, ...]:
    """The houses nobody has yet, in the edition's order; they may be more than the seats that are free."""
    taken = {seat.house for seat in game.seats}
    return tuple(house for house in houses_to_have(game) if house not in taken)


def on_offer(game: Game) -> tuple[str, ...]:
    """The houses among which the next to take a seat chooses; none where houses are dealt, or no seat is free."""
    return free_houses(game) if game.seat_choice == "choose" and len(game.seats) < game.players else ()


def vassals_of(game: Game) -> tuple[str, ...]:
    """The houses that nobody plays from the start and that are vassals; before that, those that may be so yet."""
    taken = game.playing or [seat.house for seat in game.seats if seat.house]
    return games.of_edition(game.edition).left_to_vassals(games.edition(game.edition), game.players, taken)


def free_house(game: Game, house: str) -> str:
    """This house, if it is free. Invalid `unknown-choice`, `house-taken`."""
    if house not in houses_to_have(game):
        raise Invalid("unknown-choice", N_("There is no such house in this game."), "house")
    if house not in free_houses(game):
        raise Invalid("house-taken", N_("This house is taken."), "house")
    return house


def take_seat(game: Game, account: Account, house: str | None, now: datetime) -> Seat:
    """A seat for a person, with a house unless houses are dealt later. Denied `game-full`, Invalid for the house."""
    if len(game.seats) >= game.players:
        raise Denied("game-full", N_("No seat is free."))
    if game.seat_choice != "choose":
        return add_seat(game, "human", account, None, now)
    return add_seat(
        game, "human", account, free_house(game, house) if house else any_house(free_houses(game), game), now
    )


def any_house(free: Sequence[str], game: Game) -> str:
    """A house for whoever names none: the first, or in an anonymous game one that is drawn, for the first free houses
    would be those of the first to come."""
    return secrets.choice(free) if anonymous(game) else free[0]


def fill_seats(game: Game, wanted: Sequence[str] | None, now: datetime) -> None:
    """Seats for stewards: of the wanted houses, or (None) all that are free, with the first of the free houses."""
    room = game.players - len(game.seats)
    if game.seat_choice != "choose":
        for _ in range(room if wanted is None else min(room, len(wanted))):
            add_seat(game, "steward", None, None, now)
        return
    for house in free_houses(game)[:room] if wanted is None else wanted:
        add_seat(game, "steward", None, free_house(game, house), now)


def add_seat(game: Game, kind: str, account: Account | None, house: str | None, now: datetime) -> Seat:
    """One more seat; Denied `game-full`."""
    if len(game.seats) >= game.players:
        raise Denied("game-full", N_("No seat is free."))
    seat = Seat(
        public_id=new_id(),
        house=house,
        account_id=account.id if account else None,
        account=account,
        kind=kind,
        bot_level=game.bot_level if kind == "steward" else "steward",
        letters=True,
        joined_at=now,
    )
    game.seats.append(seat)
    return seat


def people_seated(game: Game) -> list[Seat]:
    """The seats that people have."""
    return [seat for seat in game.seats if seat.account is not None]
