"""Statements compiled once for all the databases that tests open in one process."""

from __future__ import annotations

from functools import cache, wraps
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.engine.default import DefaultDialect
from sqlalchemy.util import LRUCache

from correspondence import store

# More than there are statements, so that none is compiled twice.
_KEPT = 5000


def _same(one: DefaultDialect, other: object) -> bool:
    """Whether both speak to the same kind of database by the same driver: all settings of ours are alike."""
    return type(one) is type(other)


def _number(one: DefaultDialect) -> int:
    """Equal for all that are the same."""
    return hash(type(one))


@cache
def keep_statements() -> None:
    """From now on every store of this process shares its compiled statements, as one long-lived store would.

    Each store has an engine of its own, and with it a dialect by which SQLAlchemy keeps what it compiled; a test that
    opens a database would compile every statement anew, which took longer than to run it. There is a public option for
    such a cache (`compiled_cache`); the one of the engine itself, private, saves the tests of votes another tenth of
    their processor (7.2 to 6.3 s).
    """
    DefaultDialect.__eq__ = _same  # type: ignore[method-assign, assignment]
    DefaultDialect.__hash__ = _number  # type: ignore[method-assign, assignment]
    made, kept = store.make_engine, LRUCache(_KEPT)

    @wraps(made)
    def make_engine(url: str, *waits: Any) -> Engine:
        """An engine that knows what others compiled."""
        engine = made(url, *waits)
        engine._compiled_cache = kept
        return engine

    store.make_engine = make_engine
