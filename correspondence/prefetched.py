"""What a transaction knows before it looks: facts about one game, and which of the rare things it has none of.

An adjudication would ask a dozen tables that are empty for most games. It asks once for all of them instead, and
whoever would read such a table asks here first. It holds for one session, one transaction, one game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy.orm import Session

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
