"""Errors as pages and as JSON: status, stable code, words, headers of the status."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from datetime import timedelta
from functools import wraps
from inspect import signature
from typing import Any

import structlog
from flask import Flask, Response, current_app, jsonify, make_response, redirect, render_template, request, url_for
from flask_wtf.csrf import CSRFError  # type: ignore[import-untyped]
from sqlalchemy.exc import TimeoutError as PoolTimeout
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge, TooManyRequests
from werkzeug.http import quote_etag
from werkzeug.wrappers import Response as BaseResponse

from adjudicator.engine import Refusal, Refused
from correspondence.input_validation import Denied, Invalid, NotFound, Superseded, UserError
from correspondence.mail.asking import from_now
from correspondence.store import AWAY, is_busy
from narration.words import N_, word_tables
from web.app_context import TABLES, app_context
from web.form_values import text_posted
from web.request_context import SignInFirst, browser_words, now, say, words
from web.security import FORM, WrongHost

log = structlog.get_logger(__name__)

NOT_NOW = frozenset(TABLES["not_now"])
TITLES = {int(status): words for status, words in word_tables(__name__)["titles"].items()}
# The API's codes of HTTP's own errors by status, and of all others. Clients know them: they stay when titles change.
CODES = {
    400: "bad-request",
    401: "sign-in-first",
    403: "not-for-you",
    404: "nothing-here",
    405: "not-this-way",
    409: "not-now",
    413: "too-large",
    422: "bad-value",
    500: "our-mistake",
    503: "not-reachable",
}
OTHER_CODE = "that-could-not-be-understood"
CSRF_WORDS = N_("This form has expired, or your browser blocks cookies. Go back, reload the page and try again.")
# As many faults of one request are told.
MAX_REASONS = 50
# Headers by which a program says what it has read.
CONDITIONS = frozenset({"If-Match", "If-None-Match"})
# When a client may try again after the database did not answer, or after others wrote for too long.
RETRY_SECONDS, BUSY_SECONDS = "30", "5"
# Fields of forms that are shown to nobody again.
SECRET_FIELDS = frozenset({"password", "proof_password", "old", "new", "again", "code", "proof_code"})
# How much of a body that is too large is read and thrown away, so that the sender gets to read the answer.
MAX_DRAINED, CHUNK = 16 * 1024 * 1024, 256 * 1024


def register(app: Flask) -> None:
    """Answer every error, for pages and for the API."""
    app.register_error_handler(HTTPException, http_error)
    app.register_error_handler(UserError, user_error)
    app.register_error_handler(Refused, user_error)
    for trouble in (*AWAY, PoolTimeout):
        app.register_error_handler(trouble, unreachable)
    app.register_error_handler(Exception, unforeseen_error)


def status_of(error: UserError | Refused) -> int:
    """Return the HTTP status for a use case's error or a refusal of the rules."""
    if isinstance(error, NotFound):
        return 404
    if isinstance(error, Invalid | Refused):
        return 422
    if error.code == "too-many-attempts":
        return 429
    return 409 if isinstance(error, Denied) and error.code in NOT_NOW else 403


def in_words(error: UserError | None) -> str:
    """Return an error in the reader's language; empty for None."""
    return error.say(words()) if error else ""


def at_field(error: UserError | None, otherwise: str = "") -> dict[str, str]:
    """Return an error's words by field; `otherwise` is the field if it names none."""
    return {error.field if isinstance(error, Invalid) else otherwise: error.say(words())} if error else {}


def by_field(error: UserError | Refused) -> dict[str, str]:
    """Return all that is wrong with a form in words, by the fields at fault."""
    return {reason.where: reason.words for reason in form_reasons(error)}


def show_errors(
    page: Callable[..., Any], *kinds: type[UserError | Refused], codes: Collection[str] = ()
) -> Callable[[Callable[..., Any]], Callable[..., Response]]:
    """Decorate a form view to show its errors with `page`.

    `page` gets the `error` and those values of the address that it takes. `kinds` are the errors shown so (default:
    Invalid, Denied); `codes` limits those with a code.
    """
    takes, shown_again = signature(page).parameters, kinds or (Invalid, Denied)

    def decorate(view: Callable[..., Any]) -> Callable[..., Response]:
        @wraps(view)
        def answer(**values: Any) -> Response:
            try:
                return make_response(view(**values))
            except shown_again as error:
                if codes and isinstance(error, UserError) and error.code not in codes:
                    raise
                named = {name: value for name, value in values.items() if name in takes} | {"error": error}
                shown = make_response(page(**named))
                if shown.status_code == 200:
                    shown.status_code = status_of(error)
                return shown

        return answer

    return decorate


# Addresses of earlier releases, as patterns, and what they are now: mails, feeds and bookmarks still lead there.
FORMER_ADDRESSES = [
    (re.compile(r"/calls(?=/|$)"), "/turns"),
    (re.compile(r"/call-acts(?=/|$)"), "/turn-acts"),
    (re.compile(r"/desk(?=/|$)"), "/review"),
    (re.compile(r"/edicts(?=/|$)"), "/overrides"),
    (re.compile(r"/ledger(?=/|$)"), "/log"),
    (re.compile(r"/stewards$"), "/bots"),
    (re.compile(r"(?<=/)no-steward$"), "no-bot"),
    (re.compile(r"(?<=/)steward$"), "bot"),
    (re.compile(r"/press/letters/"), "/messages/"),
    (re.compile(r"/press/(?=.)"), "/conversations/"),
    (re.compile(r"/press$"), "/messages"),
    (re.compile(r"/letters(?=/|$)"), "/mail"),
]


def is_api_request() -> bool:
    """Whether a program asks, through the API."""
    return request.path.startswith("/api/") and not str(request.endpoint).startswith("api-page.")


def entry(code: str, words: str, where: str = "") -> dict[str, str]:
    """Return one reason of an error as the API gives it: code, words and place."""
    return {"code": code, "words": words, **({"where": where} if where else {})}


def address_now() -> str | None:
    """Return the new address for one of an earlier release, or None."""
    path = request.path
    for former, today in FORMER_ADDRESSES:
        path = former.sub(today, path)
    routes = current_app.create_url_adapter(request)
    if path == request.path or routes is None or not routes.test(path, request.method):
        return None
    query = request.query_string.decode("ascii", "replace")
    return f"{path}?{query}" if query else path


def http_error(error: HTTPException) -> BaseResponse:
    """An error of HTTP itself; its own headers (`Allow`, `Retry-After`, ...) stay."""
    if error.code is None or 300 <= error.code < 400:
        return error.get_response(request.environ)
    if request.url_rule is None and (moved := address_now()) is not None:
        return redirect(moved, 308)
    if isinstance(error, RequestEntityTooLarge):
        _discard_body()
    if isinstance(error, SignInFirst) and request.method == "GET" and not is_api_request():
        return redirect(url_for("accounts.sign_in", next=_next()), 303)
    headers = {name: value for name, value in error.get_headers(request.environ) if name.lower() != "content-type"}
    if is_api_request():
        return _json(error.code, _api_reasons(error), headers)
    title, text = map(say, TITLES.get(error.code, TITLES[400 if error.code < 500 else 500]))
    bare = isinstance(error, WrongHost)
    if isinstance(error, CSRFError):
        text = say(CSRF_WORDS)
    elif isinstance(error, TooManyRequests):
        text = _when_again(error)
    elif bare:
        text = say("Open this site at its own address: {address}", address=app_context().settings.base_url)
    return _page(error.code, title, text, headers, bare=bare)


def user_error(error: UserError | Refused) -> Response:
    """Answer an error of a use case, or of the rules, that no form caught.
    The API gets reasons, a browser a page; 412 if a precondition names an older version."""
    status = status_of(error)
    if is_api_request():
        reasons = [entry(r.code, r.words, r.where) for r in form_reasons(error)[:MAX_REASONS]]
        if isinstance(error, Superseded) and CONDITIONS.intersection(request.headers.keys()):
            return _json(412, reasons, {"ETag": quote_etag(str(error.version))} if error.version else None)
        return _json(status, reasons)
    title, text = TITLES[status]
    if isinstance(error, Refused):
        return _page(status, say(title), say(text), reasons=error.reasons)
    return _page(status, say(title), error.say(words()), code=error.code)


def unreachable(error: Exception) -> Response:
    """Answer that the database does not respond. A change may have been stored."""
    log.error("the database does not answer", path=request.path, method=request.method, error=str(error)[:300])
    wait = BUSY_SECONDS if is_busy(error) else RETRY_SECONDS
    return _offline_page(503, "not-reachable", {"Retry-After": wait})


def unforeseen_error(error: Exception) -> Response:
    """Answer an unforeseen error with 500; only the log has its trace."""
    log.error("a request failed", path=request.path, method=request.method, exc_info=error)
    return _offline_page(500, "internal-error")


def _offline_page(status: int, code: str, headers: dict[str, str] | None = None) -> Response:
    """An answer that asks the database nothing, which may be the trouble."""
    title, text = TITLES[status]
    if is_api_request():
        return _json(status, [entry(code, text)], headers)
    words = browser_words()
    again = _fields() if status == 503 else ()
    return _page(status, words.say(title), words.say(text), headers, bare=True, again=again)


def _page(
    status: int,
    title: str,
    text: str,
    headers: dict[str, str] | None = None,
    *,
    code: str = "",
    reasons: tuple[Refusal, ...] = (),
    bare: bool = False,
    again: Sequence[tuple[str, str]] = (),
) -> Response:
    """Return the error page with this status.
    `bare`: without the site's navigation; `again`: fields of a failed form, to send once more."""
    html = render_template(
        "error.html",
        title=title,
        text=text,
        status=status,
        code=code,
        reasons=reasons,
        bare=bare,
        next=_next(),
        typed=_text_of_failed_form(status),
        again=again,
    )
    response = make_response(html, status)
    response.headers.update(headers or {})
    return response


def _json(status: int, reasons: list[dict[str, str]], headers: dict[str, str] | None = None) -> Response:
    """Return reasons as a JSON answer; a 401 names the Bearer scheme."""
    response = jsonify({"errors": reasons})
    response.status_code = status
    response.headers.update(headers or {})
    if status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response


def _api_reasons(error: HTTPException) -> list[dict[str, str]]:
    """What is wrong with a request, field by field where the schemas say so."""
    data: Any = getattr(error, "data", None) or {}
    reasons = [
        entry("bad-value", str(problem), where)
        for place, fields in data.get("messages", {}).items()
        for where, problem in _flatten_messages(fields, "" if place in ("json", "query", "path") else str(place))
    ]
    if isinstance(error, TooManyRequests):
        return [entry("too-many-attempts", _when_again(error))]
    status = error.code or 500
    _, text = TITLES.get(status, TITLES[400])
    return reasons[:MAX_REASONS] or [entry(CODES.get(status, OTHER_CODE), text)]


def _when_again(error: TooManyRequests) -> str:
    """Since when it is possible again, in words."""
    wait = error.retry_after if isinstance(error.retry_after, int) else 60
    when = from_now(now() + timedelta(seconds=wait), now(), words())
    return say("Too many requests. Nothing was changed; try again {when}.", when=when)


def _flatten_messages(fields: Any, where: str) -> list[tuple[str, str]]:
    """Flatten nested validation messages to pairs of field path and message."""
    if isinstance(fields, dict):
        return [
            pair
            for name, inner in fields.items()
            for pair in _flatten_messages(inner, f"{where}.{name}" if where else str(name))
        ]
    if isinstance(fields, list):
        return [pair for inner in fields for pair in _flatten_messages(inner, where)]
    return [(where, str(fields))]


def _text_of_failed_form(status: int) -> str:
    """Return the text typed in a failed form, so that its writer gets it back."""
    return text_posted("body") if status != 413 and _is_form() else ""


def _fields() -> list[tuple[str, str]]:
    """Return the fields of a failed form for sending again; none if it has secrets."""
    sent = list(request.form.items(multi=True)) if _is_form() else []
    return [] if any(name in SECRET_FIELDS for name, _ in sent) else sent


def _is_form() -> bool:
    return request.method == "POST" and request.mimetype == FORM


def _next() -> str:
    return request.full_path.rstrip("?") if request.method == "GET" else ""


def _discard_body() -> None:
    """Read and drop the rest of the request's body, at most MAX_DRAINED bytes."""
    stream, left = request.environ.get("wsgi.input"), min(request.content_length or 0, MAX_DRAINED)
    while stream is not None and left > 0:
        read = stream.read(min(CHUNK, left))
        if not read:
            return
        left -= len(read)


def form_reasons(error: UserError | Refused | None) -> list[Refusal]:
    """Return an error as reasons in the reader's language for a form; empty for None."""
    if error is None:
        return []
    if isinstance(error, Refused):
        return list(error.reasons)
    return [Refusal(error.code, error.say(words()), error.field if isinstance(error, Invalid) else "")]
