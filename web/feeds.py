"""Somebody's feeds at their secret address: deadlines for calendars, news for feed readers."""

from __future__ import annotations

import hashlib

from flask import Blueprint, Response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from correspondence.feeds import use_cases
from narration.words import translator
from web import request_context
from web.app_context import desk

pages = Blueprint("feeds", __name__, url_prefix="/feeds/<token>")


@pages.get("/calendar.ics")
def calendar(token: str) -> BaseResponse:
    """The deadlines of the open calls of one's games, as iCalendar."""
    # Three megabytes, for sites whose players have calendars.
    from correspondence.letters.calendar import calendar_feed

    with request_context.reading() as session:
        reader = use_cases.reader_of(session, token)
        found = use_cases.deadlines_of(session, reader)
    return _fed(calendar_feed(found, desk().settings.site_name), "text/calendar")


@pages.get("/news.atom")
def news(token: str) -> BaseResponse:
    """What happened in one's games, as Atom (RFC 4287): results, calls that opened, that letters came."""
    with request_context.reading() as session:
        reader = use_cases.reader_of(session, token)
        found = use_cases.news_of(session, reader, request_context.now())
        words = translator(reader.language)
        # Whatever address it has now, the feed stays the same.
        name, since = reader.public_id, reader.created_at
    made = render_template("news.xml", news=found, words=words, name=name, at=found[0].at if found else since)
    return _fed(made, "application/atom+xml")


def _fed(text: str, mimetype: str) -> BaseResponse:
    response = Response(text, mimetype=mimetype)
    response.set_etag(hashlib.sha256(text.encode()).hexdigest()[:32])
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["X-Robots-Tag"] = "noindex"
    return response.make_conditional(request)
