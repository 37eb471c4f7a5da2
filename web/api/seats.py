"""Seats: taking, leaving, offering them."""

from __future__ import annotations

from typing import Any

from correspondence import seats as running_seats
from correspondence.lobby import seating, use_cases
from correspondence.overview.game_page import GamePage
from web import request_context
from web.api.games import as_it_is
from web.api.noun import Noun, write
from web.api.schemas import GameSchema, InvitationSchema, JoinSchema, StewardsSchema, TakeOverSchema, WishesSchema

noun = Noun("seats", "Seats at games: taking, leaving, offering them.")


@noun.route("POST", "/games/<game_id>/join", GameSchema, body=JoinSchema)
def join(body: dict[str, Any], game_id: str) -> GamePage:
    """Take a seat; the last seat taken starts the game."""
    write(use_cases.join_game, game_id, request_context.now(), **body)
    return as_it_is(game_id)


@noun.route("POST", "/games/<game_id>/leave", status=204)
def leave(game_id: str) -> None:
    """Give your seat back before the game begins."""
    write(use_cases.leave_game, game_id, request_context.now())


@noun.route("POST", "/games/<game_id>/stewards", GameSchema, body=StewardsSchema, scope="gm")
def stewards(body: dict[str, Any], game_id: str) -> GamePage:
    """Let stewards play some houses of a game that you made, or all that are free."""
    write(use_cases.fill_with_stewards, game_id, body["houses"], request_context.now())
    return as_it_is(game_id)


@noun.route("POST", "/games/<game_id>/invitations", status=204, body=InvitationSchema, scope="gm")
def invite(body: dict[str, Any], game_id: str) -> None:
    """Send an invitation by letter."""
    write(seating.invite, game_id, body["email"], body["house"], request_context.now())
    request_context.ring("mail")


@noun.route("POST", "/games/<game_id>/confirm", GameSchema)
def confirm(game_id: str) -> GamePage:
    """Answer the muster: you are there."""
    write(seating.confirm, game_id, request_context.now())
    return as_it_is(game_id)


@noun.route("PUT", "/games/<game_id>/wishes", GameSchema, body=WishesSchema)
def wishes(body: dict[str, Any], game_id: str) -> GamePage:
    """Seal your list of houses; the latest holds until houses are dealt."""
    write(use_cases.choose_preferences, game_id, tuple(body["preferences"]))
    return as_it_is(game_id)


@noun.route("POST", "/games/<game_id>/take-over", GameSchema, body=TakeOverSchema)
def take_over(body: dict[str, Any], game_id: str) -> GamePage:
    """Play a house for which a substitute is wanted."""
    write(running_seats.take_over, game_id, now=request_context.now(), **body)
    return as_it_is(game_id)


@noun.route("POST", "/games/<game_id>/return", GameSchema)
def come_back(game_id: str) -> GamePage:
    """Take your own seat back that is offered to others."""
    write(running_seats.come_back, game_id, request_context.now())
    return as_it_is(game_id)


@noun.route("POST", "/games/<game_id>/retire", GameSchema)
def retire(game_id: str) -> GamePage:
    """Leave your seat of a game that runs, for good."""
    write(running_seats.surrender, game_id, request_context.now())
    return as_it_is(game_id)


@noun.route("POST", "/games/<game_id>/decline", status=204)
def decline(game_id: str) -> None:
    """Say no to an invitation."""
    write(seating.decline, game_id, request_context.now())


@noun.route("DELETE", "/games/<game_id>/seats/<seat_id>", status=204, scope="gm")
def free(game_id: str, seat_id: str) -> None:
    """Free somebody's seat of a game that you look after, before it begins."""
    write(use_cases.free_seat, game_id, seat_id, request_context.now())
    request_context.ring("mail")
