"""Taking a game that was played elsewhere into the archive."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from adjudicator.kernel.refusal import Refusal, Refused
from correspondence.archive.importing import MOST_BYTES, checked_file, keep_game
from correspondence.errors import Denied, Invalid
from web import visit
from web.errors import say_in, status_of

pages = Blueprint("imports", __name__)


@pages.url_value_preprocessor
def _room_for_a_game(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """A whole game is larger than any other form; said before anything of the form is read."""
    request.max_content_length = MOST_BYTES + 64 * 1024


@pages.get("/import")
def form() -> str:
    """The form that takes a game file."""
    visit.signed_in()
    return _form("", [])


@pages.post("/import")
def take() -> BaseResponse | tuple[str, int]:
    """Check a game file, and keep the game; or say what is wrong with it."""
    me, title = visit.signed_in(), request.form.get("title", "")
    sent = request.files.get("file")
    data = sent.stream.read(MOST_BYTES + 1) if sent else b""
    try:
        whole = checked_file(data)
        with visit.writing() as session:
            made = keep_game(session, me, whole, title, visit.now()).public_id
    except (Invalid, Denied, Refused) as error:
        status = 422 if isinstance(error, Refused) else status_of(error)
        return _form(title, say_in(visit.words(), error)), status
    return redirect(url_for("endings.end", game_id=made), 303)


def _form(title: str, reasons: list[Refusal]) -> str:
    return render_template("import.html", title=title, reasons=reasons, most=MOST_BYTES // 1024**2)
