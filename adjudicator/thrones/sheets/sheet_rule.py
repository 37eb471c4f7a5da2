"""What every instruction of a sheet is made of."""

from __future__ import annotations

from typing import Annotated

import msgspec

from adjudicator.thrones.sheets.conditions.tree import When

Count = Annotated[int, msgspec.Meta(ge=0, le=1000)]


# The order for an area: a token, or tokens by liking.
Order = str | tuple[str, ...]


def wishes_of(order: Order) -> tuple[str, ...]:
    """The tokens that are liked in an area, the best first; none for an empty list."""
    return (order,) if isinstance(order, str) else order


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of a sheet."""


class Rule(Entry, frozen=True, kw_only=True):
    """An instruction: it counts only while `when` holds, and after `Else` while no condition before it in its row
    does."""

    when: When | None = None
