"""What the API says of itself: examples that run, its errors."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from inspect import cleandoc
from pathlib import Path
from typing import Any

from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.common import resolve_schema_instance
from flask import Flask, current_app
from flask_smorest import Api  # type: ignore[import-untyped]
from marshmallow import Schema, fields
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response

from narration.words import N_
from web import errors
from web.api.documents import components


@dataclass(frozen=True)
class Example:
    """A request: what it is for, its method, its path below `/api/v1` with `$GAME` and `$CALL`, its body; `token`: it
    needs one."""

    what: str
    method: str
    path: str
    body: Any = None
    token: bool = True

    def curl(self, base_url: str) -> str:
        """The request as a command of a shell."""
        parts = ["curl -sS"] if self.method == "GET" else [f"curl -sS -X {self.method}"]
        parts += ['-H "Authorization: Bearer $TOKEN"'] if self.token else []
        if self.body is not None:
            parts += ['-H "Content-Type: application/json"', f"-d '{json.dumps(self.body)}'"]
        return " \\\n  ".join([*parts, f'"{base_url}/api/v1{self.path}"'])


EXAMPLES = (
    Example(N_("Games that look for players; no token is needed"), "GET", "/lobby?kind=open", token=False),
    Example(N_("Whose token it is"), "GET", "/me"),
    Example(N_("Your games, and whether a sheet of yours is awaited"), "GET", "/games"),
    Example(N_("A game as you may see it, with its open call"), "GET", "/games/$GAME"),
    Example(N_("What a call asks of you, and the board it is asked on"), "GET", "/calls/$CALL"),
    Example(
        N_("Hand in a sheet; what is wrong with it is told place by place"),
        "PUT",
        "/calls/$CALL/sheet",
        {"orders": {"winterfell": "march+0", "white-harbor": "defense+1"}},
    ),
    Example(N_("Read it back, as it was understood"), "GET", "/calls/$CALL/sheet"),
    Example(N_("Play it against what the others might do, before it counts"), "POST", "/calls/$CALL/what-if", {}),
    Example(N_("Say that you are ready"), "PUT", "/calls/$CALL/ready"),
    Example(N_("The map, as a drawing"), "GET", "/games/$GAME/map.svg?theme=night"),
    Example(
        N_("Make a game against bots, which begins at once"),
        "POST",
        "/games",
        {"title": "By a program", "players": 3, "steward_houses": ["lannister", "baratheon"], "house": "stark"},
    ),
)


ABOUT = (
    "Everything a player can do on the site, for programs. Make a token among your settings and send it as "
    "`Authorization: Bearer <token>`. Every token may `read`; one made for `play` may also act for you and your seats, "
    "one made for `gm` run games that you made or master. What an operation needs stands at its `security`; without it "
    "the answer is 403 `scope-missing`. Boards, rounds and results that everybody may see need no token. "
    "Whatever is refused changes nothing, and says why as `errors`: a stable `code`, `words` for people in the "
    "language asked for, and `where`, the part at fault. What can be replaced comes with an `ETag`; sent back as "
    "`If-Match` it makes sure that nothing is overwritten which you have not read: the answer is 412 `newer-version` "
    "otherwise. `If-None-Match: *` stores only what is not there yet."
)

# The address of the description, as Flask knows it.
DESCRIPTION = "api-docs.openapi_json"


class ReasonSchema(Schema):
    """One reason why something was refused."""

    code = fields.String(required=True)
    words = fields.String(required=True)
    where = fields.String()


class ErrorsSchema(Schema):
    """Why something was refused, with every reason found."""

    errors = fields.List(fields.Nested(ReasonSchema), required=True)


@cache
def field_words() -> dict[str, str]:
    """What the fields of documents mean, by their names, or by `Document.name` where names mean several things."""
    return tomllib.loads(Path(__file__).with_name("field_words.toml").read_text(encoding="utf-8"))


def with_words(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    """The schema of a document with a description of each field that has none of its own."""
    words, fields = field_words(), schema.get("properties", {})
    told = {field: words.get(f"{name}.{field}", words.get(field, "")) for field in fields}
    shown = {
        field: {**part, "description": told[field]} if told[field] and not part.get("description") else part
        for field, part in fields.items()
    }
    return {**schema, "properties": shown} if fields else schema


class SchemasPlugin(MarshmallowPlugin):
    """Describes schemas as they are by default, and each with its docstring."""

    def schema_helper(self, name: str, _: Any, schema: Any = None, **options: Any) -> Any:  # type: ignore[override]
        """A schema as a component of the description."""
        found: Any = super().schema_helper(name, _, schema, **options)  # type: ignore[no-untyped-call]
        found = with_words(name, found) if found else found
        words = vars(type(resolve_schema_instance(schema))).get("__doc__") if found else None
        return {**found, "description": cleandoc(words)} if found and words else found


class RookeryApi(Api):  # type: ignore[misc]
    """The API with errors of our own form."""

    ERROR_SCHEMA = ErrorsSchema

    def __init__(self, app: Flask) -> None:
        super().__init__(app, spec_kwargs={"marshmallow_plugin": SchemasPlugin()})
        app.view_functions[DESCRIPTION] = _written_once(app.view_functions[DESCRIPTION])

    def handle_http_exception(self, error: HTTPException) -> Response:
        """The error as JSON, with the headers that belong to it (`Allow`, `Retry-After`, `WWW-Authenticate`)."""
        return errors.http_error(error)

    def register_documents(self) -> None:
        """Describe the adjudicator's documents (sheets, views, records, decisions) beside the API's own answers."""
        for name, schema in components().items():
            self.spec.components.schema(name, schema)


def _written_once(view: Callable[..., Any]) -> Callable[[], Response]:
    """The view of what stays as it is as long as the site runs: it is written when it is first asked for."""
    written = cache(lambda: view().data)
    return lambda: current_app.response_class(written(), mimetype="application/json")


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
