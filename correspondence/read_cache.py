"""Cache of facts about one game for a read-only session or one transaction.

Five independent parts of a page ask for its game; the database answers once. A session that writes may cache too, once
it has locked all that it is about.

An adjudication would query a dozen tables that are empty for most games; it queries all at once instead, and their
readers ask here first. The cache holds for one session, one transaction, one game.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, TypeVar

from sqlalchemy.orm import Session

T = TypeVar("T")

_FOUND, _WRITES = "found", "writes"


def memory() -> dict[str, Any]:
    """What a session that only reads is made with, to remember."""
    return {_FOUND: {}}


def remember(session: Session) -> None:
    """Enable the cache in a session that writes and has locked what it will read."""
    session.info.update(memory() | {_WRITES: True})


def prefetch(session: Session, key: Hashable, value: object) -> None:
    """Cache beforehand what will be looked for under a key, if the session caches."""
    session.info[_FOUND][key] = value


def remembered(session: Session, key: Hashable, find: Callable[[], T], *, may_change: bool = False) -> T:
    """Return what is cached under a key, or call `find` and cache its result.
    In a session without a cache, `find` is called each time. `may_change`: also in a session that writes."""
    cache: dict[Hashable, T] | None = session.info.get(_FOUND)
    if cache is None or may_change and _WRITES in session.info:
        return find()
    if key not in cache:
        cache[key] = find()
    return cache[key]


_KEY = "foreknowledge"


def preload_facts(session: Session, game_id: int, facts: Mapping[str, Any], rows: tuple[object, ...] = ()) -> None:
    """Cache facts for the rest of the transaction; False: the game has none of it.
    `rows` are rows that need not be read again."""
    session.info[_KEY] = (game_id, dict(facts), rows)


def forget(session: Session) -> None:
    """What was known does not hold any more: what was found out about has changed."""
    session.info.pop(_KEY, None)


def cached_fact(session: Session, game_id: int, what: str) -> Any:
    """A fact about a game, or None where nobody looked."""
    about, facts, _ = session.info.get(_KEY, (None, {}, ()))
    return facts.get(what) if about == game_id else None


def is_known_absent(session: Session, game_id: int, what: str) -> bool:
    """Whether it is known that a game has none of something."""
    return cached_fact(session, game_id, what) is False
