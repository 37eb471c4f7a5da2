"""Answers packed with gzip, where packing tells nobody anything.

The length of a packed page tells whether a guess that somebody else put into it stands there a second time (BREACH). So
what is shown to who is signed in, what answers a token, what bears a mark for forms or gives a cookie leaves as it is:
such pages hold secrets beside words of others. What is the same for every stranger has none.
"""

from __future__ import annotations

import gzip

from flask import Flask, Response, g, request

from web import request_context

SHORTEST, LEVEL = 500, 5
TYPES = frozenset(
    (
        "text/html",
        "text/css",
        "text/plain",
        "text/javascript",
        "application/javascript",
        "application/json",
        "application/schema+json",
        "image/svg+xml",
    )
)
# These hold nothing of anybody, whoever asks.
ALIKE = frozenset(("assets.asset", "static", "home.opening", "health.live", "health.ready"))
# In an address these open something, and a page repeats them.
OPENERS = frozenset(("invitation", "code", "next"))
# What Flask-WTF keeps for a request whose page has a form.
MARK = "csrf_token"


def register(app: Flask) -> None:
    """Pack what may be; to be registered before whatever else changes answers, for it comes last."""
    app.after_request(_pack)


def tells_nothing(response: Response) -> bool:
    """Whether the length of this answer, packed, is nobody's secret."""
    if request.endpoint in ALIKE:
        return True
    somebody = bool(request_context.session_token()) or "Authorization" in request.headers
    opens = not OPENERS.isdisjoint(request.args)
    return not somebody and not opens and MARK not in g and "Set-Cookie" not in response.headers


def _pack(response: Response) -> Response:
    if response.mimetype not in TYPES:
        return response
    response.vary.add("Accept-Encoding")
    plain = response.status_code == 200 and "Content-Encoding" not in response.headers
    if not plain or request.method not in ("GET", "HEAD") or not _wanted() or not tells_nothing(response):
        return response
    response.direct_passthrough = False
    body = response.get_data()
    if len(body) < SHORTEST:
        return response
    etag, weak = response.get_etag()
    # The same bytes each time: no time in the head.
    response.set_data(gzip.compress(body, LEVEL, mtime=0))
    response.content_encoding = "gzip"
    response.headers.pop("Accept-Ranges", None)
    if etag:
        response.set_etag(f"{etag}-gzip", weak=bool(weak))
        response.make_conditional(request)
    return response


def _wanted() -> bool:
    """Whether the reader takes gzip, and not rather what is not packed."""
    return request.accept_encodings.best_match(("gzip", "identity"), "identity") == "gzip"
