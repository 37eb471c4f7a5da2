"""What the API says of itself, and its errors."""

from __future__ import annotations

from typing import Any

from flask_smorest import Api  # type: ignore[import-untyped]
from marshmallow import Schema, fields
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response

from web import errors
from web.api.documents import components

ABOUT = (
    "Everything a player can do on the site, for programs. Make a token among your settings and send it as "
    "`Authorization: Bearer <token>`. Every token may `read`; one made for `play` may also act for you and your seats, "
    "one made for `gm` run games that you made or master. What an operation needs stands at its `security`; without it "
    "the answer is 403 `scope-missing`. Boards, rounds and results that everybody may see need no token. "
    "Whatever is refused changes nothing, and says why as `errors`: a stable `code`, `words` for people in the "
    "language asked for, and `where`, the part at fault."
)


class ReasonSchema(Schema):
    """One reason why something was refused."""

    code = fields.String(required=True)
    words = fields.String(required=True)
    where = fields.String()


class ErrorsSchema(Schema):
    """Why something was refused, with every reason found."""

    errors = fields.List(fields.Nested(ReasonSchema), required=True)


class RookeryApi(Api):  # type: ignore[misc]
    """The API with errors of our own form."""

    ERROR_SCHEMA = ErrorsSchema

    def handle_http_exception(self, error: HTTPException) -> Response:
        """The error as JSON, with the headers that belong to it (`Allow`, `Retry-After`, `WWW-Authenticate`)."""
        return errors.http_error(error)

    def register_documents(self) -> None:
        """Describe the adjudicator's documents (sheets, views, records, decisions) beside the API's own answers."""
        for name, schema in components().items():
            self.spec.components.schema(name, schema)


def described() -> dict[str, Any]:
    """The configuration of the API."""
    return {
        "API_TITLE": "Rookery",
        "API_VERSION": "v1",
        "OPENAPI_VERSION": "3.1.0",
        "OPENAPI_URL_PREFIX": "/api",
        "OPENAPI_JSON_PATH": "openapi.json",
        "API_SPEC_OPTIONS": {
            "info": {"description": ABOUT},
            "components": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
        },
    }
