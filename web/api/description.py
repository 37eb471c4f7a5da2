"""Description of the API: examples that run, errors, and a page for people.

We do not use a common viewer: they need 0.9 to 1.7 MB of script, show nothing without scripts, and know neither our
themes nor our languages (ADR 26).
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from inspect import cleandoc
from pathlib import Path
from typing import Any

from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.common import resolve_schema_instance
from flask import Blueprint, Flask, current_app, render_template
from flask_smorest import Api  # type: ignore[import-untyped]
from marshmallow import Schema, fields
from werkzeug.exceptions import HTTPException, NotFound
from werkzeug.wrappers import Response

from narration.words import N_
from web import errors
from web.api.from_structs import components
from web.app_context import app_context


@dataclass(frozen=True)
class Example:
    """An example request: purpose, method, path below `/api/v1`, body.

    `$GAME` and `$TURN` in the path are ids of a game and a turn. `token`: it needs a token.
    """

    what: str
    method: str
    path: str
    body: Any = None
    token: bool = True

    def curl(self, base_url: str) -> str:
        """The request as a shell command."""
        parts = ["curl -sS"] if self.method == "GET" else [f"curl -sS -X {self.method}"]
        parts += ['-H "Authorization: Bearer $TOKEN"'] if self.token else []
        if self.body is not None:
            parts += ['-H "Content-Type: application/json"', f"-d '{json.dumps(self.body)}'"]
        return " \\\n  ".join([*parts, f'"{base_url}/api/v1{self.path}"'])


EXAMPLES = (
    Example(N_("Games that look for players; no token is needed"), "GET", "/lobby?kind=open", token=False),
    Example(N_("Whose token it is"), "GET", "/me"),
    Example(N_("Your games, and whether your orders are missing"), "GET", "/games"),
    Example(N_("A game as you may see it, with its current turn"), "GET", "/games/$GAME"),
    Example(N_("What a turn asks of you, with the board"), "GET", "/turns/$CALL"),
    Example(
        N_("Submit orders; each problem is reported with its place"),
        "PUT",
        "/turns/$CALL/sheet",
        {"orders": {"winterfell": "march+0", "white-harbor": "defense+1"}},
    ),
    Example(N_("Read your orders back, as they were understood"), "GET", "/turns/$CALL/sheet"),
    Example(N_("Test your orders against what the others might do"), "POST", "/turns/$CALL/what-if", {}),
    Example(N_("Say that you are ready"), "PUT", "/turns/$CALL/ready"),
    Example(N_("The map, as a drawing"), "GET", "/games/$GAME/map.svg?theme=night"),
    Example(
        N_("Create a game against bots, which begins at once"),
        "POST",
        "/games",
        {"title": "By a program", "players": 3, "bot_houses": ["lannister", "baratheon"], "house": "stark"},
    ),
)


ABOUT = (
    "With this API a program can do everything that a player can do on the site. Create a token in your settings and "
    "send it as `Authorization: Bearer <token>`. Every token may `read`. A token with the scope `play` may act for you "
    "and your seats; one with `gm` may run games that you created or master. The `security` of an operation names the "
    "scope it needs; a token without it gets 403 `scope-missing`. Public boards, rounds and results need no token."
    "\n\n"
    "A refused request changes nothing. Its answer lists `errors`: a stable `code`, `words` for people in the "
    "requested language, and `where`, the part that is wrong. A document that you can replace has an `ETag`. Send it "
    "back as `If-Match`, and you overwrite only the version that you have read. For any other version the answer is "
    "412 `newer-version`. With `If-None-Match: *` you store a document only if there is none yet."
)

# The address of the description, as Flask knows it.
DESCRIPTION = "api-docs.openapi_json"


class ReasonSchema(Schema):
    """One reason why a request was refused."""

    code = fields.String(required=True)
    words = fields.String(required=True)
    where = fields.String()


class ErrorsSchema(Schema):
    """Every reason why a request was refused."""

    errors = fields.List(fields.Nested(ReasonSchema), required=True)


@cache
def field_words() -> dict[str, str]:
    """Meanings of fields by name, or by `Document.name` where a name has several."""
    return tomllib.loads(Path(__file__).with_name("field_words.toml").read_text(encoding="utf-8"))


def with_words(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    """Add descriptions to those fields of a schema that have none."""
    words, fields = field_words(), schema.get("properties", {})
    texts = {field: words.get(f"{name}.{field}", words.get(field, "")) for field in fields}
    shown = {
        field: {**part, "description": texts[field]} if texts[field] and not part.get("description") else part
        for field, part in fields.items()
    }
    return {**schema, "properties": shown} if fields else schema


class SchemasPlugin(MarshmallowPlugin):
    """Plugin that adds docstrings to schemas."""

    def schema_helper(self, name: str, _: Any, schema: Any = None, **options: Any) -> Any:  # type: ignore[override]
        """A schema as a component of the description."""
        component = super().schema_helper(name, _, schema, **options)  # type: ignore[no-untyped-call]
        component = with_words(name, component) if component else component
        words = vars(type(resolve_schema_instance(schema))).get("__doc__") if component else None
        return {**component, "description": cleandoc(words)} if component and words else component


class RookeryApi(Api):  # type: ignore[misc]
    """The API with errors in our own form."""

    ERROR_SCHEMA = ErrorsSchema

    def __init__(self, app: Flask) -> None:
        super().__init__(app, spec_kwargs={"marshmallow_plugin": SchemasPlugin()})
        view: Any = app.view_functions[DESCRIPTION]
        # Rendered once, at the first request: its content never changes.
        written = cache(lambda: view().data)
        app.view_functions[DESCRIPTION] = lambda: app.response_class(written(), mimetype="application/json")
        # The adjudicator's documents (sheets, views, records, decisions).
        for name, schema in components().items():
            self.spec.components.schema(name, schema)

    def handle_http_exception(self, error: HTTPException) -> Response:
        """Return the error as JSON with `Allow`, `Retry-After` or `WWW-Authenticate`."""
        return errors.http_error(error)


def described() -> dict[str, Any]:
    """Return the configuration for flask-smorest that describes the API."""
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


api_page_pages = Blueprint("api-page", __name__, url_prefix="/api")
KEY = "rookery-api"
METHODS = ("get", "post", "put", "patch", "delete")


@dataclass(frozen=True)
class Kind:
    """A type of value in words, and the documents that it contains."""

    words: str
    named: tuple[str, ...] = ()


@dataclass(frozen=True)
class Line:
    """A field of a document or a parameter of an operation."""

    name: str
    kind: Kind
    needed: bool
    said: str


class Description:
    """The description of the API for its page."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self.schemas: dict[str, Any] = document["components"]["schemas"]

    @cached_property
    def groups(self) -> list[tuple[str, str, list[dict[str, Any]]]]:
        """Operations grouped by tag, with the tag's description."""
        texts = {tag["name"].removeprefix("api-"): tag.get("description", "") for tag in self.document.get("tags", [])}
        tags: dict[str, list[dict[str, Any]]] = {}
        for path, item in self.document["paths"].items():
            for method in METHODS:
                if method in item:
                    shared = item.get("parameters", [])
                    tags.setdefault(item[method]["tags"][0], []).append(_operation(method, path, item[method], shared))
        return [(tag, texts.get(tag, ""), operations) for tag, operations in tags.items()]

    def shown(self, name: str) -> tuple[dict[str, Any], list[Line]]:
        """A document with its fields. NotFound for an unknown name."""
        if name not in self.schemas:
            raise NotFound
        schema = self.schemas[name]
        needed = schema.get("required", [])
        lines = [
            Line(field, kind_of(part), field in needed, part.get("description", ""))
            for field, part in schema.get("properties", {}).items()
        ]
        return schema, lines


def _operation(method: str, path: str, operation: dict[str, Any], shared: list[Any]) -> dict[str, Any]:
    """Return an operation as its page shows it.
    `needs` is the scope of the token, empty if none is needed; `shared` are the path's parameters."""
    scopes = [scope for need in operation.get("security", []) for scope in need.get("token", [])]
    status, answered = next(pair for pair in operation["responses"].items() if pair[0].startswith("2"))
    params = [parameter for parameter in (*shared, *operation.get("parameters", [])) if "name" in parameter]
    return {
        "method": method.upper(),
        "path": path,
        "said": " ".join(filter(None, (operation.get("summary", ""), operation.get("description", "")))),
        "needs": "" if {} in operation.get("security", []) else ", ".join(scopes),
        "parameters": [
            Line(p["name"], kind_of(p["schema"]), p.get("required", False), p.get("description", "")) for p in params
        ],
        "takes": _content(operation.get("requestBody", {})),
        "gives": _content(answered),
        "status": status,
    }


def _content(part: dict[str, Any]) -> Kind:
    for mimetype, content in part.get("content", {}).items():
        if content.get("schema") and "json" in mimetype:
            return kind_of(content["schema"])
        return Kind(mimetype)
    return Kind("")


def kind_of(schema: dict[str, Any]) -> Kind:
    """Return a schema in one line (`text`, `list of Seat`, `one of a, b`).
    With the names of the documents in it."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return Kind(name, (name,))
    if "enum" in schema or "const" in schema:
        return Kind("one of " + ", ".join(f"`{item}`" for item in schema.get("enum", [schema.get("const")])))
    for several in ("allOf", "anyOf", "oneOf"):
        if several in schema:
            return _joined([kind_of(item) for item in schema[several]])
    kinds = schema.get("type", "anything")
    if isinstance(kinds, list):
        return _joined([kind_of({**schema, "type": kind}) for kind in kinds])
    if kinds == "array":
        inner = kind_of(schema.get("items") or {})
        return Kind(f"list of {inner.words}", inner.named)
    if kinds == "object" and isinstance(schema.get("additionalProperties"), dict):
        inner = kind_of(schema["additionalProperties"])
        return Kind(f"{inner.words} by name", inner.named)
    return Kind(_PLAIN.get((kinds, schema.get("format", "")), _PLAIN.get((kinds, ""), kinds)))


_PLAIN = {
    ("string", ""): "text",
    ("string", "date-time"): "moment (ISO 8601)",
    ("string", "date"): "day (ISO 8601)",
    ("integer", ""): "whole number",
    ("number", ""): "number",
    ("boolean", ""): "true or false",
    ("object", ""): "object",
    ("null", ""): "null",
}


def _joined(kinds: list[Kind]) -> Kind:
    """Join kinds that are alternatives by `or`, each once."""
    words = dict.fromkeys(kind.words for kind in kinds)
    return Kind(" or ".join(words), tuple(dict.fromkeys(name for kind in kinds for name in kind.named)))


def parts_of(text: str) -> Iterator[tuple[str, bool]]:
    """Split a text at its backticks: each part, and whether it is code."""
    for place, part in enumerate(re.split(r"`([^`]*)`", text)):
        if part:
            yield part, bool(place % 2)


def description() -> Description:
    """The description of this site's API."""
    api_description = current_app.extensions[KEY]
    if not isinstance(api_description, Description):
        api_description = current_app.extensions[KEY] = Description(api_description.spec.to_dict())
    return api_description


@api_page_pages.get("/")
def overview() -> str:
    """Overview of the API with examples."""
    api_description = description()
    base = app_context().settings.base_url
    examples = [(example.what, example.curl(base)) for example in EXAMPLES]
    about = api_description.document["info"]["description"]
    return render_template(
        "api.html",
        groups=api_description.groups,
        names=sorted(api_description.schemas),
        examples=examples,
        about=about,
        said=parts_of,
    )


@api_page_pages.get("/documents/<name>")
def document(name: str) -> str:
    """Page of one document with its fields."""
    schema, lines = description().shown(name)
    return render_template(
        "api_document.html",
        name=name,
        text=schema.get("description", ""),
        lines=lines,
        kind=kind_of({key: part for key, part in schema.items() if key != "description"}),
        said=parts_of,
    )
