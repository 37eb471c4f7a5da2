"""The first page: what this is, signing in, one's games."""

from __future__ import annotations

from functools import cache

from flask import Blueprint, Response, render_template

from adjudicator import games
from adjudicator.engine.values import View
from correspondence.delegations import games_acted_for
from correspondence.lobby.seating import invitations_of
from correspondence.overview.game_page import my_games, open_games
from correspondence.press.queries import unread_in
from web import request_context
from web.pictures import svg_response

pages = Blueprint("home", __name__)
# The first page is short; the lobby has the rest.
MOST_MINE, MOST_OPEN = 30, 5


@pages.get("/")
def home() -> str:
    """What the service is, or one's own games and those that look for players."""
    account = request_context.reader()
    with request_context.reading() as session:
        mine = my_games(session, account) if account else []
        joinable = [game for game in open_games(session, account, MOST_OPEN) if game.id not in {m.id for m in mine}]
        acting = games_acted_for(session, account, request_context.now()) if account else []
        invited = invitations_of(session, account, request_context.now()) if account else []
        unread = (
            unread_in(session, account, [game.id for game in mine[:MOST_MINE]], request_context.now())
            if account
            else {}
        )
    return render_template(
        "home.html",
        opening=_opening_view(),
        mine=mine[:MOST_MINE],
        more=len(mine) > MOST_MINE,
        joinable=joinable,
        stands_in=acting,
        invited=invited,
        unread=unread,
    )


@pages.get("/opening.svg")
def opening() -> Response:
    """The board before the first round of a game of five, for whoever comes by; `theme`, `language`."""
    return svg_response(_opening_view())


@cache
def _opening_view() -> View:
    # Nothing of what a seed decides shows on this board.
    return games.of_edition("first-edition").view(games.start("first-edition", 5, "0" * 64), None)
