"""Paper: books and sheets as pages that print well, and as PDF.

Whoever asks sees a page that looks again by itself until the PDF is there; no thread of the site waits for it. The
PDF has no address but the one at which its reader was looked up again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from ctypes import CDLL
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from importlib.util import find_spec
from typing import Any

from flask import Blueprint, Response, make_response, render_template, request, url_for
from sqlalchemy.orm import Session

from adjudicator import games
from adjudicator.engine.values import View
from correspondence.archive.files import KEPT, NOTED_EVERY, READER, ask_pdf, being_made, pdf_file, pdf_key, want_still
from correspondence.archive.records import Sight, round_log, rounds_seen, sight_of, view_in
from correspondence.archive.statistics import page_after
from correspondence.input_validation import Denied, NotFound
from correspondence.models.archive import PdfFile
from correspondence.overview.game_page import LATER, touched
from correspondence.overview.game_pages import call_page
from narration.narrators import narrator_of
from narration.words import N_
from web import rate_limits, request_context
from web.exports import to_keep
from web.game_pages import PAGES
from web.layout import voice
from web.queries import number_asked
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
        rate_limits.through(PDF_FILES, reader)
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


pages = Blueprint("printing", __name__)
# Each round of a PDF takes the site a second or two: a book comes in parts of so many.
ROUNDS_IN_PART = 4


@dataclass(frozen=True)
class Chapter:
    """A round of a book: its story, the board at its end as tables, everybody's figures, and whether there is more to
    tell."""

    number: int
    headline: str
    story: Any
    view: View
    tables: Any
    figures: Any
    more: bool


@pages.get("/games/<game_id>/book")
def book(game_id: str) -> str:
    """All rounds of a game that the reader may know, one after the other, for paper; `round` for one alone."""
    return _book(game_id)


@pages.get("/games/<game_id>/book.pdf")
def book_pdf(game_id: str) -> Response:
    """A `part` of the same as PDF, or one `round`, once it is made. NotFound `no-pdf` where the host has not installed
    what makes it."""
    part, one = max(1, number_asked("part") or 1), request.args.get("round", "")
    with request_context.reading() as session:
        _rounds(session, sight_of(session, game_id, request_context.reader(), request_context.now()), part)
    needs_pdf()
    back = url_for(".book", game_id=game_id, round=one or None)
    name = f"game-{game_id}-{part}.pdf"
    return pdf_answer(lambda: _book(game_id, part), game_id, name, back, part=part, round=one or None)


@pages.get("/calls/<call_id>/pencil")
def pencil(call_id: str) -> str:
    """A sheet with blank lines, for what the call asks of the reader's house."""
    return _pencil(call_id)


@pages.get("/calls/<call_id>/pencil.pdf")
def pencil_pdf(call_id: str) -> Response:
    """The same as PDF, once it is made. NotFound `no-pdf`."""
    with request_context.reading() as session:
        game_id = call_page(session, request_context.signed_in(), call_id, request_context.now()).game_id
    needs_pdf()
    back = url_for(".pencil", call_id=call_id)
    return pdf_answer(lambda: _pencil(call_id), game_id, f"sheet-{call_id}.pdf", back)


def needs_pdf() -> None:
    """Refuse what asks for a PDF file where none can be made: NotFound `no-pdf`."""
    if not pdf_possible():
        raise NotFound("no-pdf", N_("This service makes no PDF files; print the page with your browser."))


def _book(game_id: str, part: int = 0) -> str:
    """The page of a book, whole or a part of it."""
    with request_context.reading() as session:
        sight = sight_of(session, game_id, request_context.reader(), request_context.now())
        known, numbers = _rounds(session, sight, part)
        found = [(n, round_log(session, game_id, n, request_context.reader(), request_context.now())) for n in numbers]
        views = {n: view_in(session, sight, n) for n in numbers}
    chapters = [_chapter(n, log, views[n]) for n, log in found]
    log = found[-1][1]
    # WeasyPrint draws the outlines of letters over them: it gets pictures.
    drawn = "pictures.picture" if part else "pictures.drawing"
    return render_template(
        "book.html",
        log=log,
        chapters=chapters,
        v=voice(log.edition, log.seat),
        map_page=drawn,
        parts_of_pdf=_parts(known),
        one=request.args.get("round", ""),
    )


def _rounds(session: Session, sight: Sight, part: int) -> tuple[list[int], list[int]]:
    """The rounds that the reader knows, or the `round` that is asked for, and those of a part. NotFound if none."""
    one = request.args.get("round", "")
    known = [n for n in rounds_seen(session, sight) if not one or str(n) == one]
    numbers = known[(part - 1) * ROUNDS_IN_PART : part * ROUNDS_IN_PART] if part else known
    if not numbers:
        raise NotFound("no-such-round", N_("There is no such round in this game."))
    return known, numbers


def _parts(rounds: Sequence[int]) -> list[tuple[int, int, int]]:
    """The parts in which a book comes as PDF: number, first and last round; none where there is no PDF."""
    if not pdf_possible():
        return []
    starts = range(0, len(rounds), ROUNDS_IN_PART)
    return [(n, rounds[at], rounds[min(at + ROUNDS_IN_PART, len(rounds)) - 1]) for n, at in enumerate(starts, start=1)]


def _chapter(number: int, log: Any, view: View) -> Chapter:
    v, shown = voice(log.edition, log.seat), page_after(log.records, 0)
    standings = games.of(view.board).standings(view.board, v.edition)
    return Chapter(
        number,
        narrator_of(v.edition).headline(log.records, v),
        narrator_of(v.edition).tell(shown.records, v.edition, v.words, log.seat),
        view,
        PAGES.of_edition(log.edition).board_tables(view, (), standings, v),
        narrator_of(v.edition).figures(view.board, standings, v),
        bool(shown.next),
    )


def _pencil(call_id: str) -> str:
    page = request_context.read(call_page, call_id, request_context.now())
    v = voice(page.edition, page.house)
    narrator = narrator_of(v.edition)
    return render_template(
        "pencil.html",
        page=page,
        v=v,
        pdf=pdf_possible(),
        back=url_for("sheets.call", call_id=call_id),
        questions=[narrator.question(asked, page.view.board, v) for asked in page.questions],
        blanks=PAGES.of_edition(page.edition).pencil(page.view, page.house, v),
        outline=narrator.outline(page.window, page.asked, page.view.board, page.house, page.pace, v),
    )
