"""What was found once in a session that only reads is not looked for again: who somebody is, which game this is.

A page asks for its game at five places that know nothing of each other; the database answers once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from sqlalchemy.orm import Session

T = TypeVar("T")

_FOUND = "found"


def memory() -> dict[str, Any]:
    """What a session that only reads is made with, to remember."""
    return {_FOUND: {}}


def remembered(session: Session, key: Hashable, find: Callable[[], T]) -> T:
    """What `find` gave for a key before in this session; sessions that write look again each time."""
    found: dict[Hashable, T] | None = session.info.get(_FOUND)
    if found is None:
        return find()
    if key not in found:
        found[key] = find()
    return found[key]
