"""Leaderboards, and whether one's own ratings are shown."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from adjudicator import games
from adjudicator.engine.decision import Illegal
from correspondence import ratings
from correspondence.input_validation import NotFound
from narration.words import N_
from web import request_context
from web.queries import number_asked

pages = Blueprint("ratings", __name__)


@pages.get("/ratings")
def overview() -> str:
    """How ratings work, and the best of each edition."""
    with request_context.reading() as session:
        known = ratings.rated_editions(session)
        boards = [ratings.best_of(session, edition) for edition in known]
    return render_template("ratings.html", boards=boards, settled=ratings.SETTLED)


@pages.get("/ratings/<edition_id>")
def leaderboard(edition_id: str) -> str:
    """The players of an edition by their ratings, a page at a time."""
    edition_known(edition_id)
    with request_context.reading() as session:
        board = ratings.leaderboard(session, edition_id, number_asked("page") or 1)
    return render_template("leaderboard.html", board=board, settled=ratings.SETTLED)


@pages.post("/account/ratings")
def show() -> BaseResponse:
    """Show one's ratings to everybody, or keep them to oneself."""
    request_context.write(ratings.hide_ratings, request.form.get("shown") != "1")
    flash(request_context.say("Your settings are kept."))
    return redirect(url_for("accounts.account"), 303)


def edition_known(edition_id: str) -> None:
    """NotFound `no-such-edition` unless there is such an edition, offered or not."""
    try:
        games.shown_edition(edition_id)
    except Illegal as unknown:
        raise NotFound("no-such-edition", N_("There is no such edition.")) from unknown
