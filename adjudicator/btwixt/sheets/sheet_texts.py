"""Conditions and limits that the JSON of a sheet says as text, as on a form, put as the trees that are kept."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from adjudicator.btwixt.sheets.conditions.parser import parse_amount, parse_when
from adjudicator.btwixt.sheets.sheet import SECTIONS
from adjudicator.btwixt.state.edition import Edition
from adjudicator.engine import sheet_documents
from adjudicator.engine.sheet_documents import Text, read_texts

# Fields of a programme's rules that may be amounts on one line.
AMOUNTS = ("up-to", "at-least", "cards")


def with_trees(document: Any, edition: Edition, told: int) -> Any:
    """A sheet's document with trees for all conditions and amounts that it says as text; changed in place.

    Raises Unreadable with what is wrong, `told` faults at most, each with its place in the document and the column;
    `sheet-too-large` for too many letters.
    """

    def read(field: str, text: str) -> Any:
        return msgspec.to_builtins((parse_when if field == "when" else parse_amount)(text, edition))

    read_texts(list(_texts(document)), read, told)
    return document


def _texts(document: Any) -> Iterator[Text]:
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
    return sheet_documents.describe_texts(parts, ("when", *AMOUNTS), "`lead >= 2`, `best total + 1`")
