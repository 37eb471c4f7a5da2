"""A game that is over, taken back by its master: who may, until when, and what is withdrawn."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import delete
from sqlalchemy.orm import Session

from correspondence.desk.access import Place
from correspondence.errors import Denied
from correspondence.models.archive import HouseResult, KeptStatistics
from correspondence.models.games import Game
from correspondence.seats import use_cases
from narration.words import N_

# So long after its end a game can run again.
STILL = timedelta(days=14)


def may_take_back(place: Place, chance: str, now: datetime) -> None:
    """Whether a master may take back a game that is over, in this way.

    Raises Denied: `game-master-plays` (nobody undoes their own defeat), `ended-by-vote` (the players wanted it),
    `game-imported`, `ended-long-ago`, `seed-revealed` (for `keep`: everybody can work out what would come).
    """
    game = place.game
    if not place.who.sees_all:
        words = N_("You play in this game, so you cannot take back its end; a game master who plays no house may.")
        raise Denied("game-master-plays", words)
    if game.imported_at is not None:
        raise Denied("game-imported", N_("This game was played elsewhere; it cannot go on here."))
    if game.ended_by:
        raise Denied("ended-by-vote", N_("The players ended this game by a vote; a game master cannot undo that."))
    if game.finished_at is not None and game.finished_at + STILL < now:
        words = N_("This game ended more than {days} days ago; it cannot be taken back any more.")
        raise Denied("ended-long-ago", words, days=STILL.days)
    if chance == "keep":
        words = N_(
            "The seed of this game was revealed at its end, so everybody can work out the cards to come. "
            "The decks must be shuffled by a new seed."
        )
        raise Denied("seed-revealed", words)


def withdraw_end(session: Session, game: Game) -> None:
    """Nothing says any more that the game ended: no figures of it, no places, no date."""
    game.finished_at, game.ended_by = None, ""
    for table in (HouseResult, KeptStatistics):
        session.execute(delete(table).where(table.game_id == game.id))


def offer_deserted(session: Session, game: Game, now: datetime) -> None:
    """Look for substitutes for players whose accounts were deleted since the end. To be called when a call is open."""
    for seat in game.seats:
        if seat.account is not None and seat.account.deleted_at is not None:
            use_cases.retire(session, game, seat, use_cases.DELETED, now)
