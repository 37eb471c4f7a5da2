"""What was found once in a session that only reads is not looked for again: who somebody is, which game this is.

A page asks for its game at five places that know nothing of each other; the database answers once. A session that
writes may remember too, once it has locked all that it is about.
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


def remember(session: Session) -> None:
    """Let a session that writes remember; whoever asks for this has locked what will be looked for."""
    session.info.update(memory())


def foresee(session: Session, key: Hashable, found: object) -> None:
    """Note beforehand what will be looked for under a key, in a session that remembers."""
    session.info[_FOUND][key] = found


def remembered(session: Session, key: Hashable, find: Callable[[], T]) -> T:
    """What `find` gave for a key before in this session; sessions that write look again each time."""
    found: dict[Hashable, T] | None = session.info.get(_FOUND)
    if found is None:
        return find()
    if key not in found:
        found[key] = find()
    return found[key]
