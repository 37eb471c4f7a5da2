"""Documents of the adjudicator (sheets, views, records, decisions) as fields of the API's answers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
from marshmallow import fields

from adjudicator import games
from adjudicator.documents import described
from adjudicator.engine.decision import Decision, Refusal
from adjudicator.engine.game import Game
from adjudicator.engine.journal import Record
from adjudicator.engine.values import Standing, View, filled
from correspondence.sketches import Sketch
from narration.paragraph import Paragraph

REF = "#/components/schemas/"


def _seen_view(family: Game) -> Any:
    """What one seat (null: everybody) may know, described with the decisions of its family; never made."""
    view, decision = family.types.view, family.types.decision
    found = msgspec.defstruct("SeenView", [("waiting", filled(list, decision), [])], bases=(view,))
    found.__doc__ = (
        "What one seat (null: everybody) may know: the board, deck sizes, and the decisions that wait for that seat."
    )
    return found


def _sketch(game: Game) -> Any:
    assumed = dict[str, Any] if game.assumed_type is None else game.assumed_type
    return filled(Sketch, game.types.sheet, assumed)


# The name of each document in the description, and its type in a family.
DOCUMENTS: dict[str, Callable[[Game], Any]] = {
    "Sheet": lambda family: family.types.sheet,
    "WhatIf": _sketch,
    "View": _seen_view,
    "Record": lambda game: game.record_type,
    "Decision": lambda family: family.types.decision,
    "Standing": lambda family: family.types.standing,
    "Refusal": lambda _: Refusal,
    "Paragraph": lambda _: Paragraph,
}
# Those that are known by their types in the annotations of structs. Sheets are of any type.
DOCUMENT_OF: dict[Any, str] = {
    Sketch: "WhatIf",
    View: "View",
    Record: "Record",
    Decision: "Decision",
    Standing: "Standing",
    Refusal: "Refusal",
    Paragraph: "Paragraph",
}


@cache
def _schemas() -> tuple[dict[str, Any], dict[str, Any]]:
    """The schema of each document by our name for it, of one family or another, and the parts that they refer to. Parts
    of other families than the first are called after their family, but for those that are the same."""
    every: dict[str, list[Any]] = {name: [] for name in DOCUMENTS}
    parts: dict[str, Any] = {}
    for place, family in enumerate(games.GAMES.values()):
        found, own = _of_family(family, family.id.capitalize() if place else "", parts)
        parts.update(own)
        for name, schema in found.items():
            if schema not in every[name]:
                every[name].append(schema)
    return {name: known[0] if len(known) == 1 else {"anyOf": known} for name, known in every.items()}, parts


def _of_family(family: Game, prefix: str, known: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The documents of a family and their parts, with `prefix` before the names of those that are not `known`."""
    found, parts = described({name: kind(family) for name, kind in DOCUMENTS.items()}, f"{REF}{{name}}")
    parts = family.describe(parts)
    if not prefix:
        return found, parts
    own = {name for name, part in parts.items() if known.get(name) != part}
    while more := {name for name in parts.keys() - own if _refers(parts[name]) & own}:
        own |= more
    told = json.dumps([found, {prefix + name if name in own else name: part for name, part in parts.items()}])
    for name in own:
        told = told.replace(json.dumps(REF + name), json.dumps(REF + prefix + name))
    documents, named = json.loads(told)
    return documents, named


def _refers(part: Any) -> set[str]:
    """The parts that a part refers to."""
    return set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(part)))


def components() -> dict[str, Any]:
    """The parts of all documents, as named schemas of the description."""
    return _schemas()[1]


def schema_of(document: str) -> dict[str, Any]:
    """The schema of one of the DOCUMENTS."""
    found: dict[str, Any] = _schemas()[0][document]
    return found


def plain(value: Any) -> Any:
    """A document as plain data for JSON."""
    return msgspec.to_builtins(value, str_keys=True)


class Document(fields.Field[Any]):
    """A field that holds one of the DOCUMENTS, for answers only."""

    def __init__(self, document: str, **options: Any) -> None:
        metadata = {"allOf": [schema_of(document)]}
        super().__init__(metadata=metadata, **options)

    def _serialize(self, value: Any, attr: str | None, obj: Any, **kwargs: Any) -> Any:
        return plain(value)


def documents(document: str, **options: Any) -> fields.List[Any]:
    """A field that holds a list of one of the DOCUMENTS, for answers only."""
    return fields.List(Document(document), **options)
