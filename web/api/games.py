"""Games: lists, one game, making and starting one."""

from __future__ import annotations

from typing import Any

from flask import url_for

from correspondence import masters as masters
from correspondence.games.access import game_named
from correspondence.games.options import PRESETS, NewGame
from correspondence.lobby import use_cases
from correspondence.lobby.lists import GamesFound, Wanted, find_games
from correspondence.lobby.use_cases import change_settings, terms_version
from correspondence.overview.game_page import GamePage, game_page, my_games, open_games
from correspondence.overview.game_pages import HolderLine, holders_of
from web import request_context
from web.api.noun import Noun, caller, preconditions, with_etag, write
from web.api.schemas import (
    GameSchema,
    GamesFoundSchema,
    GamesSchema,
    HolderSchema,
    InvitedSchema,
    LobbySchema,
    NewGameSchema,
    TermsSchema,
    TermsToldSchema,
)

noun = Noun("games", "Games: finding, making, starting them.")
LOCATION = {"description": "The new game", "schema": {"type": "string", "format": "uri-reference"}}


def as_it_is(game_id: str) -> GamePage:
    """A game after something was done to it; rings for letters and calls first."""
    request_context.ring("mail", "calls")
    with request_context.reading() as session:
        return game_page(session, game_id, caller(), request_context.now())


@noun.route("GET", "/games", GamesSchema, anybody=True)
def games() -> dict[str, Any]:
    """Your games, and those that everybody may join."""
    reader = request_context.reader()
    with request_context.reading() as session:
        mine = my_games(session, reader) if reader else []
        return {"mine": mine, "open": open_games(session, reader)}


@noun.route("GET", "/lobby", GamesFoundSchema, query=LobbySchema, anybody=True)
def lobby(query: dict[str, Any]) -> GamesFound:
    """A page of games: `open` ones, those where `substitutes` are wanted, `running` and `finished` ones to look at, all
    of `mine`."""
    with request_context.reading() as session:
        return find_games(session, Wanted(**query), request_context.reader())


@noun.route("POST", "/games", GameSchema, status=201, body=NewGameSchema)
def create(body: dict[str, Any]) -> tuple[GamePage, int, dict[str, str]]:
    """Make a game and take its first seat; it starts at once if stewards play all other houses."""
    mine = caller()
    new = NewGame(**_plain({**PRESETS.get(body.get("preset", ""), {}), **body}))
    with request_context.writing() as session:
        made = use_cases.create_game(session, mine, new, request_context.now()).public_id
    return as_it_is(made), 201, {"Location": url_for("api-games.game", game_id=made)}


@noun.route("GET", "/games/<game_id>", GameSchema, query=InvitedSchema, anybody=True)
def game(query: dict[str, str], game_id: str) -> GamePage:
    """A game as you may see it: seats, the open call, the board."""
    with request_context.reading() as session:
        return game_page(session, game_id, request_context.reader(), request_context.now(), query["invitation"])


@noun.route("GET", "/games/<game_id>/settings", TermsToldSchema, anybody=True)
def settings(game_id: str) -> Any:
    """What was decided about a game; its `ETag` changes with each change of that."""
    with request_context.reading() as session:
        page = game_page(session, game_id, request_context.reader(), request_context.now())
        return with_etag(page.terms, terms_version(session, game_named(session, game_id)), unlike=True)


@noun.route("PATCH", "/games/<game_id>/settings", GameSchema, body=TermsSchema, scope="gm", conditional=True)
def change(body: dict[str, Any], game_id: str) -> Any:
    """Change settings of a game that you made or master; what is left out stays. Everybody is told."""
    mine = caller()
    with request_context.writing() as session:
        change_settings(session, mine, game_id, _plain(body), request_context.now(), preconditions())
        version = terms_version(session, game_named(session, game_id))
    return with_etag(as_it_is(game_id), version, unlike=True)


@noun.route("GET", "/games/<game_id>/holders", HolderSchema(many=True), anybody=True)
def holders(game_id: str) -> list[HolderLine]:
    """Who held which seat, house by house."""
    with request_context.reading() as session:
        return holders_of(session, game_named(session, game_id), request_context.reader(), request_context.now())


@noun.route("PUT", "/games/<game_id>/masters/me", GameSchema, scope="gm")
def accept_mastery(game_id: str) -> GamePage:
    """Say yes to mastering a game."""
    write(masters.accept_master, game_id, request_context.now())
    return as_it_is(game_id)


@noun.route("DELETE", "/games/<game_id>/masters/me", status=204, scope="gm")
def step_down(game_id: str) -> None:
    """Say no to mastering a game, or do it no longer."""
    write(masters.step_down, game_id, request_context.now())


@noun.route("POST", "/games/<game_id>/cancel", GameSchema, scope="gm")
def cancel(game_id: str) -> GamePage:
    """Call a game off that has not begun."""
    write(use_cases.cancel_game, game_id, request_context.now())
    return as_it_is(game_id)


def _plain(body: dict[str, Any]) -> dict[str, Any]:
    """What came in, lists as the use cases want them."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in body.items()}


@noun.route("POST", "/games/<game_id>/start", GameSchema, scope="gm")
def start(game_id: str) -> GamePage:
    """Start a game that you made."""
    write(use_cases.start_game, game_id, request_context.now())
    return as_it_is(game_id)
