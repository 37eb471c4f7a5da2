"""Headers on every answer, and forms that only our own pages can send."""

from __future__ import annotations

from flask import Flask, Response, request
from flask_wtf.csrf import CSRFProtect  # type: ignore[import-untyped]
from werkzeug.exceptions import NotFound

from web.desk import desk

POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'none'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
# A drawing opened by itself: nothing but its own shapes.
DRAWING_POLICY = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; sandbox; frame-ancestors 'none'"
# A letter of the local mailbox, shown in a frame of our own page.
LETTER_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; "
    "sandbox allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'"
)

csrf = CSRFProtect()


def register(app: Flask) -> None:
    """Protect all forms, and put the headers on all answers."""
    app.before_request(_no_such_characters)
    csrf.init_app(app)
    app.after_request(_headers)


def _no_such_characters() -> None:
    """No address of ours has a null character, and databases take none."""
    if "\x00" in request.path or any("\x00" in value for value in request.args.values()):
        raise NotFound


def _headers(response: Response) -> Response:
    headers = response.headers
    headers.setdefault("Content-Security-Policy", POLICY)
    headers.setdefault("X-Content-Type-Options", "nosniff")
    headers.setdefault("X-Frame-Options", "DENY")
    headers.setdefault("Referrer-Policy", "same-origin")
    headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
    headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
    headers.setdefault("Permissions-Policy", "camera=(), geolocation=(), microphone=(), interest-cohort=()")
    if desk().settings.base_url.startswith("https://"):
        headers.setdefault("Strict-Transport-Security", "max-age=31536000")
    if response.mimetype in ("text/html", "application/json"):
        # What a page shows depends on who reads it.
        headers.setdefault("Cache-Control", "private, no-cache")
        response.vary.update(("Cookie", "Accept-Language"))
    return response
