"""Paper: a game's book, and a sheet to fill with a pencil: pages that print well, and PDF where it is installed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, render_template, request, url_for
from sqlalchemy.orm import Session

from adjudicator import games
from adjudicator.engine.values import View
from correspondence.archive.moments import page_after
from correspondence.archive.queries import round_log, view_in
from correspondence.archive.sight import Sight, rounds_seen, sight_of
from correspondence.errors import NotFound
from correspondence.overview.call_page import call_page
from narration.narrators import narrator_of
from narration.words import N_
from web import request_context
from web.game_pages import PAGES
from web.layout import voice
from web.pdf import pdf_answer, pdf_possible
from web.queries import number_asked

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
