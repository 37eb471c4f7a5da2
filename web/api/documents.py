"""Documents of the adjudicator (sheets, views, records, decisions) as fields of the API's answers."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from marshmallow import fields

from adjudicator.face import StoredRecord
from adjudicator.kernel.refusal import Refusal
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.sheets.sheet_texts import describe_texts
from adjudicator.thrones.state.board import View
from adjudicator.thrones.state.decisions import AnyDecision
from adjudicator.thrones.state.events import Standing
from correspondence.sketches.documents import Sketch
from narration.paragraph import Paragraph

REF = "#/components/schemas/"


class SeenView(View):
    """What one seat (null: everybody) may know: the board, deck sizes, and the decisions that wait for that seat."""

    # Narrower than what it replaces: this class is only described, never made.
    waiting: list[AnyDecision] = []  # type: ignore[assignment]


# The name of each document in the description, and its type.
DOCUMENTS: dict[str, Any] = {
    "Sheet": Sheet,
    "WhatIf": Sketch,
    "View": SeenView,
    "Record": StoredRecord,
    "Decision": AnyDecision,
    "Standing": Standing,
    "Refusal": Refusal,
    "Paragraph": Paragraph,
}


@cache
def _schemas() -> tuple[dict[str, Any], dict[str, Any]]:
    """The schema of each document by our name for it, and the parts that they refer to."""
    found, parts = msgspec.json.schema_components(DOCUMENTS.values(), ref_template=f"{REF}{{name}}")
    return dict(zip(DOCUMENTS, found, strict=True)), describe_texts(parts)


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
