"""Games: lists, one game, making and starting one."""

from __future__ import annotations

from typing import Any

from flask import url_for

from correspondence.games import use_cases
from correspondence.games.options import NewGame
from correspondence.games.queries import GamePage, game_page, my_games, open_games
from web import visit
from web.api.noun import Noun, caller
from web.api.schemas import GameSchema, GamesSchema, InvitedSchema, NewGameSchema

noun = Noun("games", "Games: finding, making, starting them.")
LOCATION = {"description": "The new game", "schema": {"type": "string", "format": "uri-reference"}}


def as_it_is(game_id: str) -> GamePage:
    """A game after something was done to it; rings for letters and calls first."""
    visit.ring("mail")
    visit.ring("calls")
    with visit.reading() as session:
        return game_page(session, game_id, caller(), visit.now())


@noun.route("GET", "/games", GamesSchema, anybody=True)
def games() -> dict[str, Any]:
    """Your games, and those that everybody may join."""
    reader = visit.reader()
    with visit.reading() as session:
        mine = my_games(session, reader) if reader else []
        return {"mine": mine, "open": open_games(session, reader)}


@noun.route("POST", "/games", GameSchema, status=201, body=NewGameSchema)
def create(body: dict[str, Any]) -> tuple[GamePage, int, dict[str, str]]:
    """Make a game and take its first seat; it starts at once if stewards play all other houses."""
    mine = caller()
    new = NewGame(**{**body, "steward_houses": tuple(body.get("steward_houses", ()))})
    with visit.writing() as session:
        made = use_cases.create_game(session, mine, new, visit.now()).public_id
    return as_it_is(made), 201, {"Location": url_for("api-games.game", game_id=made)}


@noun.route("GET", "/games/<game_id>", GameSchema, query=InvitedSchema, anybody=True)
def game(query: dict[str, str], game_id: str) -> GamePage:
    """A game as you may see it: seats, the open call, the board."""
    with visit.reading() as session:
        return game_page(session, game_id, visit.reader(), visit.now(), query["invitation"])


@noun.route("POST", "/games/<game_id>/start", GameSchema)
def start(game_id: str) -> GamePage:
    """Start a game that you made."""
    mine = caller()
    with visit.writing() as session:
        use_cases.start_game(session, mine, game_id, visit.now())
    return as_it_is(game_id)
