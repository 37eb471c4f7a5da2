"""What befalls the games of a month now and then: votes, surrenders, emergency pauses, somebody who stands in."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING

from sqlalchemy import select
from sqlalchemy.orm import Session

from correspondence.deadlines.clock import emergency_pause
from correspondence.delegations import delegate
from correspondence.input_validation import Denied, Invalid
from correspondence.models.accounts import Account
from correspondence.models.games import Game, Seat, Vote
from correspondence.seats import surrender
from correspondence.sign_in.use_cases import get_or_create_account
from correspondence.votes.use_cases import cast, open_vote

if TYPE_CHECKING:
    from tests.bench.calendar_month import Month

# How likely each is for a seat in an hour.
ASKS, ENDS, LEAVES, STOPS, ENTRUSTS = 0.0008, 0.0001, 0.0002, 0.0001, 0.0006


def hour(month: Month) -> None:
    """An hour of them, in all games that run."""
    with month.store.read() as session:
        query = select(Game).where(Game.status == "running").order_by(Game.id)
        games = [(game, [seat for seat in game.seats if seat.kind == "human"]) for game in session.scalars(query)]
        votes = select(Vote.id, Vote.game_id, Vote.public_id).where(Vote.closed_at.is_(None)).order_by(Vote.id)
        asked = [(*row,) for row in session.execute(votes)]
    for game, seats in games:
        for seat in seats:
            if seat.account_id is not None and seat.offered_at is None:
                _befalls(month, game, seat, seat.account_id)
    by_game = {game.id: seats for game, seats in games}
    for number, game_id, vote_id in asked:
        for seat in by_game.get(game_id, []):
            chance = month.chance("ballot", number, seat.id, month.now)
            if seat.account_id is not None and chance.random() < 0.2:
                choice = "yes" if chance.random() < 0.8 else "no"
                _try(month, f"said {choice}", seat.account_id, _saying(month, vote_id, choice))


def _befalls(month: Month, game: Game, seat: Seat, account_id: int) -> None:
    chance = month.chance("befalls", seat.id, month.now)
    matters: dict[str, tuple[float, Callable[[Session, Account], object]]] = {
        "asked for time": (
            ASKS,
            lambda session, who: open_vote(session, who, game.public_id, "extend", "24", "", month.now),
        ),
        "asked for a pause": (
            ASKS / 4,
            lambda session, who: open_vote(session, who, game.public_id, "pause", "", "", month.now),
        ),
        "asked for the end": (
            ENDS,
            lambda session, who: open_vote(session, who, game.public_id, "end", "", "", month.now),
        ),
        "surrendered": (LEAVES, lambda session, who: surrender(session, who, game.public_id, month.now)),
        "paused in an emergency": (
            STOPS,
            lambda session, who: emergency_pause(session, who, game.public_id, month.now),
        ),
        "let a friend stand in": (ENTRUSTS, lambda session, who: _entrust(month, session, who, game, seat)),
    }
    for what, (likely, act) in matters.items():
        if chance.random() < likely:
            _try(month, what, account_id, act)
            return


def _entrust(month: Month, session: Session, who: Account, game: Game, seat: Seat) -> None:
    friend = get_or_create_account(session, f"friend-{who.email}", month.now, name=f"Friend of {who.name}")
    until = month.now + timedelta(days=month.chance("days", seat.id, month.now).randint(1, 6))
    delegate(session, who, game.public_id, friend.email, month.now, until, month.now)
    month.friends[seat.id] = (friend.id, until)


def _saying(month: Month, vote_id: str, choice: str) -> Callable[[Session, Account], object]:
    return lambda session, who: cast(session, who, vote_id, choice, month.now)


def _try(month: Month, what: str, account_id: int, act: Callable[[Session, Account], object]) -> None:
    """Do something as somebody; what the service refuses is counted."""
    try:
        with month.store.begin() as session:
            act(session, session.get_one(Account, account_id))
        month.done[what] += 1
    except (Denied, Invalid):
        month.done[f"{what}: refused"] += 1
