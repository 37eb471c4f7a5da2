"""What only one seat may know of a view, as plain data: kept beside the board that everybody sees, and put back."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import FieldInfo

from adjudicator.engine.family import BoardKept, View
from adjudicator.families import of_value

# What every view has, and is known from elsewhere.
COMMON = frozenset(("edition", "players", "commitment", "revision", "seat", "board", "waiting"))


def own_part(view: View) -> dict[str, Any]:
    """What a view has beside the board and the questions, as data that JSON can hold."""
    return {one.name: msgspec.to_builtins(getattr(view, one.name)) for one in _own_fields(view.__class__)}


def view_with(kept: BoardKept, seat: str | None, own: Mapping[str, Any]) -> View:
    """The view of a board with a seat's own part, as :func:`own_part` gave it; what no view has by now is left out.

    Raises msgspec.ValidationError for data of another kind.
    """
    view: Any = of_value(kept.board).view_of_board(kept, seat)
    fields = _own_fields(view.__class__)
    put = {one.name: msgspec.convert(own[one.name], one.type) for one in fields if one.name in own}
    found: View = msgspec.structs.replace(view, **put)
    return found


@lru_cache(maxsize=16)
def _own_fields(kind: Any) -> tuple[FieldInfo, ...]:
    """What a family's view has of a seat's own; read from its annotations, which takes long."""
    return tuple(one for one in msgspec.structs.fields(kind) if one.name not in COMMON)
