"""A game's history: rounds, turns, story, figures, log, its end; and its replay.

Chart lines differ by colour, dashes and end letter; overlapping lines lie side by side. The stream says that something
happened, never what: pages ask for what they show. A server that holds streams open (`worker.edge`) asks again when
something may have happened, and at intervals, so that lost rights end the stream; on other servers the answer ends at
once, and the browser comes back later.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from flask import Blueprint, Response, abort, flash, render_template, request, url_for

import atlas
from adjudicator.engine import Decided, Record, View
from atlas.drawer import Reeling
from atlas.drawers import arms
from atlas.theme import THEMES
from correspondence.archive.records import (
    round_log,
    sight_of,
    turn_change,
    turn_results,
    view_of_round,
    visible_rounds,
)
from correspondence.archive.statistics import (
    Course,
    GameReplay,
    compare_rounds,
    course_of,
    page_after,
    round_replay,
    turn_replay,
)
from correspondence.input_validation import NotFound
from correspondence.mail.pictures import arrows_of
from correspondence.overview.game_page import LATER, Signs, game_page, parse_signs, signs_for
from correspondence.overview.game_pages import end_page, request_check
from correspondence.review.audit import AuditLine, audit, entry_phrase
from narration.narrator import Voice
from narration.narrators import narrator_of
from narration.paragraph import Paragraph, separate_choices
from narration.words import N_
from web.assets import asset_url, version_now
from web.form_values import digits, query_number, query_word, redirect_to, see_other
from web.game_pages import PAGES
from web.layout import house_changes, voice
from web.request_context import fetch, for_reader, now, read, reader, say, signed_in, words, write
from web.views.games import state_of
from web.views.pictures import STYLE, cached_response

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 240, 30, 46, 14, 26
# How far letters at the ends of lines lie apart at least.
LETTER = 18
DASHES = ("", "8 4", "3 4", "12 4 3 4", "1 5", "6 2 1 2", "14 6", "2 2 8 2")
# So many lines of a grid at most.
GRID = 8


@dataclass(frozen=True)
class ChartLine:
    """A house's figure by round, as points; `end` is the position of its letter."""

    house: str
    values: tuple[int, ...]
    points: str
    colour: str
    dashes: str
    end: tuple[float, float]
    letter: str


@dataclass(frozen=True)
class Chart:
    """A chart of one figure of all houses; `across` and `up`: labels with places."""

    title: str
    rounds: tuple[int, ...]
    lines: tuple[ChartLine, ...]
    across: tuple[tuple[float, int], ...]
    up: tuple[tuple[float, int], ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    bottom: int = HEIGHT - 6


def charts_of(course: Course, v: Voice) -> list[Chart]:
    """Return a chart for each number that the game family tells about rounds.
    Returns none if fewer than two rounds were played."""
    if len(course.rounds) < 2:
        return []
    tables = [narrator_of(v.edition).round_figures(entry.board, entry.standings, v) for entry in course.rounds]
    by_round = [dict(figures.lines) for figures in tables]
    # One order for all drawings; whoever has figures in some rounds only has no line.
    order = [house for house in v.edition.houses if all(house in figures for figures in by_round)]
    numbers = tuple(entry.round for entry in course.rounds)
    return [
        chart(title, numbers, {house: [int(figures[house][place]) for figures in by_round] for house in order})
        for place, title in enumerate(tables[0].head)
        if all(figures[house][place].lstrip("-").isdigit() for figures in by_round for house in order)
    ]


def chart(title: str, rounds: tuple[int, ...], values: Mapping[str, Sequence[int]]) -> Chart:
    """Return a chart of each house's values at the end of at least two rounds."""
    most = max((max(row) for row in values.values()), default=1) or 1
    wide, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def x(place: int) -> float:
        return round(LEFT + wide * place / (len(rounds) - 1), 1)

    def y(value: float) -> float:
        return round(TOP + high * (1 - value / most), 1)

    lines, taken = [], set[float]()
    for number, (house, row) in enumerate(values.items()):
        aside = (number - (len(values) - 1) / 2) * 1.6
        points = " ".join(f"{x(place)},{y(value) + aside:.1f}" for place, value in enumerate(row))
        end = _free(y(row[-1]) + 5, taken)
        taken.add(end)
        sign, dashes = arms(house), DASHES[number % len(DASHES)]
        lines.append(ChartLine(house, tuple(row), points, sign.tint, dashes, (WIDTH - RIGHT + 10, end), sign.letter))
    step = -(-most // GRID)
    return Chart(
        title=title,
        rounds=rounds,
        lines=tuple(lines),
        across=tuple((x(place), number) for place, number in enumerate(rounds)),
        up=tuple((y(value), value) for value in range(0, most + 1, step)),
    )


def _free(target: float, others: Collection[float]) -> float:
    """Return the height nearest to `target` in the chart that overlaps no letter."""
    heights = sorted(range(TOP, HEIGHT, 2), key=lambda height: abs(height - target))
    free = (height for height in (target, *heights) if all(abs(height - other) >= LETTER for other in others))
    return next(free, target)


HEADINGS = ("round", "phase")


@dataclass(frozen=True)
class StoryParts:
    """Paragraphs about the reader, and the others, each under its headings."""

    mine: tuple[Paragraph, ...]
    others: tuple[Paragraph, ...]


@dataclass(frozen=True)
class DecidedLine:
    """A choice in words, who or which line made it, and the lines skipped before."""

    text: str
    passed: tuple[str, ...]


@dataclass(frozen=True)
class SheetDecisions:
    """What decided the choices of a house."""

    house: str
    lines: tuple[DecidedLine, ...]


def split_by_seat(paragraphs: Sequence[Paragraph], seat: str | None) -> StoryParts:
    """The story with the part of a seat apart; without a seat all of it is others'."""
    if seat is None:
        return StoryParts((), tuple(paragraphs))
    mine = {number for number, paragraph in enumerate(paragraphs) if seat in paragraph.houses or paragraph.asides}
    return StoryParts(
        _under_headings(paragraphs, mine), _under_headings(paragraphs, set(range(len(paragraphs))).difference(mine))
    )


def _under_headings(paragraphs: Sequence[Paragraph], numbers: set[int]) -> tuple[Paragraph, ...]:
    """Return the numbered paragraphs, each below its round and phase headings."""
    excerpt: list[Paragraph] = []
    heads: dict[str, Paragraph] = {}
    for number, paragraph in enumerate(paragraphs):
        if paragraph.kind == "round":
            heads.clear()
        if paragraph.kind in HEADINGS:
            heads[paragraph.kind] = paragraph
        elif number in numbers:
            excerpt += heads.values()
            heads.clear()
            excerpt.append(paragraph)
    return tuple(excerpt)


def sheet_decisions(records: Iterable[Record], v: Voice) -> tuple[SheetDecisions, ...]:
    """Return what decided each house's choices in the records; the reader's first.
    While a game runs, readers see only their own; afterwards everybody's. Forced choices are left out."""
    narrator, lines_by_house = narrator_of(v.edition), dict[str, list[DecidedLine]]()
    for _, choice in separate_choices(records).choices:
        passed = tuple(f"{line}." for line in narrator.passed_over(choice, v))
        if choice.source["by"] != "forced" or passed:
            lines = (narrator.choice(choice, v), narrator.filled_in(choice, v), narrator.bot_filled(choice, v))
            text = " ".join(f"{line}." for line in lines if line)
            lines_by_house.setdefault(choice.seat, []).append(DecidedLine(text, passed))
    houses = sorted(lines_by_house, key=lambda house: house != v.seat)
    return tuple(SheetDecisions(house, tuple(lines_by_house[house])) for house in houses)


@dataclass(frozen=True)
class Line:
    """One moment: the number of its event (0: before the first), its words."""

    at: int
    text: str


def lines_of(records: Iterable[Record], v: Voice) -> list[Line]:
    """Return the moments of a replay as lines: the start, then events with words."""
    events = ((record.number, record.event) for record in records if not isinstance(record.event, Decided))
    sentences = ((number, narrator_of(v.edition).sentence(event, v)) for number, event in events)
    return [Line(0, v.say("Before the first event")), *(Line(number, words) for number, words in sentences if words)]


def place_of(lines: Sequence[Line], at: int | None, place: int | None) -> int | None:
    """Return the index of a line: `place`, or the last line up to event `at`.
    Returns None if neither is given; a `place` after the end means the last line."""
    if place is not None:
        return min(place, len(lines) - 1)
    if at is None:
        return None
    return max((n for n, line in enumerate(lines) if line.at <= at), default=0)


def moments_response(replay: GameReplay, v: Voice) -> Response:
    """Return moments as JSON: `moments` (`at`, `text`, `cards`, `areas`) and `reel`.
    `reel` is as `atlas.drawer.Reel` says. BadRequest for an unknown theme."""
    theme = query_word("theme", THEMES, "parchment")
    about = [STYLE, asset_url("icons.svg"), replay.digest, replay.seat, replay.over, v.words.language, theme]
    key = hashlib.sha256(msgspec.json.encode(about)).hexdigest()[:32]
    # Nothing that somebody else wrote stands beside a secret here, so it may be packed.
    return cached_response(
        key, version_of(replay), "application/json", lambda: msgspec.json.encode(_moments_data(replay, v, theme))
    )


def version_of(replay: GameReplay) -> str:
    """Return the version that an address of moments carries for browser caches."""
    return replay.digest[:16]


def _moments_data(replay: GameReplay, v: Voice, theme: str) -> dict[str, Any]:
    """All moments and the reel of their maps."""
    reeling, shown = Reeling(), list[dict[str, Any]]()
    drawn = b""
    for moment in replay.moments():
        event = moment.record and moment.record.event
        words = narrator_of(v.edition).sentence(event, v) if event else v.say("Before the first event")
        if not words:
            continue
        now = msgspec.json.encode([moment.view.board, moment.arrows])
        if now == drawn:
            reeling.stay()
        else:
            reeling.add(
                atlas.drawer_of(moment.view).layers(
                    moment.view, atlas.Look(theme=theme, language=v.words.language, arrows=moment.arrows)
                )
            )
            drawn = now
        at = moment.record.number if moment.record else 0
        shown.append({"at": at, "text": words, "cards": _cards(moment.view, v)})
    return {"moments": shown, "reel": reeling.reel()}


def _cards(view: View, v: Voice) -> list[str]:
    """The cards that lie open in what is fought, drawn as HTML."""
    cards = PAGES.of_edition(view.edition).cards_shown(view, v)
    return [render_template("open_card.html", one=card) for card in cards]


events_pages = Blueprint("events", __name__, url_prefix="/games")
# For whom a server may hold the answer open: the game, and who listens.
HELD = "Rookery-Held"
RETRY_MILLISECONDS = 15_000


@events_pages.get("/<game_id>/events")
def stream(game_id: str) -> Response:
    """Stream the kinds of events since `Last-Event-ID`, or since a page (`after`).
    Without either, start a stream."""
    signs = for_reader(signs_for, game_id)
    response = Response(
        _events_in_words(signs, parse_signs(request.headers.get("Last-Event-ID") or request.args.get("after", ""))),
        mimetype="text/event-stream",
    )
    response.headers["Cache-Control"] = "no-store"
    # nginx would keep events back until there are enough of them.
    response.headers["X-Accel-Buffering"] = "no"
    name = f"{game_id}{LATER}" if signs.later else game_id
    me = reader()
    response.headers[HELD] = f"{name} {me.public_id if me else ''}"
    return response


def _events_in_words(signs: Signs, before: Signs | None) -> str:
    """Return the events as text; empty if nothing concerns the reader."""
    head = f"retry: {RETRY_MILLISECONDS}\n"
    if before is None:
        return f"{head}event: begin\nid: {signs.serialize()}\ndata: {{}}\n\n"
    events = [f"event: {kind}\nid: {signs.serialize()}\ndata: {{}}\n\n" for kind in signs.changed(before)]
    return f"{head}\n{''.join(events)}" if events else ""


@events_pages.get("/<game_id>/state")
def state(game_id: str) -> Response:
    """Return the menu and the open turn; `since`: the last turn that the page shows.
    If a later turn is closed, what it brought comes to be played on the map."""
    response = Response(mimetype="text/html")
    tag = f"{for_reader(signs_for, game_id).serialize()}.{version_now()}.{words().language}"
    response.set_etag(tag)
    if request.if_none_match.contains(tag):
        response.make_conditional(request)
        return response
    page = for_reader(game_page, game_id)
    if page.view is None:
        abort(404)
    since, v, lines = digits(request.args.get("since", ""), 8), voice(page.edition, page.you), list[Line]()
    is_over = since is not None and since != page.last_turn
    if is_over and page.last_turn:
        lines = lines_of(for_reader(turn_change, game_id, page.last_turn).records, v)
    response.set_data(render_template("board_news.html", is_over=is_over, lines=lines, **state_of(page, v)))
    return response


history_pages = Blueprint("history", __name__, url_prefix="/games/<game_id>")


@history_pages.get("/rounds")
def rounds(game_id: str) -> Response:
    """The round asked for by `round` (a slider sends it), or the last one."""
    target_number = query_number("round")
    numbers = fetch(visible_rounds, for_reader(sight_of, game_id))
    if not numbers:
        raise NotFound("no-such-round", N_("There is no such round in this game."))
    number = numbers[-1] if target_number is None else min(max(target_number, numbers[0]), numbers[-1])
    return redirect_to("history.round_page", game_id=game_id, number=number)


@history_pages.get("/rounds/<int(max=100000):number>")
def round_page(game_id: str, number: int) -> str:
    """Show a round and its final board, or that after event `at` (or `moment`)."""
    log, replay = for_reader(round_log, game_id, number), for_reader(round_replay, game_id, number)
    view = fetch(view_of_round, for_reader(sight_of, game_id), number)
    v, shown = voice(log.edition, log.seat), page_after(log.records, query_number("after") or 0)
    lines, narrator = lines_of(log.records, v), narrator_of(v.edition)
    place = place_of(lines, query_number("at"), query_number("moment"))
    then = replay.at(lines[place].at) if place is not None else None
    return render_template(
        "round.html",
        log=log,
        shown=shown,
        v=v,
        headline=narrator.headline(log.records, v),
        story=narrator.tell(shown.records, v.edition, v.words, log.seat),
        t=PAGES.of_edition(log.edition).board_tables(view, (), (), v),
        cite=_cited(),
        view=then.view if then else view,
        moved=then.arrows if then else arrows_of(log.records, log.edition),
        lines=lines,
        place=place,
        open_cards=PAGES.of_edition(log.edition).cards_shown(then.view, v) if then else (),
        version=version_of(replay),
    )


@history_pages.get("/rounds/<int(max=100000):number>/moments.json")
def moments(game_id: str, number: int) -> Response:
    """What of a round a page can play: see `moments_response`; `theme`."""
    replay = for_reader(round_replay, game_id, number)
    return moments_response(replay, voice(replay.edition, replay.seat))


@history_pages.get("/turns/<int(max=100000):number>/moments.json")
def turn_moments(game_id: str, number: int) -> Response:
    """What of a turn a page can play: see `moments_response`; `theme`."""
    replay = for_reader(turn_replay, game_id, number)
    return moments_response(replay, voice(replay.edition, replay.seat))


@history_pages.get("/turns/<int(max=100000):number>")
def results(game_id: str, number: int) -> str:
    """What a turn brought: in brief, the story, the map before and after."""
    outcome = for_reader(turn_results, game_id, number)
    v, shown = voice(outcome.edition, outcome.seat), page_after(outcome.records, query_number("after") or 0)
    narrator = narrator_of(v.edition)
    return render_template(
        "results.html",
        results=outcome,
        shown=shown,
        moved=arrows_of(outcome.records, outcome.edition),
        v=v,
        headline=narrator.headline(outcome.records, v),
        brief=house_changes(outcome, v),
        told=split_by_seat(narrator.tell(shown.records, v.edition, v.words, outcome.seat), outcome.seat),
        sheets=sheet_decisions(shown.records, v),
        cite=_cited(),
    )


@history_pages.get("/compare")
def compare(game_id: str) -> str:
    """Compare rounds `from` and `to` (default: last two): maps, differences in words."""
    pair = for_reader(compare_rounds, game_id, query_number("from"), query_number("to"))
    v = voice(pair.edition, pair.seat)
    return render_template("compare.html", found=pair, v=v, t=PAGES.of_edition(pair.edition).compare_tables(pair, v))


@history_pages.get("/figures")
def figures(game_id: str) -> str:
    """What everybody had at the end of each round, as drawings and tables."""
    course = for_reader(course_of, game_id)
    v = voice(course.edition, course.seat)
    return render_template("course.html", course=course, v=v, drawn=charts_of(course, v))


def _cited() -> bool:
    """Return whether the query asks to cite rules beside every event."""
    return request.args.get("rules") == "1"


endings_pages = Blueprint("endings", __name__, url_prefix="/games/<game_id>/end")


@endings_pages.get("")
def end(game_id: str) -> str:
    """How the game ended."""
    page, course = for_reader(end_page, game_id), for_reader(course_of, game_id)
    v = voice(page.edition, page.seat)
    tables = PAGES.of_edition(page.edition).end_tables(page, v)
    return render_template("end.html", end=page, v=v, t=tables, drawn=charts_of(course, v))


@endings_pages.post("/check")
def check(game_id: str) -> Response:
    """Have the game played again from its journal."""
    write(request_check, game_id, now())
    flash(say("The game is being replayed. Reload the page in a minute."))
    return see_other(url_for("endings.end", game_id=game_id) + "#proof")


audit_log_pages = Blueprint("audit_log", __name__, url_prefix="/games/<game_id>")


@audit_log_pages.get("/log")
def audit_log(game_id: str) -> str:
    """The audit log, newest first, a page at a time, and whether its chain holds."""
    signed_in()
    page = read(audit, game_id, now(), query_number("before") or 0)
    v = voice(page.edition)
    return render_template("gm/audit_log.html", audit=page, v=v, told=lambda line: audit_line_text(line, v))


def audit_line_text(line: AuditLine, v: Voice) -> str:
    """An entry in words."""
    if line.sealed:
        return v.say("A decision about a turn under review; it is shown when the results are published.")
    return entry_phrase(line.kind, line.values, v)
