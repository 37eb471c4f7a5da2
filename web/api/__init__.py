"""The API for programs: the same use cases as the pages, as JSON, described by OpenAPI at /api/openapi.json.

Who asks is said by a token (`Authorization: Bearer ...`) from the settings page; cookies count for nothing here, so no
other site can make a browser act through it.
"""

from __future__ import annotations

from typing import Any

from flask import Flask
from flask_smorest import Api
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response

from web import errors
from web.api import account, calls, games, past
from web.security import csrf

CONFIG = {
    "API_TITLE": "Rookery",
    "API_VERSION": "v1",
    "OPENAPI_VERSION": "3.1.0",
    "OPENAPI_URL_PREFIX": "/api",
    "OPENAPI_JSON_PATH": "openapi.json",
    "API_SPEC_OPTIONS": {
        "info": {"description": "Play board games of A Game of Thrones by letter."},
        "components": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
        "security": [{"token": []}, {}],
    },
}


class RookeryApi(Api):  # type: ignore[misc]
    """flask-smorest with our errors: its own handler forgets headers such as `Allow`, and would answer pages too."""

    def handle_http_exception(self, error: HTTPException) -> Any:
        """Answer as everywhere else, headers of the error included."""
        answer: Response = errors.http_error(error)
        return answer


def register_api(app: Flask) -> None:
    """Add the API to the application."""
    app.config.update(CONFIG)
    api = RookeryApi(app)
    for section in (account.section, games.section, calls.section, past.section):
        api.register_blueprint(section.blueprint)
        csrf.exempt(section.blueprint)
