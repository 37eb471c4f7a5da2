"""The first page: what this is, signing in, one's games."""

from __future__ import annotations

from flask import Blueprint, render_template

from correspondence.games.queries import my_games, open_games
from web import visit

pages = Blueprint("home", __name__)


@pages.get("/")
def home() -> str:
    """What the service is, or one's own games and those that look for players."""
    account = visit.reader()
    with visit.reading() as session:
        mine = my_games(session, account) if account else []
        joinable = [game for game in open_games(session, account) if game.id not in {m.id for m in mine}]
    return render_template("home.html", mine=mine, joinable=joinable)
