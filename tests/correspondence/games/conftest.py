"""Notices that were written, and shortcuts to the seats of games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from correspondence.games.access import find_game
from correspondence.games.options import NewGame
from correspondence.lobby.use_cases import create_game
from correspondence.seats import seat_of
from correspondence.store import Store
from tests.correspondence.people import People


@pytest.fixture
def lobby(people: People, store: Store) -> Callable[..., tuple[str, str]]:
    """Makes a game of ada's with so many seats left; its id and code."""

    def make(**options: Any) -> tuple[str, str]:
        with store.begin() as session:
            maker = people.account_in(session, options.pop("maker", "ada"))
            game = create_game(session, maker, NewGame(title="A game", **options), people.now)
            return game.public_id, game.join_code

    return make


@pytest.fixture
def with_seat(people: People, store: Store) -> Callable[..., None]:
    """Does something to a house's seat of a game, as the game master's page and the deadlines do."""

    def act(what: Callable[..., None], game_id: str, house: str, *more: Any) -> None:
        with store.begin() as session:
            game = find_game(session, game_id, lock=True)
            what(session, game, seat_of(game, house), *more, people.now)

    return act
