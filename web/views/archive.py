"""Export of games as files, on paper, as feeds; import of games played elsewhere.

While a PDF is made, its page reloads by itself; no site thread waits. The PDF's only address is the one that checks its
reader again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from ctypes import CDLL
from datetime import timedelta
from functools import cache
from importlib.util import find_spec
from typing import Any

from flask import Blueprint, Response, make_response, render_template, request, url_for

import atlas
from adjudicator import game_file, games
from adjudicator.engine import Refusal, View
from correspondence.archive.files import (
    KEPT,
    MAX_FILE_BYTES,
    NOTED_EVERY,
    READER,
    ask_pdf,
    contents_of,
    export_game,
    is_generating_file,
    pdf_file,
    pdf_key,
    renew_request,
    story_text,
    zip_chunks,
)
from correspondence.archive.records import Sight, round_log, sight_of, view_of_round, visible_rounds
from correspondence.archive.statistics import page_after
from correspondence.feeds import use_cases
from correspondence.imports import ImportLine, ask_import, find_import, imports_of
from correspondence.input_validation import Denied, NotFound, UserError
from correspondence.models import PdfFile
from correspondence.overview.game_page import LATER, touched
from correspondence.overview.game_pages import turn_page
from narration.narrators import narrator_of
from narration.words import N_, translator
from web import rate_limits
from web.app_context import app_context
from web.errors import form_reasons, show_errors
from web.form_values import query_number, redirect_to, text_posted
from web.game_pages import PAGES
from web.layout import voice
from web.rate_limits import PDF_FILES
from web.request_context import (
    commit,
    fetch,
    for_reader,
    now,
    read,
    reader,
    say,
    signed_in,
    unseen,
    wake_worker,
    words,
    write,
)
from web.security import takes
from web.views.games import games_pages
from web.views.pictures import png_response, requested_map, svg_response, with_fonts

exports_pages = Blueprint("exports", __name__, url_prefix="/games/<game_id>")


@games_pages.get("/<game_id>/game.json", endpoint="export")
@exports_pages.get("/export.json")
def json(game_id: str) -> Response:
    """Return the game as a file: everything once it is over, else what one may know."""
    document = game_file.encode(for_reader(export_game, game_id))
    return to_keep(Response(document, mimetype="application/json"), f"game-{game_id}.json")


@exports_pages.get("/export.txt")
def text(game_id: str) -> Response:
    """The story of the whole game, sent a round at a time."""
    contents = contents_of(app_context().store, game_id, reader(), now(), words())
    parts = (part.encode() for part in story_text(contents) if part)
    return to_keep(Response(parts, mimetype="text/plain"), f"game-{game_id}.txt")


@exports_pages.get("/export.zip")
def zip_(game_id: str) -> Response:
    """Everything together, made while it is sent file by file."""
    contents = contents_of(app_context().store, game_id, reader(), now(), words())
    return to_keep(Response(zip_chunks(contents, _draw_map), mimetype="application/zip"), f"game-{game_id}.zip")


@exports_pages.get("/export.svg")
def svg(game_id: str) -> Response:
    """The map of a `round` (or now) as a drawing to keep; `arrows=1` for what moved."""
    return to_keep(svg_response(*requested_map(game_id)), _map_name(game_id, "svg"))


@exports_pages.get("/export.png")
def png(game_id: str) -> Response:
    """The map of a `round` (or now) as a picture to keep; `arrows=1` for what moved."""
    return to_keep(png_response(*requested_map(game_id)), _map_name(game_id, "png"))


def to_keep(response: Response, name: str) -> Response:
    """Turn a response into a download with a file name, and return it."""
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers.setdefault("Cache-Control", "private, no-cache")
    response.vary.update(("Cookie", "Accept-Language"))
    return response


def _draw_map(view: View, moved: tuple[atlas.Arrow, ...], language: str) -> str:
    return with_fonts(atlas.drawer_of(view).draw(view, atlas.Look(language=language, arrows=moved)))


def _map_name(game_id: str, kind: str) -> str:
    number = request.args.get("round", "")
    return f"game-{game_id}{f'-round-{number}' if number else ''}.{kind}"


imports_pages = Blueprint("imports", __name__)


@imports_pages.get("/import")
def form(error: UserError | None = None) -> str:
    """The form that takes a game file, and what became of those before."""
    return render_template(
        "import.html",
        title=text_posted("title"),
        reasons=form_reasons(error),
        most=MAX_FILE_BYTES // 1024**2,
        lines=read(imports_of, now()),
    )


@imports_pages.post("/import")
@takes(MAX_FILE_BYTES + 64 * 1024)
@show_errors(form)
def take() -> Response:
    """Take a game file in, to be checked; or say why not."""
    signed_in()
    upload = request.files.get("file")
    data = upload.stream.read(MAX_FILE_BYTES + 1) if upload else b""
    import_id = write(ask_import, data, text_posted("title"), now()).public_id
    return redirect_to("imports.progress", "", "imports", import_id=import_id)


@imports_pages.get("/import/<import_id>")
def progress(import_id: str) -> str:
    """Show a game file's import: waiting, being replayed, refused, or a game."""
    line = read(find_import, import_id, now())
    return render_template("import_progress.html", line=line, reasons=refusal_reasons(line))


def refusal_reasons(line: ImportLine) -> list[Refusal]:
    """Why a file was refused, in the reader's language where it has it."""
    return [
        Refusal(item.code, item.words if item.values is None else say(item.words, **item.values), item.where)
        for item in line.reasons
    ]


feeds_pages = Blueprint("feeds", __name__, url_prefix="/feeds/<token>")


@feeds_pages.get("/calendar.ics")
def calendar(token: str) -> Response:
    """The deadlines of the open turns of one's games, as iCalendar."""
    # Three megabytes, for sites whose players have calendars.
    from correspondence.mail.calendar import calendar_text

    deadlines = fetch(use_cases.deadlines_of, fetch(use_cases.reader_of, token))
    return _feed_response(calendar_text(deadlines, app_context().settings.site_name), "text/calendar")


@feeds_pages.get("/news.atom")
def news(token: str) -> Response:
    """Return one's games' news as Atom (RFC 4287): results, new turns, messages."""
    owner = fetch(use_cases.reader_of, token)
    news_items = fetch(use_cases.news_of, owner, now())
    feed = render_template(
        "news.xml",
        news=news_items,
        words=translator(owner.language),
        # Whatever address it has now, the feed stays the same.
        name=owner.public_id,
        at=news_items[0].at if news_items else owner.created_at,
    )
    return _feed_response(feed, "application/atom+xml")


def _feed_response(text: str, mimetype: str) -> Response:
    """Return a feed as a response with an ETag, hidden from search engines."""
    response = Response(text, mimetype=mimetype)
    response.set_etag(hashlib.sha256(text.encode()).hexdigest()[:32])
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["X-Robots-Tag"] = "noindex"
    response.make_conditional(request)
    return response


# How often a page that waits looks again, and after how long without anybody at work it says so.
LOOK_SECONDS, NOBODY_AFTER = 3, timedelta(seconds=30)
BUSY_SECONDS = 60
# What WeasyPrint cannot be without, as Linux and macOS call it.
_PANGO = ("libpango-1.0.so.0", "libpango-1.0.dylib")


@cache
def pdf_possible() -> bool:
    """Whether an installation like this one can make PDF files; a worker makes them."""
    return find_spec("weasyprint") is not None and any(map(_loads, _PANGO))


def _loads(library: str) -> bool:
    try:
        CDLL(library)
    except OSError:
        return False
    return True


def pdf_answer(page: Callable[[], str], game_id: str, name: str, back: str, **about: Any) -> Response:
    """Return a page as the PDF `name`, a waiting page (202), or an error page (503).

    `page` draws it for the worker; `back` is where to print it without a PDF; `about` are values of the address. The
    caller has checked that the reader may see the page.
    """
    if READER in request.environ:
        return Response(page(), mimetype="text/html")
    path = url_for(str(request.endpoint), **(request.view_args or {}), **about)
    language = words().language
    key = pdf_key(path, reader(), language, fetch(touched, [f"{game_id}{LATER}"]))
    stored_pdf = fetch(pdf_file, key, now())
    if stored_pdf is not None and stored_pdf.document and "wait" not in request.args:
        return to_keep(Response(stored_pdf.document, mimetype="application/pdf"), name)
    state = "ready" if stored_pdf is not None and stored_pdf.document else _pdf_state(stored_pdf, key, path)
    again = f"{path}{'&' if '?' in path else '?'}wait=yes"
    shown = render_template("pdf.html", state=state, name=name, back=back, path=path, again=again)
    answer = make_response(shown, {"ready": 200, "failed": 503, "busy": 503}.get(state, 202))
    if state != "ready":
        wait = {"failed": int(KEPT.total_seconds()), "busy": BUSY_SECONDS}.get(state, LOOK_SECONDS)
        answer.headers["Retry-After"] = str(wait)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _pdf_state(stored_pdf: PdfFile | None, key: str, path: str) -> str:
    """Request a PDF, or note that somebody still waits; return the state for its page.
    `waiting`, `making`, `nobody` (no worker has begun for a while), `failed` or `busy`."""
    if stored_pdf is None:
        if unseen():
            return "waiting"
        rate_limits.through(PDF_FILES, reader())
        try:
            commit(ask_pdf, key, path, reader(), words().language, now())
        except Denied:
            return "busy"
        wake_worker("pdf")
        return "waiting"
    if stored_pdf.failed:
        return "failed"
    if now() - stored_pdf.wanted_at > NOTED_EVERY and not unseen():
        commit(renew_request, key, now())
    if stored_pdf.claimed_until is not None and stored_pdf.claimed_until > now():
        return "making"
    if now() - stored_pdf.asked_at < NOBODY_AFTER:
        return "waiting"
    return "waiting" if fetch(is_generating_file, now()) else "nobody"


printing_pages = Blueprint("printing", __name__)
# Each round of a PDF takes the site a second or two: a book comes in parts of so many.
ROUNDS_IN_PART = 4


@printing_pages.get("/games/<game_id>/book")
def book(game_id: str, part: int = 0) -> str:
    """Show all rounds of a game the reader may know, for paper; a part or a `round`."""
    sight = for_reader(sight_of, game_id)
    rounds, numbers = _rounds(sight, part)
    logs = [for_reader(round_log, game_id, number) for number in numbers]
    chapters = [
        _chapter(number, log, fetch(view_of_round, sight, number)) for number, log in zip(numbers, logs, strict=True)
    ]
    log = logs[-1]
    # WeasyPrint draws the outlines of emails over them: it gets pictures.
    drawn = "pictures.picture" if part else "pictures.drawing"
    return render_template(
        "book.html",
        log=log,
        chapters=chapters,
        v=voice(log.edition, log.seat),
        map_page=drawn,
        parts_of_pdf=_parts(rounds),
        one=request.args.get("round", ""),
    )


@printing_pages.get("/games/<game_id>/book.pdf")
def book_pdf(game_id: str) -> Response:
    """Return a `part` of the book, or one `round`, as PDF. NotFound `no-pdf`.
    `no-pdf`: the host has not installed what makes it."""
    part, single_round = max(1, query_number("part") or 1), request.args.get("round", "")
    _rounds(for_reader(sight_of, game_id), part)
    needs_pdf()
    back = url_for(".book", game_id=game_id, round=single_round or None)
    name = f"game-{game_id}-{part}.pdf"
    return pdf_answer(lambda: book(game_id, part), game_id, name, back, part=part, round=single_round or None)


@printing_pages.get("/turns/<turn_id>/pencil")
def pencil(turn_id: str) -> str:
    """A sheet with blank lines, for what the turn asks of the reader's house."""
    page = read(turn_page, turn_id, now())
    v = voice(page.edition, page.house)
    narrator = narrator_of(v.edition)
    return render_template(
        "pencil.html",
        page=page,
        v=v,
        pdf=pdf_possible(),
        back=url_for("sheets.turn", turn_id=turn_id),
        questions=[narrator.question(question, page.view.board, v) for question in page.questions],
        blanks=PAGES.of_edition(page.edition).pencil(page.view, page.house, v),
        outline=narrator.outline(page.window, page.asked, page.view.board, page.house, page.pace, v),
    )


@printing_pages.get("/turns/<turn_id>/pencil.pdf")
def pencil_pdf(turn_id: str) -> Response:
    """Return the printable sheet with blank lines as PDF, once it is made.
    Raises NotFound `no-pdf` if the service makes no PDF files."""
    game_id = read(turn_page, turn_id, now()).game_id
    needs_pdf()
    back = url_for(".pencil", turn_id=turn_id)
    return pdf_answer(lambda: pencil(turn_id), game_id, f"sheet-{turn_id}.pdf", back)


def needs_pdf() -> None:
    """Refuse what asks for a PDF file where none can be made: NotFound `no-pdf`."""
    if not pdf_possible():
        raise NotFound("no-pdf", N_("This service creates no PDF files; print the page with your browser."))


def _rounds(sight: Sight, part: int) -> tuple[list[int], list[int]]:
    """Return the known rounds (or `round`), and those of a part. NotFound if none."""
    single_round = request.args.get("round", "")
    rounds = [n for n in fetch(visible_rounds, sight) if not single_round or str(n) == single_round]
    numbers = rounds[(part - 1) * ROUNDS_IN_PART : part * ROUNDS_IN_PART] if part else rounds
    if not numbers:
        raise NotFound("no-such-round", N_("There is no such round in this game."))
    return rounds, numbers


def _parts(rounds: Sequence[int]) -> list[tuple[int, int, int]]:
    """Return a book's PDF parts (number, first and last round); empty without PDF."""
    if not pdf_possible():
        return []
    starts = range(0, len(rounds), ROUNDS_IN_PART)
    return [(n, rounds[at], rounds[min(at + ROUNDS_IN_PART, len(rounds)) - 1]) for n, at in enumerate(starts, start=1)]


def _chapter(number: int, log: Any, view: View) -> dict[str, Any]:
    """Return a round of a book: story, final board tables, figures, whether more."""
    v, shown = voice(log.edition, log.seat), page_after(log.records, 0)
    standings, narrator = games.of(view.board).standings(view.board, v.edition), narrator_of(v.edition)
    return {
        "number": number,
        "headline": narrator.headline(log.records, v),
        "story": narrator.tell(shown.records, v.edition, v.words, log.seat),
        "view": view,
        "tables": PAGES.of_edition(log.edition).board_tables(view, (), standings, v),
        "figures": narrator.figures(view.board, standings, v),
        "more": bool(shown.next),
    }
