"""What guards requests: proxies, headers, sizes, and the masked token of forms.

What a route says nothing about has the smallest room there is, so that a new one is bounded the day it is written.

Packed pages would tell a mark that stands in them unchanged, letter by letter (BREACH). So it is sent as a random mask
and the mark behind that mask (as Django does): the same mark for whoever checks it, and never twice the same text.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
import secrets
from collections.abc import Callable, Iterable
from typing import Any, TypeVar
from urllib.parse import urlsplit

from flask import Flask, Response, current_app, g, request
from flask_wtf.csrf import CSRFProtect, generate_csrf  # type: ignore[import-untyped]
from werkzeug.exceptions import BadRequest, NotFound, RequestEntityTooLarge, RequestURITooLarge

from adjudicator.engine import MAX_SHEET_BYTES
from correspondence.input_validation import ROOM, too_long
from correspondence.messages.sending import MAX_BODY_LENGTH
from correspondence.proxies import Proxies
from correspondence.settings import LOOPBACK, Settings
from web.app_context import TABLES, app_context

View = TypeVar("View", bound=Callable[..., Any])

# Bytes of a body where a route says nothing of its own, of one with a sheet, and of an address with its query.
MAX_BYTES, MAX_SHEET_BODY, MAX_ADDRESS = 128 * 1024, 1024 * 1024, 4096
# Fields of a form: more than a sheet has with as many rules as it may have. Escapes (`%20`) are decoded one by one.
MAX_FIELDS, MAX_ESCAPES = 7000, 100_000
# Characters of a field (the longest is an email to other players), of its name, and of what may be longer. What fields
# mean has its own bounds, which are told beside the field; these are far above them.
MAX_FIELD_LENGTH, MAX_NAME_LENGTH = ROOM * MAX_BODY_LENGTH, 300
# By the last word of the name: `tyrell.document` is a sheet too.
LONGER = {"document": MAX_SHEET_BYTES, "typed": MAX_SHEET_BYTES}
FORM = "application/x-www-form-urlencoded"


def takes(most_bytes: int) -> Callable[[View], View]:
    """A view whose bodies may be so large."""

    def mark(view: View) -> View:
        view.most_bytes = most_bytes  # type: ignore[attr-defined]
        return view

    return mark


def fields_in_bounds() -> None:
    """Check the names and lengths of form fields and refuse null characters.
    Databases do not take them; programs' data has schemas. BadRequest, Invalid `too-long`."""
    if request.method != "POST" or request.path.startswith("/api/"):
        return
    for name, value in request.form.items(multi=True):
        if name is None or "\x00" in name or "\x00" in value:
            raise BadRequest
        if len(name) > MAX_NAME_LENGTH:
            raise too_long(f"{name[:40]}…", MAX_NAME_LENGTH)
        longest = LONGER.get(name.rpartition(".")[2], MAX_FIELD_LENGTH)
        if len(value) > longest:
            raise too_long(name, longest)
    if None in request.files:
        raise BadRequest


def _address() -> None:
    """No address of ours has a null character, and databases take none."""
    if len(request.path) + len(request.query_string) > MAX_ADDRESS:
        raise RequestURITooLarge
    if "\x00" in request.path or any("\x00" in value for value in request.args.values()):
        raise NotFound


def _check_body_size() -> None:
    """Refuse a body over the route's limit, or with too many fields or escapes.
    Raises RequestEntityTooLarge."""
    view = current_app.view_functions.get(request.endpoint or "")
    most = request.max_content_length = getattr(view, "most_bytes", MAX_BYTES)
    if (request.content_length or 0) > most:
        raise RequestEntityTooLarge
    if request.mimetype == FORM:
        data = request.get_data(cache=True, parse_form_data=False)
        if data.count(b"&") > MAX_FIELDS or data.count(b"%") > MAX_ESCAPES:
            raise RequestEntityTooLarge


class Marks(CSRFProtect):  # type: ignore[misc]
    """Forms that only our own pages can send: Flask-WTF's, with masked marks."""

    def init_app(self, app: Flask) -> None:
        """Protect the application, and give its templates masked marks."""
        super().init_app(app)
        # Macros see globals only, templates what is added for each of them.
        app.jinja_env.globals["csrf_token"] = masked_csrf_token
        app.context_processor(lambda: {"csrf_token": masked_csrf_token})

    def _get_csrf_token(self) -> str | None:
        return unmask_mark(super()._get_csrf_token() or "")


def masked_csrf_token() -> str:
    """Return this request's CSRF token for a form, behind a new random mask."""
    return mask_mark(generate_csrf())


def mask_mark(mark: str) -> str:
    """Mask a CSRF token with new random bytes; `unmask_mark` returns the token."""
    plain = mark.encode()
    mask = secrets.token_bytes(len(plain))
    return base64.urlsafe_b64encode(mask + _xor(mask, plain)).decode()


def unmask_mark(masked_mark: str) -> str:
    """The mark behind a mask; an empty one for what is none."""
    try:
        both = base64.b64decode(masked_mark.encode(), b"-_", validate=True)
        mask, hidden = both[: len(both) // 2], both[len(both) // 2 :]
        return _xor(mask, hidden).decode() if len(mask) == len(hidden) else ""
    except (binascii.Error, UnicodeError):
        return ""


def _xor(mask: bytes, other: bytes) -> bytes:
    """Combine two byte strings by exclusive or; ValueError if lengths differ."""
    return bytes(a ^ b for a, b in zip(mask, other, strict=True))


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
# An email of the local mailbox, shown in a frame of our own page; `{styles}` are the hashes of its styles.
MAIL_POLICY = (
    "default-src 'none'; style-src 'unsafe-hashes' {styles}; img-src 'self' data:; base-uri 'none'; "
    "form-action 'none'; "
    "sandbox allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'"
)
PERMISSIONS = ", ".join(f"{name}=()" for name in TABLES["devices"])
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
PAGE_HEADERS = {"Cross-Origin-Opener-Policy": "same-origin", "Permissions-Policy": PERMISSIONS}
# Alarms and balancers ask a process by its number.
FOR_MACHINES = frozenset({"health.health", "health.live", "health.ready", "metrics.metrics"})

_HOST = re.compile(r"(?:\[(?P<number>[0-9a-fA-F:.]+)\]|(?P<name>[A-Za-z0-9._-]+))(?::[0-9]{1,5})?")
csrf = Marks()


class WrongHost(BadRequest):
    """The site is asked by a name that is not its own."""


def register(app: Flask) -> None:
    """Protect all forms, and put the headers on all answers."""
    # What is too large is refused before anybody looks at it.
    app.before_request(_address)
    app.before_request(_check_body_size)
    app.before_request(_check_host)
    app.before_request(fields_in_bounds)
    csrf.init_app(app)
    app.after_request(_set_headers)
    app.context_processor(lambda: {"script_nonce": script_nonce, "worker_address": worker_address})


def script_nonce() -> str:
    """Return this page's CSP nonce for scripts; pages that never ask run none."""
    if "script_nonce" not in g:
        g.script_nonce = secrets.token_urlsafe(16)
    word: str = g.script_nonce
    return word


def worker_address(address: str) -> str:
    """Return the address of a worker script, and allow this page alone to run it."""
    g.has_worker = True
    return address


def cookie_name(name: str) -> str:
    """Return a cookie's name; with TLS one that no other site of the domain can set."""
    return f"__Host-{name}" if has_tls() else name


def has_tls() -> bool:
    """Whether browsers reach the site by TLS."""
    return app_context().settings.base_url.startswith("https://")


def cookie_options() -> dict[str, Any]:
    """What all cookies of ours are set with: for this site alone, and not for scripts."""
    return {"httponly": True, "samesite": "Lax", "secure": has_tls()}


def style_hash(style: str) -> str:
    """A style as a policy names it."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()}'"


def _check_host() -> None:
    """Refuse host names other than the site's own and this machine's (DNS rebinding)."""
    match = _HOST.fullmatch(request.headers.get("Host", ""))
    host_name = (match["number"] or match["name"]).lower() if match else None
    own = urlsplit(app_context().settings.base_url).hostname
    if host_name not in (own, *LOOPBACK) and request.endpoint not in FOR_MACHINES:
        raise WrongHost


def _policy() -> str:
    word = g.get("script_nonce")
    scripts, connections = (f"'nonce-{word}'", "'self'") if word else ("'none'", "'none'")
    workers = "'self'" if word and g.get("has_worker") else "'none'"
    return POLICY.format(scripts=scripts, connections=connections, workers=workers)


def _set_headers(response: Response) -> Response:
    """Set security and caching headers that the answer lacks; return the answer."""
    headers = response.headers
    headers.setdefault("Content-Security-Policy", _policy())
    # A file of ours opens no windows and asks for no devices.
    others = {} if request.endpoint == "assets.asset" else PAGE_HEADERS
    for name, value in {**HEADERS, **others}.items():
        headers.setdefault(name, value)
    if has_tls():
        headers.setdefault("Strict-Transport-Security", "max-age=31536000")
    if response.mimetype in ("text/html", "application/json"):
        # What a page shows depends on who reads it.
        headers.setdefault("Cache-Control", "private, no-cache")
        response.vary.update(("Cookie", "Accept-Language"))
    return response


def register_proxies(app: Flask, settings: Settings) -> None:
    """Trust only the proxies named in the settings for the client's address."""
    if not settings.trusted_proxies:
        return
    proxies, answer = Proxies(settings), app.wsgi_app

    def believe(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        peer = environ.get("REMOTE_ADDR", "")
        scheme = proxies.scheme(peer, environ.get("HTTP_X_FORWARDED_PROTO", ""))
        environ["wsgi.url_scheme"] = scheme or environ["wsgi.url_scheme"]
        environ["REMOTE_ADDR"] = proxies.asker(peer, environ.get("HTTP_X_FORWARDED_FOR", ""))
        return answer(environ, start_response)

    app.wsgi_app = believe  # type: ignore[method-assign]
