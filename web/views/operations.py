"""Service status for people and alarms: health, metrics, levels, host pages."""

from __future__ import annotations

import hmac
import threading
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta

from babel.numbers import format_decimal
from flask import Blueprint, Response, current_app, jsonify, make_response, render_template, request
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import NotFound, Unauthorized

from correspondence import migrating, operations as report, service_levels as measured
from correspondence.outbox.returns import failed_addresses, retry_addresses, stopped_addresses
from correspondence.service_levels import Level, Outage, levels, outages
from web.app_context import app_context
from web.form_values import forbid_caching
from web.request_context import fetch, is_from_this_machine, now, read, say, words

health_pages = Blueprint("health", __name__)
# Later than this, a sweep or a mail server has trouble.
LATE_SECONDS = 300.0


@health_pages.get("/health")
def health() -> Response:
    """Return health: database, overdue turns, emails; JSON unless HTML is wanted.

    503 without a database, with all games stopped, or with work that has waited for minutes.
    """
    figures, database = None, True
    try:
        figures = fetch(report.health, now())
    except SQLAlchemyError:
        database = False
    status_now = "ok" if database else "down"
    if figures is not None and figures.stopped:
        status_now = "stopped"
    elif (
        figures is not None
        and max(
            figures.oldest_overdue_seconds,
            figures.oldest_email_seconds,
            figures.oldest_mail_seconds,
            figures.swept_seconds,
        )
        > LATE_SECONDS
    ):
        status_now = "late"
    state = {"status": status_now, "database": database}
    status = 200 if status_now == "ok" else 503
    if request.accept_mimetypes.best_match(["application/json", "text/html"], "application/json") == "text/html":
        return make_response(render_template("health.html", state=state, found=figures, bare=not database), status)
    return make_response(jsonify({**state, **(asdict(figures) if figures else {})}), status)


@health_pages.get("/health/live")
def live() -> Response:
    """Whether this process answers at all; asks nobody."""
    return jsonify({"status": "live"})


@health_pages.get("/health/ready")
def ready() -> Response:
    """Whether this process can serve; 503 without the database or its current tables."""
    try:
        revision = fetch(lambda session: migrating.revision(session.connection()))
        trouble = "" if revision == migrating.head() else "the database is not of this version's form"
    except SQLAlchemyError:
        revision, trouble = None, "the database does not answer"
    state = {"status": "unready" if trouble else "ready", "schema": revision, "wanted": migrating.head()}
    return make_response(jsonify({**state, "reason": trouble} if trouble else state), 503 if trouble else 200)


metrics_pages = Blueprint("metrics", __name__)


@metrics_pages.get("/metrics")
def metrics() -> Response:
    """All metrics, as text."""
    _check_access()
    ask = app_context().queues
    # Before the database is asked: a broker that is slow holds no transaction open.
    queues = measured.Broker(ask()) if ask is not None else None
    return Response(fetch(measured.page, now(), queues), content_type=measured.CONTENT_TYPE)


def _check_access() -> None:
    """NotFound or Unauthorized unless the reader may see metrics.

    Behind a web server everybody seems to be this machine, so a public site opens them to a token alone.
    """
    settings = app_context().settings
    if settings.metrics_token:
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        token_match = hmac.compare_digest(token.encode(), settings.metrics_token.encode())
        if scheme.lower() != "bearer" or not token_match:
            raise Unauthorized
    elif settings.public or not is_from_this_machine():
        raise NotFound


service_pages = Blueprint("service", __name__)
# What is counted of the current hour may be as old as this.
KEPT = timedelta(seconds=30)
_lock = threading.Lock()


@dataclass(frozen=True)
class Report:
    """What the page tells, as of a moment."""

    at: datetime
    levels: list[Level]
    outages: list[Outage]


@service_pages.get("/service")
def service() -> str:
    """The page."""
    return render_template(
        "service.html",
        report=service_report(),
        share=_share,
        took=_duration_words,
        number=lambda count: format_decimal(count, locale=words().locale),
    )


def service_report() -> Report:
    """Return the service figures, cached for half a minute."""
    extensions = current_app.extensions
    latest_report = extensions.get("rookery-service")
    if isinstance(latest_report, Report) and timedelta() <= now() - latest_report.at < KEPT:
        return latest_report
    # One counts anew; the others take the last figures meanwhile, or count for themselves.
    alone = _lock.acquire(blocking=False)
    try:
        if not alone and isinstance(latest_report, Report):
            return latest_report
        latest_report = Report(now(), fetch(levels, now()), fetch(outages, now()))
        extensions["rookery-service"] = latest_report
    finally:
        if alone:
            _lock.release()
    return latest_report


def _share(share: float | None) -> str:
    """`99.8 %`, never rounded up to a whole that it is not; `–` if nothing happened."""
    if share is None:
        return "–"
    tenths = int(share * 1000 + 1e-9)
    return say("{n} %", n="100" if share == 1 else f"{tenths // 10}.{tenths % 10}")


def _duration_words(seconds: float | None) -> str:
    """A length of time in words: `4 seconds`, `12 minutes`, `3 hours`; `–` for none."""
    if seconds is None:
        return "–"
    if seconds < 1:
        return say("under a second")
    if seconds < 90:
        return words().say_n("{n} second", "{n} seconds", round(seconds))
    if seconds < 5400:
        return words().say_n("{n} minute", "{n} minutes", round(seconds / 60))
    if seconds < 172800:
        return words().say_n("{n} hour", "{n} hours", round(seconds / 3600))
    return words().say_n("{n} day", "{n} days", round(seconds / 86400))


hosting_pages = Blueprint("hosting", __name__)


@hosting_pages.get("/host/mail")
def mails() -> Response:
    """Emails that do not arrive, by address, and why."""
    failed, waiting, returned = read(failed_addresses, now()), read(retry_addresses, now()), read(stopped_addresses)
    return forbid_caching(render_template("host_mail.html", failed=failed, waiting=waiting, returned=returned))
