"""What a session that only reads, or a transaction, knows before it looks: facts about one game.

A page asks for its game at five places that know nothing of each other; the database answers once. A session that
writes may remember too, once it has locked all that it is about.

An adjudication would ask a dozen tables that are empty for most games. It asks once for all of them instead, and
whoever would read such a table asks here first. It holds for one session, one transaction, one game.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
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


_KEY = "foreknowledge"


def foreknow(session: Session, game_id: int, facts: Mapping[str, Any], kept: tuple[object, ...] = ()) -> None:
    """Remember facts for the rest of the transaction; False says that the game has none of something. `kept` are rows
    that need not be read a second time."""
    session.info[_KEY] = (game_id, dict(facts), kept)


def forget(session: Session) -> None:
    """What was known does not hold any more: what was found out about has changed."""
    session.info.pop(_KEY, None)


def known(session: Session, game_id: int, what: str) -> Any:
    """A fact about a game, or None where nobody looked."""
    about, facts, _ = session.info.get(_KEY, (None, {}, ()))
    return facts.get(what) if about == game_id else None


def known_absent(session: Session, game_id: int, what: str) -> bool:
    """Whether it is known that a game has none of something."""
    return known(session, game_id, what) is False


def taken(session: Session, game_id: int, what: str) -> Any:
    """A fact that is good for one use, or None where nobody looked or it was used before."""
    about, facts, _ = session.info.get(_KEY, (None, {}, ()))
    return facts.pop(what, None) if about == game_id else None
