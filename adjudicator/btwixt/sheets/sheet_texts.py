"""Conditions and limits that the JSON of a sheet says as text, as on a form, put as the trees that are kept."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from adjudicator.btwixt.sheets.conditions.parser import parse_amount, parse_condition
from adjudicator.btwixt.sheets.sheet import SECTIONS
from adjudicator.btwixt.state.edition import Edition
from adjudicator.kernel.refusal import Refusal, Refused, Unreadable

# Fields of a programme's rules that may be amounts on one line.
AMOUNTS = ("up-to", "at-least", "cards")
# Letters of all texts of a sheet: two hundred long lines.
MOST_LETTERS = 64 * 1024
TEXT_SCHEMA = {"type": "string", "description": "On one line, as on the form: `lead >= 2`, `best total + 1`."}


def with_trees(document: Any, edition: Edition, told: int) -> Any:
    """A sheet's document with trees for all conditions and amounts that it says as text; changed in place.

    Raises Unreadable with what is wrong, `told` faults at most, each with its place in the document and the column;
    `sheet-too-large` for too many letters.
    """
    found = list(_texts(document))
    if sum(len(row[field]) for row, field, _ in found) > MOST_LETTERS:
        raise Unreadable(Refusal("sheet-too-large", f"the conditions of a sheet have at most {MOST_LETTERS} letters"))
    faults: list[Refusal] = []
    for row, field, where in found:
        try:
            read = parse_condition(row[field], edition) if field == "when" else parse_amount(row[field], edition)
            row[field] = msgspec.to_builtins(read)
        except Refused as refused:
            faults += [Refusal(reason.code, reason.words, where) for reason in refused.reasons]
        if len(faults) >= told:
            break
    if faults:
        raise Unreadable(*faults[:told])
    return document


def _texts(document: Any) -> Iterator[tuple[dict[str, Any], str, str]]:
    """Every text that is a condition or an amount: the rule it stands in, its field, its place."""
    for section in SECTIONS if isinstance(document, dict) else ():
        rows = document.get(section)
        for number, row in enumerate(rows if isinstance(rows, list) else ()):
            for field in ("when", *AMOUNTS) if section == "bid" else ("when",):
                if isinstance(row, dict) and isinstance(row.get(field), str):
                    yield row, field, f"{section}[{number}].{field}"


def says_texts(document: Any) -> bool:
    """Whether a document has texts where conditions or limits stand."""
    return next(_texts(document), None) is not None


def describe_texts(parts: dict[str, Any]) -> dict[str, Any]:
    """The named parts of a JSON Schema, in which conditions and amounts may be texts as well."""
    for part in parts.values():
        for name in ("when", *AMOUNTS):
            said = part.get("properties", {}).get(name)
            if said is not None and "anyOf" in said and TEXT_SCHEMA not in said["anyOf"]:
                said["anyOf"] = [*said["anyOf"], TEXT_SCHEMA]
    return parts
