"""The journal: the append-only list of answers from which, with the seed, a game replays."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic, TypeVar

import msgspec

from adjudicator.kernel.decision import Decision, Given, Source

A = TypeVar("A")


class Answered(msgspec.Struct, Generic[A], frozen=True):
    """A journal entry: the decision's id and kind, who decided, the answer and its source."""

    decision: str
    seat: str
    asked: str
    answer: A
    source: Source


class Replay:
    """An oracle that answers from a journal and leaves open what the journal does not hold."""

    def __init__(self, entries: Iterable[Answered[Any]]) -> None:
        self._by_id = {entry.decision: entry for entry in entries}

    def __call__(self, position: Any, decision: Decision) -> Given | None:
        entry = self._by_id.get(decision.id)
        return None if entry is None else Given(entry.answer, entry.source)
