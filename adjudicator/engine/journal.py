"""Events, and the journal of answers and overrides that replays a game by seed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Generic, TypeVar

import msgspec

from adjudicator.engine.decision import Decision, FrozenStruct, KeywordStruct, Source, SourcedAnswer, kind_of, tag_of


class Event(KeywordStruct, tag_field="kind", tag=tag_of):
    """An event, named in the past tense; subclasses carry its numbers."""


class Decided(Event):
    """A decision was answered; visible to its seat and the game master only.

    `asked`: the decision's kind; `answer`: plain data; `source`: who decided and what was skipped. Changes no board.
    """

    decision: str
    seat: str
    asked: str
    answer: dict[str, Any]
    source: dict[str, Any]


class Record(FrozenStruct):
    """An event as it stands in the log.

    `number` counts from 1 through the whole game, `round` and `step` say when, `rule` is the key of the rule it
    follows.
    """

    number: int
    round: int
    step: str
    rule: str
    event: Any


_A = TypeVar("_A")
_E = TypeVar("_E")


class Answered(FrozenStruct, Generic[_A], tag_field="entry", tag="answered"):
    """Journal entry of an answer: decision's id and kind, who decided, its source."""

    decision: str
    seat: str
    asked: str
    answer: _A
    source: Source


class Decreed(FrozenStruct, Generic[_E], tag_field="entry", tag="decreed"):
    """Journal entry of an override, applied at rest after all earlier entries."""

    override: _E = msgspec.field(name="edict")
    reason: str
    by: str


Entry = Answered[Any] | Decreed[Any]


class Replay:
    """An oracle that answers from a journal and leaves other decisions open.

    `unused` lists the journal's decisions that were not asked, `misnamed` those asked whose entry names another seat or
    kind.
    """

    def __init__(self, entries: Iterable[Answered[Any]]) -> None:
        self._by_id = {entry.decision: entry for entry in entries}
        self._used: set[str] = set()
        self._misnamed: dict[str, None] = {}

    def __call__(self, position: Any, decision: Decision) -> SourcedAnswer | None:
        entry = self._by_id.get(decision.id)
        if entry is None:
            return None
        self._used.add(decision.id)
        seat_and_kind = (decision.seat, kind_of(decision))
        if (entry.seat, entry.asked) != seat_and_kind:
            self._misnamed[decision.id] = None
        return SourcedAnswer(entry.answer, entry.source)

    @property
    def misnamed(self) -> list[str]:
        """Return asked decisions whose entry names another seat or kind, in order asked."""
        return list(self._misnamed)

    @property
    def unused(self) -> list[str]:
        """Decisions that were never asked, in the order of the journal."""
        return [name for name in self._by_id if name not in self._used]


def segments(
    entries: Iterable[Entry],
) -> Iterator[tuple[Decreed[Any] | None, list[Answered[Any]]]]:
    """Split the journal at its overrides, each (first None) with following answers."""
    decreed: Decreed[Any] | None = None
    answers: list[Answered[Any]] = []
    for entry in entries:
        if isinstance(entry, Decreed):
            yield decreed, answers
            decreed, answers = entry, []
        else:
            answers.append(entry)
    yield decreed, answers
