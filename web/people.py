"""What everybody may know of a player."""

from __future__ import annotations

from flask import Blueprint, render_template

from correspondence.accounts.queries import LAST_GAMES, LEAST_CALLS, person
from correspondence.archive.statistics import player_statistics
from correspondence.ratings import SETTLED, ratings_of
from web import request_context

pages = Blueprint("people", __name__)


@pages.get("/people/<person_id>")
def profile(person_id: str) -> str:
    """Their name, their ratings, what they did in the games they finished, how reliably they play."""
    with request_context.reading() as session:
        found = person(session, person_id)
        figures = player_statistics(session, found.id)
        me = request_context.reader()
        ratings = ratings_of(session, found.id, me)
    own = me is not None and me.public_id == found.id
    return render_template(
        "person.html",
        person=found,
        figures=figures,
        ratings=ratings,
        settled=SETTLED,
        own=own,
        last_games=LAST_GAMES,
        least=LEAST_CALLS,
    )
