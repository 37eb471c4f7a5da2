"""Conditions and sums that the JSON of a sheet says as text, as on a form, put as the trees that are kept."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

import msgspec

from adjudicator.engine import sheet_documents
from adjudicator.engine.refusal import Refusal, Unreadable
from adjudicator.engine.sheet_documents import Text, read_texts
from adjudicator.thrones.sheets.conditions.parser import parse_condition, parse_when
from adjudicator.thrones.sheets.conditions.sum_text import parse_amount
from adjudicator.thrones.state.edition import Edition

# Fields that may be text, wherever they stand.
CONDITIONS = ("when", "stop")
# Parts of a sheet in which these words name something else.
ELSEWHERE = ("orders", "answers")
# Letters of a key that a refusal repeats.
SHOWN = 200
# Fields that may be sums on one line, and what stands before them.
SUMS = {"amount": "bids.", "power": "hostages."}
_SAID = re.compile(rb'"(?:when|stop|amount|power)"\s*:\s*"')

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder()


def says_texts(data: bytes) -> bool:
    """Whether a sheet's JSON says any condition as text, so that it takes an edition's names to read it."""
    return _SAID.search(data) is not None


def with_trees(data: bytes, edition: Edition, modules: Collection[str], most: int, told: int) -> bytes:
    """The JSON of a sheet with trees for all conditions that it says as text, in a game with these modules.

    Raises Unreadable with what is wrong, `told` faults at most, each with its place in the document and the column;
    `too-many-rules` for more than `most` texts, `sheet-too-large` for too many letters of them; msgspec.DecodeError and
    RecursionError for what is no JSON.
    """
    document = _decoder.decode(data)
    found = _texts(document)
    if len(found) > most:
        raise Unreadable(Refusal("too-many-rules", f"a sheet has at most {most} conditions, not {len(found)}"))
    read = {"when": parse_when, "stop": parse_condition}
    read_texts(found, lambda field, text: read.get(field, parse_amount)(text, edition, modules), told)
    return _encoder.encode(document)


def _texts(document: Any) -> list[Text]:
    """Every text that is a condition: the part it stands in, its field, its place; in the order of the document."""
    found: list[Text] = []
    waiting: list[tuple[Any, str]] = [(document, "")]
    while waiting:
        part, where = waiting.pop()
        if isinstance(part, dict):
            steps = [(key, inner, f"{where}.{key[:SHOWN]}" if where else key[:SHOWN]) for key, inner in part.items()]
            for key, inner, place in steps:
                if isinstance(inner, str) and (key in CONDITIONS or (key in SUMS and SUMS[key] in f"{where}.")):
                    found.append((part, key, place))
            waiting.extend(
                (inner, place)
                for key, inner, place in reversed(steps)
                if isinstance(inner, dict | list) and not (not where and key in ELSEWHERE)
            )
        elif isinstance(part, list):
            waiting.extend(
                (inner, f"{where}[{number}]")
                for number, inner in reversed(list(enumerate(part)))
                if isinstance(inner, dict | list)
            )
    return found


def describe_texts(parts: dict[str, Any]) -> dict[str, Any]:
    """The named parts of a JSON Schema, in which conditions may be texts as well."""
    return sheet_documents.describe_texts(parts, (*CONDITIONS, *SUMS), "`lead >= 2`, `stark power + 1`")
