"""The API for people: what there is, examples that run, every document with its fields; made from its description.

Drawn here and not by a viewer of others: the usual ones bring 0.9 to 1.7 MB of script, show nothing without it, and
know neither our themes nor our languages (ADR 26).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from flask import Blueprint, current_app, render_template
from werkzeug.exceptions import NotFound

from web.api.description import EXAMPLES
from web.app_context import desk

pages = Blueprint("api-page", __name__, url_prefix="/api")
KEY = "rookery-api"
METHODS = ("get", "post", "put", "patch", "delete")


@dataclass(frozen=True)
class Operation:
    """One operation; `needs` is what a token must be made for, empty where none is needed."""

    method: str
    path: str
    said: str
    needs: str
    parameters: tuple[Line, ...]
    takes: Kind
    gives: Kind
    status: str


@dataclass(frozen=True)
class Kind:
    """What a value is, in words, and the documents that it is made of."""

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
    """The description of the API as its page shows it."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self.schemas: dict[str, Any] = document["components"]["schemas"]

    @cached_property
    def groups(self) -> list[tuple[str, str, list[Operation]]]:
        """The operations under the names and descriptions of their tags."""
        said = {tag["name"].removeprefix("api-"): tag.get("description", "") for tag in self.document.get("tags", [])}
        found: dict[str, list[Operation]] = {}
        for path, item in self.document["paths"].items():
            for method in METHODS:
                if method in item:
                    shared = item.get("parameters", [])
                    found.setdefault(item[method]["tags"][0], []).append(_operation(method, path, item[method], shared))
        return [(tag, said.get(tag, ""), operations) for tag, operations in found.items()]

    def shown(self, name: str) -> tuple[dict[str, Any], list[Line]]:
        """A document with its fields; NotFound for none of that name."""
        if name not in self.schemas:
            raise NotFound
        schema = self.schemas[name]
        needed = schema.get("required", [])
        lines = [
            Line(field, kind_of(part), field in needed, part.get("description", ""))
            for field, part in schema.get("properties", {}).items()
        ]
        return schema, lines


def _operation(method: str, path: str, found: dict[str, Any], shared: list[Any]) -> Operation:
    scopes = [scope for need in found.get("security", []) for scope in need.get("token", [])]
    free = {} in found.get("security", [])
    status, answered = next(pair for pair in found["responses"].items() if pair[0].startswith("2"))
    given = [one for one in (*shared, *found.get("parameters", [])) if "name" in one]
    return Operation(
        method.upper(),
        path,
        " ".join(filter(None, (found.get("summary", ""), found.get("description", "")))),
        "" if free else ", ".join(scopes),
        tuple(Line(p["name"], kind_of(p["schema"]), p.get("required", False), p.get("description", "")) for p in given),
        _content(found.get("requestBody", {})),
        _content(answered),
        status,
    )


def _content(part: dict[str, Any]) -> Kind:
    for mimetype, content in part.get("content", {}).items():
        if content.get("schema") and "json" in mimetype:
            return kind_of(content["schema"])
        return Kind(mimetype)
    return Kind("")


def kind_of(schema: dict[str, Any]) -> Kind:
    """A schema in a line: `text`, `list of Seat`, `one of a, b`."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return Kind(name, (name,))
    if "enum" in schema or "const" in schema:
        return Kind("one of " + ", ".join(f"`{one}`" for one in schema.get("enum", [schema.get("const")])))
    for several in ("allOf", "anyOf", "oneOf"):
        if several in schema:
            return _joined([kind_of(one) for one in schema[several]])
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
    words = dict.fromkeys(kind.words for kind in kinds)
    return Kind(" or ".join(words), tuple(dict.fromkeys(name for kind in kinds for name in kind.named)))


def parts_of(text: str) -> Iterator[tuple[str, bool]]:
    """A text of the description in parts: what stands between backticks is code."""
    for place, part in enumerate(re.split(r"`([^`]*)`", text)):
        if part:
            yield part, bool(place % 2)


def description() -> Description:
    """The description of this site's API."""
    known = current_app.extensions[KEY]
    if not isinstance(known, Description):
        known = current_app.extensions[KEY] = Description(known.spec.to_dict())
    return known


@pages.get("/")
def overview() -> str:
    """What the API can do, with examples."""
    found = description()
    base = desk().settings.base_url
    examples = [(example.what, example.curl(base)) for example in EXAMPLES]
    about = found.document["info"]["description"]
    return render_template(
        "api.html",
        groups=found.groups,
        names=sorted(found.schemas),
        examples=examples,
        about=about,
        said=parts_of,
    )


@pages.get("/documents/<name>")
def document(name: str) -> str:
    """One kind of document with its fields."""
    schema, lines = description().shown(name)
    return render_template(
        "api_document.html",
        name=name,
        text=schema.get("description", ""),
        lines=lines,
        kind=kind_of({key: part for key, part in schema.items() if key != "description"}),
        said=parts_of,
    )
