"""Whether the service works: as a page for people, as JSON for alarms."""

from __future__ import annotations

from dataclasses import asdict

from flask import Blueprint, Response, jsonify, make_response, render_template, request
from sqlalchemy.exc import SQLAlchemyError

from correspondence import migrating
from correspondence import operations as report
from web import request_context

pages = Blueprint("health", __name__)
# Later than this, a sweep or a mail server has trouble.
LATE_SECONDS = 300.0


@pages.get("/health")
def health() -> Response:
    """Database, calls overdue, letters waiting; 503 if the database does not answer or work lies for minutes.

    JSON unless the reader wants HTML.
    """
    found, database = None, True
    try:
        with request_context.reading() as session:
            found = report.health(session, request_context.now())
    except SQLAlchemyError:
        database = False
    late = found is not None and _behind(found) > LATE_SECONDS
    if found is not None and found.stopped:
        status_now = "stopped"
    else:
        status_now = "down" if not database else "late" if late else "ok"
    state = {"status": status_now, "database": database}
    status = 200 if database else 503
    if request.accept_mimetypes.best_match(["application/json", "text/html"], "application/json") == "text/html":
        return make_response(render_template("health.html", state=state, found=found, bare=not database), status)
    return make_response(jsonify({**state, **(asdict(found) if found else {})}), status)


@pages.get("/health/live")
def live() -> Response:
    """Whether this process answers at all; asks nobody."""
    return jsonify({"status": "live"})


@pages.get("/health/ready")
def ready() -> Response:
    """Whether this process can serve: 503 without the database, or while its tables are not those of this program."""
    try:
        with request_context.reading() as session:
            found = migrating.revision(session.connection())
    except SQLAlchemyError:
        found = None
        trouble = "the database does not answer"
    else:
        trouble = "" if found == migrating.head() else "the database is not of this version's form"
    state = {"status": "unready" if trouble else "ready", "schema": found, "wanted": migrating.head()}
    return make_response(jsonify({**state, "reason": trouble} if trouble else state), 503 if trouble else 200)


def _behind(found: report.Health) -> float:
    """How far the work is behind, in seconds."""
    return max(
        found.oldest_overdue_seconds, found.oldest_letter_seconds, found.oldest_mail_seconds, found.swept_seconds
    )
