"""The last page of a game: who won, awards, figures, the revealed seed and its verification."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, url_for
from werkzeug.wrappers import Response as BaseResponse

from correspondence.archive.statistics import course_of
from correspondence.overview.game_pages import ask_check, end_page
from web import request_context
from web.charts import charts_of
from web.game_pages import PAGES
from web.layout import voice

pages = Blueprint("endings", __name__, url_prefix="/games/<game_id>/end")


@pages.get("")
def end(game_id: str) -> str:
    """How the game ended."""
    with request_context.reading() as session:
        found = end_page(session, game_id, request_context.reader(), request_context.now())
        course = course_of(session, game_id, request_context.reader(), request_context.now())
    v = voice(found.edition, found.seat)
    tables = PAGES.of_edition(found.edition).end_tables(found, v)
    return render_template("end.html", end=found, v=v, t=tables, drawn=charts_of(course, v))


@pages.post("/check")
def check(game_id: str) -> BaseResponse:
    """Have the game played again from its journal."""
    request_context.write(ask_check, game_id, request_context.now())
    flash(request_context.say("The game is being played again; load the page anew in a minute."))
    return redirect(url_for("endings.end", game_id=game_id) + "#proof", 303)
