"""What happens in a game while its page lies open: kinds of events as a stream, and the parts of the page drawn anew.

The stream says that something happened, never what: pages ask for what they show. A server that holds streams open
(`worker.edge`) asks this page again when something may have happened, and once in a while, so that whoever may not look
any more hears no more; for any other the answer ends at once, and the browser comes back after a while.
"""

from __future__ import annotations

from flask import Blueprint, Response, render_template, request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as BaseResponse

from correspondence.overview.game_page import game_page
from correspondence.overview.happening import LATER, Signs, signs_for, signs_in
from web import request_context
from web.assets import version_now
from web.games import state_of
from web.layout import voice

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
