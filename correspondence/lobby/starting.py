"""The start of a game: houses dealt, the seed drawn and committed to, the first call opened."""

from __future__ import annotations

import secrets
from datetime import datetime

from sqlalchemy.orm import Session

from adjudicator import games
from correspondence.archive.keeping import keep
from correspondence.archive.reading import first_position
from correspondence.deadlines.opening import open_call
from correspondence.ledger.use_cases import note
from correspondence.lobby.dealing import at_random, by_wishes
from correspondence.lobby.seating import free_houses, houses_to_have, people_seated
from correspondence.models.games import Game, SeatHolder
from correspondence.prefetched import foreknow, forget
from correspondence.results.result_letters import tell_players
from correspondence.rows import own_columns
from correspondence.write_batch import insert_soon

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
