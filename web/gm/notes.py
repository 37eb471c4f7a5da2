"""The notebook that the masters share."""

from __future__ import annotations

from flask import render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from correspondence.desk import notebook
from correspondence.desk.queries import desk_page
from correspondence.errors import Denied, Invalid
from web import visit
from web.errors import status_of
from web.gm import pages
from web.gm.desk import done


@pages.get("/notes")
def notes(game_id: str) -> str:
    """The notebook."""
    return _page(game_id)


def _page(game_id: str, typed: str = "", error: str = "") -> str:
    me = visit.signed_in()
    with visit.reading() as session:
        page = desk_page(session, me, game_id, visit.now())
        found = notebook.notes_of(session, me, game_id, visit.now())
    return render_template("gm/notes.html", page=page, notes=found, typed=typed, error=error)


@pages.post("/notes")
def write_note(game_id: str) -> BaseResponse | tuple[str, int]:
    """Add a page; what was typed stays if it cannot be kept."""
    me, body = visit.signed_in(), request.form.get("body", "")
    try:
        with visit.writing() as session:
            notebook.write_note(session, me, game_id, body, visit.now())
    except (Invalid, Denied) as error:
        if error.code == "not-game-master":
            raise
        return _page(game_id, body, error.say(visit.words())), status_of(error)
    return done(game_id, visit.words().say("Noted."), url_for("gm.notes", game_id=game_id))


@pages.post("/notes/<note_id>/remove")
def remove_note(game_id: str, note_id: str) -> BaseResponse:
    """Take out a page of one's own."""
    with visit.writing() as session:
        notebook.remove_note(session, visit.signed_in(), game_id, note_id, visit.now())
    return done(game_id, visit.words().say("The page is gone."), url_for("gm.notes", game_id=game_id))
