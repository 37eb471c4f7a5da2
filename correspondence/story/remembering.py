"""Words that several readers of one table are told: made once from the same data, in one language.

What is remembered is found by the data it was made from, so two readers share words only where they were shown the
same; whatever only one of them may know makes another key.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, ParamSpec, TypeVar, cast

import msgspec

P = ParamSpec("P")
T = TypeVar("T")

# A table's letters in two or three languages, several times over.
MOST_REMEMBERED = 2048
_encode = msgspec.json.Encoder().encode
_forgetting: list[Callable[[], None]] = []


def remembered(function: Callable[P, T]) -> Callable[P, T]:
    """A pure function of small values that gives the last few thousand answers again."""
    kept: Any = lru_cache(maxsize=MOST_REMEMBERED)(function)
    _forgetting.append(kept.cache_clear)
    return cast(Callable[P, T], kept)


class _Matter:
    """Data as a key, with the function that makes something of it; equal where the data is equal."""

    __slots__ = ("key", "make")

    def __init__(self, key: tuple[object, ...], make: Callable[[], object]) -> None:
        self.key, self.make = key, make

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Matter) and self.key == other.key


@remembered
def _remembered(matter: _Matter) -> object:
    made = matter.make()
    # The key stays; what the words were made from may go.
    matter.make = _gone
    return made


def _gone() -> object:
    raise AssertionError("what is remembered is not made again")


def once(what: str, data: object, *names: str, make: Callable[[], T]) -> T:
    """What `make` gives, remembered under `what`, `names` (edition, language) and the data it is made from.

    `data` is anything that msgspec writes as JSON; `make` must use nothing else of the reader's.
    """
    found: Any = _remembered(_Matter((what, *names, _encode(data)), make))
    return found  # type: ignore[no-any-return]


def forget() -> None:
    """Remember nothing; for measurements and tests."""
    for clear in _forgetting:
        clear()
