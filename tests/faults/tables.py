"""Games for experiments: three houses, two people and a bot, turns that close as soon as both are ready."""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from correspondence.games.options import NewGame, houses
from correspondence.lobby.use_cases import create_game, join_game
from correspondence.models.accounts import Account
from correspondence.models.games import Game
from correspondence.sign_in.use_cases import get_or_create_account, issue_api_token, make_link, use_link
from correspondence.store import Store

PLAYERS = 3
PATIENCE_SECONDS = 120.0


@dataclass(frozen=True)
class Player:
    """Somebody at a table: their house, their token for programs, their browser's session."""

    house: str
    email: str
    token: str
    cookie: str


@dataclass(frozen=True)
class Table:
    """A game and who plays it."""

    game_id: str
    players: tuple[Player, ...]


def lay(
    store: Store,
    count: int,
    humans: int = 2,
    number_from: int = 0,
    ahead: timedelta = timedelta(0),
    **options: object,
) -> list[Table]:
    """Make and start games; again, if the database goes away meanwhile. `ahead`: how far the service's time is."""
    return [_insist(store, number_from + number, humans, ahead, options) for number in range(count)]


def _insist(store: Store, number: int, humans: int, ahead: timedelta, options: dict[str, object]) -> Table:
    until = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            return _table(store, number, humans, datetime.now(UTC) + ahead, options)
        except DBAPIError:
            if time.monotonic() > until:
                raise
            time.sleep(0.3)


def _table(store: Store, number: int, humans: int, now: datetime, options: dict[str, object]) -> Table:
    playing = houses("first-edition", PLAYERS)
    people, bots = playing[:humans], playing[humans:]
    with store.begin() as session:
        accounts = {
            h: get_or_create_account(session, f"{h}{number}@rookery.example", now, name=h.title()) for h in people
        }
        new = NewGame(title=f"Game {number}", players=PLAYERS, house=people[0], bot_houses=bots, **options)  # type: ignore[arg-type]
        game = create_game(session, accounts[people[0]], new, now)
        for house in people[1:]:
            join_game(session, accounts[house], game.public_id, now, code=game.join_code, house=house)
        game.hold_seconds = 0.0
        players = tuple(_player(session, accounts[house], house, now) for house in people)
        return Table(game.public_id, players)


def visitor(store: Store, now: datetime) -> tuple[Player, str]:
    """Somebody who plays nowhere, and the id of a game of theirs that has not begun."""
    with store.begin() as session:
        account = get_or_create_account(session, "visitor@rookery.example", now, name="Visitor")
        game = create_game(session, account, NewGame(title="Not begun"), now)
        return _player(session, account, "", now), game.public_id


def _player(session: Session, account: Account, house: str, now: datetime) -> Player:
    token = issue_api_token(session, account, "a program", now)
    link = make_link(session, account.email, now, now + timedelta(days=300))
    return Player(house, account.email, token, use_link(session, link, now).session_token)


def game_of(session: Session, table: Table) -> Game:
    """The game's row."""
    return session.query(Game).filter_by(public_id=table.game_id).one()
