"""Lines of pages from rows: what has a name of its own, whose row counts, what is missing."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace

import msgspec
import pytest

from correspondence.rows import from_rows


@dataclass(frozen=True)
class Line:
    """A line with a field that may be left out."""

    id: str
    number: int
    title: str
    note: str = "none"


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """The same as a struct."""

    id: str
    number: int


def test_values_come_before_rows_and_rows_in_their_order() -> None:
    turn, game = SimpleNamespace(id=7, number=3), SimpleNamespace(id=1, number=9, title="The North")

    line = from_rows(Line, turn, game, id="abc")

    assert line == Line("abc", 3, "The North", "none")
    assert from_rows(Told, turn, id="abc") == Told(id="abc", number=3)


def test_what_no_row_has_is_missed() -> None:
    with pytest.raises(TypeError, match="title"):
        from_rows(Line, SimpleNamespace(number=3), id="abc")
