"""What a page plays of the past, and events as a stream while a page lies open.

The stream says that something happened, never what: pages ask for what they show. A server that holds streams open
(`worker.edge`) asks this page again when something may have happened, and once in a while, so that whoever may not look
any more hears no more; for any other the answer ends at once, and the browser comes back after a while.
"""

from __future__ import annotations

import gzip
import hashlib
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any

import msgspec
from flask import Blueprint, Response, make_response, render_template, request
from werkzeug.exceptions import BadRequest, NotFound
from werkzeug.wrappers import Response as BaseResponse

import atlas
from adjudicator.engine.journal import Decided, Record
from adjudicator.engine.values import View
from atlas.drawer import Reeling
from atlas.drawers import arms
from atlas.theme import THEMES
from correspondence.archive.moments import Told
from correspondence.overview.game_page import LATER, Signs, game_page, signs_for, signs_in
from narration.narrators import narrator_of
from narration.voice import Voice
from web import request_context
from web.assets import version_now
from web.game_pages import PAGES
from web.games import state_of
from web.layout import voice
from web.pictures import KEPT, STYLE

# The last answers, packed; some 40 KB each.
MOST_REMEMBERED = 32
_lately: OrderedDict[str, bytes] = OrderedDict()
_gate = Lock()


@dataclass(frozen=True)
class Line:
    """One moment: the number of its event (0: before the first), its words."""

    at: int
    text: str


def lines_of(records: Iterable[Record], v: Voice) -> list[Line]:
    """What can be played of some records, after the moment before them all: events that have words, no choices."""
    told = ((record.number, record.event) for record in records if not isinstance(record.event, Decided))
    spoken = ((number, narrator_of(v.edition).sentence(event, v)) for number, event in told)
    return [Line(0, v.say("Before the first event")), *(Line(number, words) for number, words in spoken if words)]


def place_of(lines: Sequence[Line], at: int | None, place: int | None) -> int | None:
    """Which line is asked for: by the number of an event (the last not after it), or by its place; None for none."""
    if place is not None:
        return min(place, len(lines) - 1)
    if at is None:
        return None
    return max((n for n, line in enumerate(lines) if line.at <= at), default=0)


def moments_response(told: Told, v: Voice) -> Response:
    """The moments as JSON, for the theme that is asked for: `moments` (`at`, `text`, `cards`, `areas`) and `reel`, as
    `atlas.drawer.Reel` says. BadRequest for a theme that there is not.
    """
    theme = request.args.get("theme", "parchment")
    if theme not in THEMES:
        raise BadRequest
    about = [STYLE, told.digest, told.seat, told.over, v.words.language, theme]
    key = hashlib.sha256(msgspec.json.encode(about)).hexdigest()[:32]
    response = make_response("")
    response.set_etag(key)
    # A page of ours names the state it means.
    response.headers["Cache-Control"] = KEPT if request.args.get("v") == version_of(told) else "private, no-cache"
    response.vary.update(("Cookie", "Accept-Encoding", "Accept-Language"))
    response.mimetype = "application/json"
    if request.if_none_match.contains_weak(key):
        response.make_conditional(request)
        return response
    packed = _remembered(key, told, v, theme)
    if request.accept_encodings["gzip"] > 0:
        response.content_encoding = "gzip"
        response.set_data(packed)
    else:
        response.set_data(gzip.decompress(packed))
    return response


def version_of(told: Told) -> str:
    """What a page puts into the address of the moments, so that a browser keeps them."""
    return told.digest[:16]


def _remembered(key: str, told: Told, v: Voice, theme: str) -> bytes:
    with _gate:
        found = _lately.get(key)
    if found is None:
        # Nothing that somebody else wrote stands beside a secret here, so it may be packed.
        found = gzip.compress(msgspec.json.encode(_played(told, v, theme)), 6, mtime=0)
        with _gate:
            _lately[key] = found
            if len(_lately) > MOST_REMEMBERED:
                _lately.popitem(last=False)
    return found


def _played(told: Told, v: Voice, theme: str) -> dict[str, Any]:
    """All moments and the reel of their maps."""
    reeling, shown = Reeling(), list[dict[str, Any]]()
    drawn = b""
    for moment in told.moments():
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
    return {"moments": shown, "reel": reeling.reel}


def _cards(view: View, v: Voice) -> list[dict[str, str]]:
    """The cards that lie open in what is fought, with the arms of whose they are."""
    return [
        {
            "house": v.house(card.house),
            "colour": arms(card.house).colour,
            "name": card.name,
            "figures": card.figures,
            "text": card.text,
        }
        for card in PAGES.of_edition(view.edition).cards_shown(view, v)
    ]


pages = Blueprint("events", __name__, url_prefix="/games")
# For whom a server may hold the answer open: the game, and who listens.
HELD = "Rookery-Held"
RETRY_MILLISECONDS = 15_000


@pages.get("/<game_id>/events")
def stream(game_id: str) -> Response:
    """The kinds of what happened since the event that `Last-Event-ID` names; the stream's beginning without one."""
    reader = request_context.reader()
    with request_context.reading() as session:
        signs = signs_for(session, game_id, reader, request_context.now())
    response = Response(_told(signs, signs_in(request.headers.get("Last-Event-ID", ""))), mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    # nginx would keep events back until there are enough of them.
    response.headers["X-Accel-Buffering"] = "no"
    name = f"{game_id}{LATER}" if signs.later else game_id
    response.headers[HELD] = f"{name} {reader.public_id if reader else ''}"
    return response


def _told(signs: Signs, before: Signs | None) -> str:
    """The events as text; nothing at all where nothing happened that concerns the reader."""
    head = f"retry: {RETRY_MILLISECONDS}\n"
    if before is None:
        return f"{head}event: begin\nid: {signs.told()}\ndata: {{}}\n\n"
    events = [f"event: {kind}\nid: {signs.told()}\ndata: {{}}\n\n" for kind in signs.changed(before)]
    return f"{head}\n{''.join(events)}" if events else ""


@pages.get("/<game_id>/state")
def state(game_id: str) -> BaseResponse:
    """The menu and the open call of a game's page, as they are now; `since` is the last call whose results the page
    knows."""
    with request_context.reading() as session:
        signs = signs_for(session, game_id, request_context.reader(), request_context.now())
        response = Response(mimetype="text/html")
        tag = f"{signs.told()}.{version_now()}.{request_context.words().language}"
        response.set_etag(tag)
        if request.if_none_match.contains(tag):
            return response.make_conditional(request)
        page = game_page(session, game_id, request_context.reader(), request_context.now())
    if page.view is None:
        raise NotFound
    since = request.args.get("since", "")
    told = {"since": int(since)} if since.isdecimal() and len(since) < 9 else {}
    response.set_data(render_template("board_news.html", **state_of(page, voice(page.edition, page.you)), **told))
    return response
