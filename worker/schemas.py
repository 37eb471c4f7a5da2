"""JSON Schema of what others may want to read or write."""

from __future__ import annotations

from typing import Any

from adjudicator import games
from adjudicator.documents import described
from adjudicator.game_file import file_type


def everything() -> dict[str, Any]:
    """One schema document: the kinds by name under `properties` (of families after the first `family/kind`), their
    parts under `$defs`."""
    kinds: dict[str, Any] = {}
    for number, family in enumerate(games.GAMES.values()):
        before, types = f"{family.id}/" if number else "", family.types
        kinds |= {
            f"{before}position": types.position,
            f"{before}sheet": types.sheet,
            f"{before}record": family.record_type,
            f"{before}decision": types.decision,
            f"{before}edict": types.edict,
            f"{before}change": types.change,
            f"{before}game": file_type(family),
        }
    schemas, parts = described(kinds, "#/$defs/{name}")
    for family in games.GAMES.values():
        parts = family.describe(parts)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Rookery",
        "properties": schemas,
        "$defs": parts,
    }
