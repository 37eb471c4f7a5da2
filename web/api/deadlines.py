"""Pauses by players."""

from __future__ import annotations

from correspondence.deadlines import clock
from correspondence.overview.game_page import GamePage
from web import request_context
from web.api.games import as_it_is
from web.api.noun import Noun, write
from web.api.schemas import GameSchema

noun = Noun("deadlines", "Deadlines: pausing in an emergency, and going on.")


@noun.route("POST", "/games/<game_id>/emergency-pause", GameSchema)
def emergency_pause(game_id: str) -> GamePage:
    """Stop the game's clock for a week at most because something came up; once in half a year."""
    write(clock.emergency_pause, game_id, request_context.now())
    request_context.ring("mail")
    return as_it_is(game_id)


@noun.route("POST", "/games/<game_id>/go-on", GameSchema)
def go_on(game_id: str) -> GamePage:
    """End a pause of your own, or one that came because nobody was there (`may_go_on`)."""
    write(clock.go_on, game_id, request_context.now())
    request_context.ring("mail")
    return as_it_is(game_id)
