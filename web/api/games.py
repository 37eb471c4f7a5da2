"""Games: lists, making, joining, starting, looking."""

from __future__ import annotations

from dataclasses import fields as dataclass_fields
from typing import Any

import msgspec

from correspondence.games import use_cases
from correspondence.games.options import NewGame
from correspondence.games.queries import GameLine, GamePage, game_page, my_games, open_games
from web import visit
from web.api.schemas import GameLineOut, GameOut, GamesQuery, JoinIn, NewGameIn
from web.api.section import Section, caller, known_caller

section = Section("games", "Games: lists, making, joining, starting, looking")


def told(page: GamePage) -> dict[str, Any]:
    """A game's page for the schema; the view and standings as plain data."""
    found = {field.name: getattr(page, field.name) for field in dataclass_fields(page)}
    found["view"] = msgspec.to_builtins(page.view) if page.view else None
    found["standings"] = msgspec.to_builtins(page.standings)
    return found


@section.get("/games")
@section.fails(401)
@section.takes(GamesQuery, "query")
@section.gives(GameLineOut(many=True))
def games(query: dict[str, Any]) -> list[GameLine]:
    """One's own games (`scope=mine`), or those that look for players (`scope=open`)."""
    if query["scope"] == "open":
        with visit.reading() as session:
            return open_games(session, caller())
    me = known_caller()
    with visit.reading() as session:
        return my_games(session, me)


@section.post("/games")
@section.fails(400, 401, 403, 413)
@section.takes(NewGameIn)
@section.gives(GameOut, 201)
def create_game(wanted: dict[str, Any]) -> dict[str, Any]:
    """Make a game. `pace` is bulk, raven, stepwise, or kinds of decisions with commas between."""
    me, pace = known_caller(), wanted.pop("pace")
    kinds = pace if pace in ("bulk", "raven", "stepwise") else tuple(filter(None, pace.split(",")))
    new = NewGame(**{**wanted, "steward_houses": tuple(wanted["steward_houses"])}, pace=kinds)
    with visit.writing() as session:
        made = use_cases.create_game(session, me, new, visit.now()).public_id
    visit.ring("mail")
    return _page(made)


@section.get("/games/<game_id>")
@section.fails(401, 404)
@section.gives(GameOut)
def game(game_id: str) -> dict[str, Any]:
    """A game as the caller (or, without a token, everybody) may see it."""
    return _page(game_id)


@section.post("/games/<game_id>/join")
@section.fails(400, 401, 403, 404, 409, 413)
@section.takes(JoinIn)
@section.gives(GameOut)
def join_game(how: dict[str, Any], game_id: str) -> dict[str, Any]:
    """Take a seat."""
    me = known_caller()
    with visit.writing() as session:
        use_cases.join_game(session, me, game_id, visit.now(), **how)
    visit.ring("mail")
    return _page(game_id)


@section.post("/games/<game_id>/leave")
@section.fails(401, 403, 404, 409)
@section.gives(GameOut)
def leave_game(game_id: str) -> dict[str, Any]:
    """Give one's seat back before the game begins."""
    me = known_caller()
    with visit.writing() as session:
        use_cases.leave_game(session, me, game_id)
    return _page(game_id)


@section.post("/games/<game_id>/start")
@section.fails(401, 403, 404, 409)
@section.gives(GameOut)
def start_game(game_id: str) -> dict[str, Any]:
    """Start a game that one made."""
    me = known_caller()
    with visit.writing() as session:
        use_cases.start_game(session, me, game_id, visit.now())
    visit.ring("mail")
    return _page(game_id)


def _page(game_id: str) -> dict[str, Any]:
    me = caller()
    with visit.reading() as session:
        return told(game_page(session, game_id, me, visit.now()))
