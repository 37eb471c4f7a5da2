"""The notebook that the masters share."""

from __future__ import annotations

from flask import render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from correspondence.input_validation import Denied, Invalid
from correspondence.review import access
from correspondence.review.queries import desk_page
from web import request_context
from web.errors import status_of
from web.gm.desk import done, pages


@pages.get("/notes")
def notes(game_id: str) -> str:
    """The notebook."""
    return _page(game_id)


def _page(game_id: str, typed: str = "", error: str = "") -> str:
    me = request_context.signed_in()
    with request_context.reading() as session:
        page = desk_page(session, me, game_id, request_context.now())
        found = access.notes_of(session, me, game_id, request_context.now())
    return render_template("gm/notes.html", page=page, notes=found, typed=typed, error=error)


@pages.post("/notes")
def write_note(game_id: str) -> BaseResponse | tuple[str, int]:
    """Add a page; what was typed stays if it cannot be kept."""
    body = request.form.get("body", "")
    try:
        request_context.write(access.write_note, game_id, body, request_context.now())
    except (Invalid, Denied) as error:
        if error.code == "not-game-master":
            raise
        return _page(game_id, body, error.say(request_context.words())), status_of(error)
    return done(game_id, request_context.say("Noted."), url_for("gm.notes", game_id=game_id))


@pages.post("/notes/<note_id>/remove")
def remove_note(game_id: str, note_id: str) -> BaseResponse:
    """Take out a page of one's own."""
    request_context.write(access.remove_note, game_id, note_id, request_context.now())
    return done(game_id, request_context.say("The page is gone."), url_for("gm.notes", game_id=game_id))
