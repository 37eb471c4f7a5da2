"""Pieces of a sheet that are no words of the notation: JSON, and what a family's own reader says of a text."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec

from adjudicator.engine.refusal import Ambiguous, Refused
from narration.notation.cursor import Cursor, Tongue
from narration.notation.tokens import Fault, refuse, shown
from narration.notation.values import Value


class Json(Value):
    """A piece of JSON, of this type."""

    greedy = False

    def __init__(self, kind: Any) -> None:
        self.kind = kind

    def ahead(self, c: Cursor) -> bool:
        """Whether it begins with a bracket."""
        return not c.done and c.tokens[c.at].value is not None

    def read(self, c: Cursor) -> Any:
        """What it holds. Raises Fault (`bad-json`)."""
        if not self.ahead(c):
            raise c.refuse("bad-json", "an answer is a piece of JSON", '{"kind": ...}')
        token = c.take()
        return decoded(c, token.value, self.kind, token.start)

    def write(self, value: Any, tongue: Tongue, language: str) -> str:
        """As JSON on one line."""
        return json.dumps(msgspec.to_builtins(value))


def decoded(c: Cursor, value: Any, kind: Any, at: int | None = None) -> Any:
    """Plain data as this type. Raises Fault (`bad-json`)."""
    try:
        return msgspec.convert(value, kind)
    except (msgspec.ValidationError, RecursionError) as fault:
        raise c.refuse("bad-json", f"this is not JSON: {shown(str(fault))}", at=at) from fault


_COLUMN = re.compile(r"column ([0-9]+)(?:: )?")
_SO_FAR = re.compile(r' \(understood so far: "[^\n]*"\)(?=;|$)')


def shifted(refused: Refused, begin: int) -> Fault:
    """What a family's reader refused in a piece of text that begins at a place, as a fault of the whole text."""
    reason = refused.reasons[0]
    column = _COLUMN.match(reason.where)
    at = begin + (int(column[1]) - 1 if column else 0)
    words = _COLUMN.sub("", reason.words, count=1) if reason.words.startswith("column ") else reason.words
    before, _, expected = _SO_FAR.sub("", words).partition("; expected ")
    return refuse(reason.code, before, at, expected, ambiguous=isinstance(refused, Ambiguous))
