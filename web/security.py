"""Headers on every answer, and forms that only our own pages can send."""

from __future__ import annotations

import base64
import hashlib
import re
import secrets
from urllib.parse import urlsplit

from flask import Flask, Response, g, request, session
from werkzeug.exceptions import BadRequest

from correspondence.settings import LOOPBACK
from web import sizes
from web.app_context import desk
from web.marks import Marks

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src {scripts}",
        "worker-src {workers}",
        "connect-src {connections}",
        "style-src 'self'",
        "font-src 'self'",
        "img-src 'self'",
        "manifest-src 'self'",
        "frame-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
# A drawing opened by itself: nothing but its own shapes; `{style}`: the hashes of the styles it may have.
DRAWING_POLICY = "default-src 'none'; style-src {style}; font-src data:; sandbox; frame-ancestors 'none'"
# A letter of the local mailbox, shown in a frame of our own page; `{styles}` are the hashes of its styles.
LETTER_POLICY = (
    "default-src 'none'; style-src 'unsafe-hashes' {styles}; img-src 'self' data:; base-uri 'none'; "
    "form-action 'none'; "
    "sandbox allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'"
)
PERMISSIONS = ", ".join(
    f"{name}=()"
    for name in (
        "accelerometer",
        "camera",
        "display-capture",
        "geolocation",
        "gyroscope",
        "microphone",
        "payment",
        "usb",
        "browsing-topics",
        "interest-cohort",
    )
)
# Alarms and balancers ask a process by its number.
FOR_MACHINES = frozenset({"health.health", "health.live", "health.ready", "metrics.metrics"})

_HOST = re.compile(r"(?:\[(?P<number>[0-9a-fA-F:.]+)\]|(?P<name>[A-Za-z0-9._-]+))(?::[0-9]{1,5})?")
csrf = Marks()


class WrongHost(BadRequest):
    """The site is asked by a name that is not its own."""


def register(app: Flask) -> None:
    """Protect all forms, and put the headers on all answers."""
    app.before_request(_known_host)
    app.before_request(_forms_in_bounds)
    csrf.init_app(app)
    app.after_request(_headers)
    app.context_processor(lambda: {"script_nonce": script_nonce, "worker_address": worker_address})


def script_nonce() -> str:
    """The word that lets this page run the scripts that say it; pages that do not ask for it run none."""
    if "script_nonce" not in g:
        g.script_nonce = secrets.token_urlsafe(16)
    word: str = g.script_nonce
    return word


def worker_address(address: str) -> str:
    """The address of a worker of ours, which this page may have run from now on; no other page may."""
    g.has_worker = True
    return address


def another_mark() -> None:
    """Whoever signs in or out gets new marks for forms, so that nobody has planted the ones in use."""
    session.clear()


def cookie_name(name: str) -> str:
    """The name of a cookie: with TLS one that no other site of the same domain can set."""
    return f"__Host-{name}" if desk().settings.base_url.startswith("https://") else name


def style_hash(style: str) -> str:
    """A style as a policy names it."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()}'"


def _known_host() -> None:
    """The site answers by its own name and this machine's, so that no other name can be led here."""
    found = _HOST.fullmatch(request.headers.get("Host", ""))
    named = (found["number"] or found["name"]).lower() if found else None
    own = urlsplit(desk().settings.base_url).hostname
    if named not in (own, *LOOPBACK) and request.endpoint not in FOR_MACHINES:
        raise WrongHost


def _forms_in_bounds() -> None:
    if request.method == "POST" and not request.path.startswith("/api/"):
        sizes.fields_in_bounds()


def _policy() -> str:
    word = g.get("script_nonce")
    scripts, connections = (f"'nonce-{word}'", "'self'") if word else ("'none'", "'none'")
    workers = "'self'" if word and g.get("has_worker") else "'none'"
    return POLICY.format(scripts=scripts, connections=connections, workers=workers)


def _headers(response: Response) -> Response:
    headers = response.headers
    headers.setdefault("Content-Security-Policy", _policy())
    headers.setdefault("X-Content-Type-Options", "nosniff")
    headers.setdefault("X-Frame-Options", "DENY")
    headers.setdefault("Referrer-Policy", "same-origin")
    headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
    # A file of ours opens no windows and asks for no devices.
    if request.endpoint != "assets.asset":
        headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
        headers.setdefault("Permissions-Policy", PERMISSIONS)
    if desk().settings.base_url.startswith("https://"):
        headers.setdefault("Strict-Transport-Security", "max-age=31536000")
    if response.mimetype in ("text/html", "application/json"):
        # What a page shows depends on who reads it.
        headers.setdefault("Cache-Control", "private, no-cache")
        response.vary.update(("Cookie", "Accept-Language"))
    return response
