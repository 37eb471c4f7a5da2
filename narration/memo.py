"""A cache of words shown to several readers of one table in one language.

The key is the data that the words were made from, so readers share words only where they were shown the same data;
private data makes another key.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from operator import is_
from typing import Any, ParamSpec, TypeVar, cast

import msgspec

P = ParamSpec("P")
T = TypeVar("T")

# A table's letters in two or three languages, several times over.
MAX_REMEMBERED = 2048
# What is told of some records and boards, each of them kept: a few tables, in their languages.
MAX_TABLES = 48
_forgetting: list[Callable[[], None]] = []


def memoize(function: Callable[P, T]) -> Callable[P, T]:
    """Cache the last few thousand results of a pure function of small values."""
    cached_function: Any = lru_cache(maxsize=MAX_REMEMBERED)(function)
    _forgetting.append(cached_function.cache_clear)
    return cast(Callable[P, T], cached_function)


@memoize
def _shared_slot(name: str, data: bytes) -> list[Any]:
    """Return the cached list for the first value with this name and JSON.
    It is empty until the caller puts that value in."""
    return []


def intern_value(value: T, name: str) -> T:
    """Return the first value of this `name` with the same JSON; never change it."""
    slot: list[T] = _shared_slot(name, msgspec.json.encode(value))
    if not slot:
        slot.append(value)
    return slot[0]


class _Same:
    """Things as a key, equal only where they are the same objects."""

    __slots__ = ("made", "names", "things")

    def __init__(self, things: tuple[object, ...], names: tuple[str, ...], factory: Callable[[], object]) -> None:
        self.things, self.names, self.made = things, names, factory

    def __hash__(self) -> int:
        first, last = (id(self.things[0]), id(self.things[-1])) if self.things else (0, 0)
        return hash((first, last, len(self.things), self.names))

    def __eq__(self, other: object) -> bool:
        """Whether names are equal and all things are the same objects, in order."""
        return (
            isinstance(other, _Same)
            and self.names == other.names
            and len(self.things) == len(other.things)
            and all(map(is_, self.things, other.things))
        )


def cached_by_identity(what: str, things: tuple[object, ...], *names: str, make: Callable[[], T]) -> T:
    """Return the result of `make`, cached while the same `things` are passed.

    It must never be changed. The emails of a table share what was read once.
    """
    result: Any = _make_memoized(_Same(things, (what, *names), make))
    return result  # type: ignore[no-any-return]


@lru_cache(maxsize=MAX_TABLES)
def _make_memoized(matter: _Same) -> object:
    result = matter.made()
    # The things stay, so that no other can take their place in memory; the function may go.
    matter.made = object
    return result


_forgetting.append(_make_memoized.cache_clear)


def forget() -> None:
    """Remember nothing; for measurements and tests."""
    for clear in _forgetting:
        clear()
