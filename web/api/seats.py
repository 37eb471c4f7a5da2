"""Seats: taking, leaving, offering them."""

from __future__ import annotations

from typing import Any

from correspondence.games import use_cases
from correspondence.games.queries import GamePage
from web import visit
from web.api.games import as_it_is
from web.api.noun import Noun, caller
from web.api.schemas import GameSchema, InvitationSchema, JoinSchema, StewardsSchema

noun = Noun("seats", "Seats at games: taking, leaving, offering them.")


@noun.route("POST", "/games/<game_id>/join", GameSchema, body=JoinSchema)
def join(body: dict[str, Any], game_id: str) -> GamePage:
    """Take a seat; the last seat taken starts the game."""
    mine = caller()
    with visit.writing() as session:
        use_cases.join_game(session, mine, game_id, visit.now(), **body)
    return as_it_is(game_id)


@noun.route("POST", "/games/<game_id>/leave", status=204)
def leave(game_id: str) -> None:
    """Give your seat back before the game begins."""
    mine = caller()
    with visit.writing() as session:
        use_cases.leave_game(session, mine, game_id)


@noun.route("POST", "/games/<game_id>/stewards", GameSchema, body=StewardsSchema)
def stewards(body: dict[str, Any], game_id: str) -> GamePage:
    """Let stewards play some houses of a game that you made, or all that are free."""
    mine = caller()
    with visit.writing() as session:
        use_cases.fill_with_stewards(session, mine, game_id, body["houses"], visit.now())
    return as_it_is(game_id)


@noun.route("POST", "/games/<game_id>/invitations", status=204, body=InvitationSchema)
def invite(body: dict[str, Any], game_id: str) -> None:
    """Send an invitation by letter."""
    mine = caller()
    with visit.writing() as session:
        use_cases.invite(session, mine, game_id, body["email"], body["house"], visit.now())
    visit.ring("mail")
