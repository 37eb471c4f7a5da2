"""The past of a game: round by round, call by call, and any two rounds beside each other."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from correspondence.archive.records import call_results, round_log, rounds_seen, sight_of, view_in
from correspondence.archive.statistics import compare_rounds, course_of, page_after, told_in_round
from correspondence.input_validation import NotFound
from correspondence.letters.pictures import arrows_of
from narration.narrators import narrator_of
from narration.words import N_
from web import request_context
from web.asking import in_brief
from web.charts import charts_of
from web.game_pages import PAGES
from web.layout import voice
from web.queries import number_asked
from web.replays import lines_of, moments_response, place_of, version_of
from web.story import mine_first, sheets_told

pages = Blueprint("history", __name__, url_prefix="/games/<game_id>")


@pages.get("/rounds")
def rounds(game_id: str) -> BaseResponse:
    """The round asked for by `round` (a slider sends it), or the last one."""
    asked = number_asked("round")
    with request_context.reading() as session:
        known = rounds_seen(session, sight_of(session, game_id, request_context.reader(), request_context.now()))
    if not known:
        raise NotFound("no-such-round", N_("There is no such round in this game."))
    number = known[-1] if asked is None else min(max(asked, known[0]), known[-1])
    return redirect(url_for("history.round_page", game_id=game_id, number=number), 303)


@pages.get("/rounds/<int(max=100000):number>")
def round_page(game_id: str, number: int) -> str:
    """What happened in a round, and the board at its end, or after the event `at` (`moment`: the place of it)."""
    reader, now = request_context.reader(), request_context.now()
    with request_context.reading() as session:
        log = round_log(session, game_id, number, reader, now)
        view = view_in(session, sight_of(session, game_id, reader, now), number)
        told = told_in_round(session, game_id, number, reader, now)
    v, shown = voice(log.edition, log.seat), page_after(log.records, number_asked("after") or 0)
    lines = lines_of(log.records, v)
    place = place_of(lines, number_asked("at"), number_asked("moment"))
    then = told.at(lines[place].at) if place is not None else None
    return render_template(
        "round.html",
        log=log,
        shown=shown,
        v=v,
        headline=narrator_of(v.edition).headline(log.records, v),
        story=narrator_of(v.edition).tell(shown.records, v.edition, v.words, log.seat),
        t=PAGES.of_edition(log.edition).board_tables(view, (), (), v),
        cite=_cited(),
        view=then.view if then else view,
        moved=then.arrows if then else arrows_of(log.records, log.edition),
        lines=lines,
        place=place,
        open_cards=PAGES.of_edition(log.edition).cards_shown(then.view, v) if then else (),
        version=version_of(told),
    )


@pages.get("/rounds/<int(max=100000):number>/moments.json")
def moments(game_id: str, number: int) -> Response:
    """What of a round a page can play: see `web.replays`; `theme`."""
    with request_context.reading() as session:
        told = told_in_round(session, game_id, number, request_context.reader(), request_context.now())
    return moments_response(told, voice(told.edition, told.seat))


@pages.get("/calls/<int(max=100000):number>")
def results(game_id: str, number: int) -> str:
    """What a call brought: in brief, the story, the map before and after."""
    with request_context.reading() as session:
        found = call_results(session, game_id, number, request_context.reader(), request_context.now())
    v, shown = voice(found.edition, found.seat), page_after(found.records, number_asked("after") or 0)
    return render_template(
        "results.html",
        results=found,
        shown=shown,
        moved=arrows_of(found.records, found.edition),
        own=PAGES.of_edition(found.edition).own_places(found.after),
        v=v,
        headline=narrator_of(v.edition).headline(found.records, v),
        brief=in_brief(found, v),
        told=mine_first(narrator_of(v.edition).tell(shown.records, v.edition, v.words, found.seat), found.seat),
        sheets=sheets_told(shown.records, v),
        cite=_cited(),
    )


@pages.get("/compare")
def compare(game_id: str) -> str:
    """Two rounds beside each other, `from` and `to` (the last two if not said): maps, and in words what differs."""
    with request_context.reading() as session:
        found = compare_rounds(
            session, game_id, number_asked("from"), number_asked("to"), request_context.reader(), request_context.now()
        )
    v = voice(found.edition, found.seat)
    return render_template("compare.html", found=found, v=v, t=PAGES.of_edition(found.edition).compare_tables(found, v))


@pages.get("/figures")
def figures(game_id: str) -> str:
    """What everybody had at the end of each round, as drawings and tables."""
    with request_context.reading() as session:
        course = course_of(session, game_id, request_context.reader(), request_context.now())
    v = voice(course.edition, course.seat)
    return render_template("course.html", course=course, v=v, drawn=charts_of(course, v))


def _cited() -> bool:
    """Whether rules are cited beside every event."""
    return request.args.get("rules") == "1"
