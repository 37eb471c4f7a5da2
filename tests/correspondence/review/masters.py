"""Games with masters, for the tests of the game master's page."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select

from correspondence.closing import adjudicate
from correspondence.games.access import find_game
from correspondence.models.games import GameMaster
from correspondence.models.turns import PendingResult, Turn
from tests.correspondence.people import People

MASTER = "mira"


def make_master(people: People, game_id: str, name: str = MASTER) -> None:
    """Somebody masters a game."""
    with people.store.begin() as session:
        game, account = find_game(session, game_id), people.account_in(session, name)
        found = session.scalar(
            select(GameMaster).where(GameMaster.game_id == game.id, GameMaster.account_id == account.id)
        )
        if found is None:
            row = GameMaster(game_id=game.id, account_id=account.id, since=people.now, accepted_at=people.now)
            session.add(row)
        else:
            found.accepted_at, found.until = people.now, None


def reviewed_game(people: People, humans: dict[str, str] | None = None, *, review: str = "all", **options: Any) -> str:
    """A running game whose results mira, who plays no house, reviews."""
    game_id = people.game(humans or {"stark": "ada", "lannister": "ben"}, **options)
    make_master(people, game_id)
    set_review(people, game_id, review)
    return game_id


def set_review(people: People, game_id: str, review: str) -> None:
    """Change what is held."""
    with people.store.begin() as session:
        find_game(session, game_id).review = review


def run_out(people: People, game_id: str) -> Turn:
    """Let the open turn's time run out and adjudicate it; the turn afterwards."""
    turn = last_turn(people, game_id)
    people.now = max(people.now, turn.closes_at)
    adjudicate(people.store, turn.public_id, "test", people.clock)
    with people.store.read() as session:
        found = session.get_one(Turn, turn.id)
        assert not found.trouble, found.trouble
        return found


def last_turn(people: People, game_id: str) -> Turn:
    """The turn with the highest number."""
    with people.store.read() as session:
        game = find_game(session, game_id)
        query = select(Turn).where(Turn.game_id == game.id).order_by(Turn.number.desc())
        return session.scalars(query.limit(1)).one()


def draft_of(people: People, game_id: str, status: str = "current") -> PendingResult:
    """The draft of a game that has this status."""
    with people.store.read() as session:
        game = find_game(session, game_id)
        query = (
            select(PendingResult)
            .where(PendingResult.game_id == game.id, PendingResult.status == status)
            .order_by(PendingResult.id.desc())
        )
        return session.scalars(query.limit(1)).one()
