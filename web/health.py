"""Whether the service works: as a page for people, as JSON for alarms."""

from __future__ import annotations

from dataclasses import asdict

from flask import Blueprint, Response, jsonify, make_response, render_template, request
from sqlalchemy.exc import SQLAlchemyError

from correspondence import health as report
from web import visit

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
        with visit.reading() as session:
            found = report.health(session, visit.now())
    except SQLAlchemyError:
        database = False
    late = found is not None and max(found.oldest_overdue_seconds, found.oldest_letter_seconds) > LATE_SECONDS
    state = {"status": "ok" if database and not late else "late" if database else "down", "database": database}
    status = 200 if database else 503
    if request.accept_mimetypes.best_match(["application/json", "text/html"], "application/json") == "text/html":
        return make_response(render_template("health.html", state=state, found=found, bare=not database), status)
    return make_response(jsonify({**state, **(asdict(found) if found else {})}), status)
