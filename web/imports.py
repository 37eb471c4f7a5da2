"""Taking a game that was played elsewhere into the archive: the file is taken in, a worker checks it."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from adjudicator.engine.decision import Refusal
from correspondence.archive.files import MOST_FILE_BYTES
from correspondence.imports import ImportLine, ask_import, import_named, imports_of
from correspondence.input_validation import Denied, Invalid
from narration.words import Words
from web import request_context
from web.errors import say_in, status_of

pages = Blueprint("imports", __name__)


@pages.url_value_preprocessor
def _room_for_a_game(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """A whole game is larger than any other form; said before anything of the form is read."""
    request.max_content_length = MOST_FILE_BYTES + 64 * 1024


@pages.get("/import")
def form() -> str:
    """The form that takes a game file, and what became of those before."""
    request_context.signed_in()
    return _form("", [])


@pages.post("/import")
def take() -> BaseResponse | tuple[str, int]:
    """Take a game file in, to be checked; or say why not."""
    me, title = request_context.signed_in(), request.form.get("title", "")
    sent = request.files.get("file")
    data = sent.stream.read(MOST_FILE_BYTES + 1) if sent else b""
    try:
        with request_context.writing() as session:
            asked = ask_import(session, me, data, title, request_context.now()).public_id
    except (Invalid, Denied) as error:
        return _form(title, say_in(request_context.words(), error)), status_of(error)
    request_context.ring("imports")
    return redirect(url_for("imports.progress", import_id=asked), 303)


@pages.get("/import/<import_id>")
def progress(import_id: str) -> str:
    """What became of a game file: whether it waits, is played again, was refused or became a game."""
    line = request_context.read(import_named, import_id, request_context.now())
    return render_template("import_progress.html", line=line, reasons=said(line, request_context.words()))


def said(line: ImportLine, words: Words) -> list[Refusal]:
    """Why a file was refused, in the reader's language where it has it."""
    return [
        Refusal(one.code, one.words if one.values is None else words.say(one.words, **one.values), one.where)
        for one in line.reasons
    ]


def _form(title: str, reasons: list[Refusal]) -> str:
    lines = request_context.read(imports_of, request_context.now())
    return render_template("import.html", title=title, reasons=reasons, most=MOST_FILE_BYTES // 1024**2, lines=lines)
