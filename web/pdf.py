"""PDF from our own pages: asked for here, made by a worker, and given away by the page that was asked.

Whoever asks sees a page that looks again by itself until the file is there; no thread of the site waits for it. The
file has no address but the one at which its reader was looked up again.
"""

from __future__ import annotations

from collections.abc import Callable
from ctypes import CDLL
from datetime import timedelta
from functools import cache
from importlib.util import find_spec
from typing import Any

from flask import Response, make_response, render_template, request, url_for

from correspondence.archive.pdf_files import (
    KEPT,
    NOTED_EVERY,
    READER,
    ask_pdf,
    being_made,
    pdf_file,
    pdf_key,
    want_still,
)
from correspondence.errors import Denied
from correspondence.models.archive import PdfFile
from correspondence.overview.happening import LATER, touched
from web import request_context, throttle
from web.exports import to_keep
from web.rate_limits import PDF_FILES

# How often a page that waits looks again, and after how long without anybody at work it says so.
LOOK_SECONDS, NOBODY_AFTER = 3, timedelta(seconds=30)
BUSY_SECONDS = 60
# What WeasyPrint cannot be without, as Linux and macOS call it.
_PANGO = ("libpango-1.0.so.0", "libpango-1.0.dylib")


@cache
def pdf_possible() -> bool:
    """Whether PDF files can be made where the program is installed like this one: a worker makes them."""
    return find_spec("weasyprint") is not None and any(map(_loads, _PANGO))


def _loads(library: str) -> bool:
    try:
        CDLL(library)
    except OSError:
        return False
    return True


def pdf_answer(page: Callable[[], str], game_id: str, name: str, back: str, **about: Any) -> Response:
    """A page as a PDF file called `name`: the file if it is made, else a page that waits for it (202), or says that it
    cannot be made now (503).

    `page` draws it, for the worker that asks; `back` is where to print it from without a file; `about` is what stands
    in the address. Who asks may see the page.
    """
    if READER in request.environ:
        return Response(page(), mimetype="text/html")
    path = url_for(str(request.endpoint), **(request.view_args or {}), **about)
    now, reader, language = request_context.now(), request_context.reader(), request_context.words().language
    with request_context.reading() as session:
        key = pdf_key(path, reader, language, touched(session, [f"{game_id}{LATER}"]))
        found = pdf_file(session, key, now)
    if found is not None and found.document and "wait" not in request.args:
        return to_keep(Response(found.document, mimetype="application/pdf"), name)
    state = "ready" if found is not None and found.document else _waits(found, key, path)
    shown = render_template("pdf.html", state=state, name=name, back=back, path=path, again=_again(path))
    answer = make_response(shown, {"ready": 200, "failed": 503, "busy": 503}.get(state, 202))
    if state != "ready":
        wait = {"failed": int(KEPT.total_seconds()), "busy": BUSY_SECONDS}.get(state, LOOK_SECONDS)
        answer.headers["Retry-After"] = str(wait)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _waits(found: PdfFile | None, key: str, path: str) -> str:
    """Ask for a file, or say that somebody still waits for it. What its page says: `waiting`, `making`, `nobody` (no
    worker has begun for a while), `failed` or `busy`."""
    now = request_context.now()
    if found is None:
        if request_context.unseen():
            return "waiting"
        reader = request_context.reader()
        throttle.through(PDF_FILES, reader)
        try:
            with request_context.writing() as session:
                ask_pdf(session, key, path, reader, request_context.words().language, now)
        except Denied:
            return "busy"
        request_context.ring("pdf")
        return "waiting"
    if found.failed:
        return "failed"
    if now - found.wanted_at > NOTED_EVERY and not request_context.unseen():
        with request_context.writing() as session:
            want_still(session, key, now)
    if found.claimed_until is not None and found.claimed_until > now:
        return "making"
    if now - found.asked_at < NOBODY_AFTER:
        return "waiting"
    with request_context.reading() as session:
        return "waiting" if being_made(session, now) else "nobody"


def _again(path: str) -> str:
    """Where the page that waits looks again."""
    return f"{path}{'&' if '?' in path else '?'}wait=yes"
