"""Which games' letters somebody wants: seen and chosen by themselves, signed in."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from correspondence.models.accounts import Account
from correspondence.models.games import Game, Seat


@dataclass(frozen=True)
class GameLetters:
    """A game that is not over, and whether its letters go to the account's address."""

    id: str
    title: str
    wanted: bool


def letters_of(session: Session, account: Account) -> list[GameLetters]:
    """The account's games that are not over, newest first."""
    return [GameLetters(game.public_id, game.title, seat.letters) for game, seat in _seats(session, account)]


def choose_letters(session: Session, account: Account, wanted: Collection[str]) -> None:
    """Letters of the games named come from now on, those of the account's other games that are not over do not."""
    for game, seat in _seats(session, account):
        seat.letters = game.public_id in wanted


def _seats(session: Session, account: Account) -> list[tuple[Game, Seat]]:
    query = (
        select(Game, Seat)
        .join(Seat, Seat.game_id == Game.id)
        .where(Seat.account_id == account.id, Game.status.not_in(("finished", "cancelled")))
        .order_by(Game.id.desc())
    )
    return [(game, seat) for game, seat in session.execute(query).all()]
