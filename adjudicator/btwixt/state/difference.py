"""What differs between two tables, typed and complete: nothing is listed if and only if the tables say the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from adjudicator.btwixt.state.position import Board, Council, Piled


class Change(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """One thing that differs."""


class CouncilChange(Change, frozen=True, kw_only=True, tag="council"):
    """A council."""

    council: str
    before: Council | None
    after: Council | None


class HandChange(Change, frozen=True, kw_only=True, tag="hand"):
    """How many cards a leader holds."""

    house: str
    before: int | None
    after: int | None


class PileChange(Change, frozen=True, kw_only=True, tag="pile"):
    """A bid pile."""

    house: str
    before: tuple[Piled, ...] | None
    after: tuple[Piled, ...] | None


class ValueChange(Change, frozen=True, kw_only=True, tag="value"):
    """Anything else that lies open, by its name in the position."""

    name: str
    before: str
    after: str


AnyChange = CouncilChange | HandChange | PileChange | ValueChange
SHOWN = ("councils", "hands", "piles")


def difference(before: Board, after: Board) -> tuple[AnyChange, ...]:
    """Everything that differs, councils first."""
    changes: list[AnyChange] = [
        CouncilChange(council=key, before=one, after=other)
        for key, one, other in _pairs(before.councils, after.councils)
    ]
    changes += [HandChange(house=key, before=one, after=other) for key, one, other in _pairs(before.hands, after.hands)]
    changes += [
        PileChange(house=key, before=_fixed(one), after=_fixed(other))
        for key, one, other in _pairs(before.piles, after.piles)
    ]
    for name in Board.__struct_fields__:
        if name not in SHOWN:
            was, now = _words(getattr(before, name)), _words(getattr(after, name))
            if was != now:
                changes.append(ValueChange(name=name, before=was, after=now))
    return tuple(changes)


def _fixed(pile: Iterable[Piled] | None) -> tuple[Piled, ...] | None:
    return None if pile is None else tuple(pile)


def _pairs(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    for key in dict.fromkeys([*before, *after]):
        if before.get(key) != after.get(key):
            yield key, before.get(key), after.get(key)


def _words(value: Any) -> str:
    """A value as text, for comparing and reading."""
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return ", ".join(value)
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
