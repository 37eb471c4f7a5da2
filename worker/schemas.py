"""JSON Schema of what others may want to read or write."""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator import face
from adjudicator.game_file import GameFile
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.sheets.sheet_texts import describe_texts
from adjudicator.thrones.state.board import Position
from adjudicator.thrones.state.decisions import AnyDecision
from adjudicator.thrones.state.difference import AnyChange
from adjudicator.thrones.state.edicts import AnyEdict

_KINDS: dict[str, Any] = {
    "position": Position,
    "sheet": Sheet,
    "record": face.StoredRecord,
    "decision": AnyDecision,
    "edict": AnyEdict,
    "change": AnyChange,
    "game": GameFile,
}


def everything() -> dict[str, Any]:
    """One schema document: the kinds by name under `properties`, their parts under `$defs`."""
    schemas, parts = msgspec.json.schema_components(_KINDS.values(), ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Rookery",
        "properties": dict(zip(_KINDS, schemas, strict=True)),
        "$defs": describe_texts(parts),
    }
