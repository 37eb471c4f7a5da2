"""The first page: what this is, signing in, one's games."""

from __future__ import annotations

from functools import cache

from flask import Blueprint, Response, render_template

from adjudicator import face
from adjudicator.thrones.board import View
from correspondence.games.queries import my_games, open_games
from web import visit
from web.pictures import svg_response

pages = Blueprint("home", __name__)


@pages.get("/")
def home() -> str:
    """What the service is, or one's own games and those that look for players."""
    account = visit.reader()
    with visit.reading() as session:
        mine = my_games(session, account) if account else []
        joinable = [game for game in open_games(session, account) if game.id not in {m.id for m in mine}]
    return render_template("home.html", mine=mine, joinable=joinable)


@pages.get("/opening.svg")
def opening() -> Response:
    """The board before the first round of a game of five, for whoever comes by; `theme`, `language`."""
    return svg_response(_opening_view())


@cache
def _opening_view() -> View:
    # Nothing of what a seed decides shows on this board.
    return face.view(face.start("first-edition", 5, "0" * 64), None)
