"""What stands at one place of a game's drawing, for whoever touches it."""

from __future__ import annotations

from flask import Blueprint, render_template

from correspondence.input_validation import NotFound
from narration.words import N_
from web.game_pages import PAGES
from web.layout import voice
from web.pictures import map_wanted

pages = Blueprint("places", __name__, url_prefix="/games/<game_id>/places")


@pages.get("/<place>")
def facts(game_id: str, place: str) -> str:
    """A piece of a page: what is there now, or with `round` or `call` as the map of then shows it; NotFound for a
    place that the drawing does not have."""
    view = map_wanted(game_id).view
    v = voice(view.edition, view.seat)
    found = PAGES.of_edition(view.edition).place_facts(view, place, v)
    if found is None:
        raise NotFound("no-such-place", N_("There is no such place on the board."))
    return render_template("place.html", facts=found, v=v)
