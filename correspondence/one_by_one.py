"""Work on many things, each in a transaction of its own, so that the trouble of one is not the others'."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

import structlog
from sqlalchemy.orm import Session

from correspondence.store import Store

log = structlog.get_logger(__name__)

K = TypeVar("K", int, str)
R = TypeVar("R")


def one_by_one(
    store: Store, ids: Iterable[K], work: Callable[[Session, K], R], *, trouble: str, name: str
) -> dict[K, R]:
    """What `work` gave for each of the `ids`, in their order, of those with which it came to its end.

    One that fails is logged: `trouble` in words, and its id under `name`.
    """
    done: dict[K, R] = {}
    for one in ids:
        try:
            with store.begin() as session:
                found = work(session, one)
        except Exception:
            log.exception(trouble, **{name: one})
        else:
            done[one] = found
    return done
