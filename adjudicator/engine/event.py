"""Events: the only way a position changes, and what letters, logs and maps are made from."""

from __future__ import annotations

from typing import Any

import msgspec


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """One thing that happened, in the past tense; subclasses carry the numbers behind it."""


class Decided(Event, frozen=True, kw_only=True, tag="decided"):
    """A decision was answered. Private to its seat and the game master; changes nothing on the board.

    `asked` is the decision's kind, `answer` its answer (plain data), `source` who decided and what was skipped.
    """

    decision: str
    seat: str
    asked: str
    answer: dict[str, Any]
    source: dict[str, Any]


class Record(msgspec.Struct, frozen=True):
    """An event as it stands in the log.

    `number` counts from 1 through the whole game, `round` and `step` say when, `rule` is the key of the rule it
    follows.
    """

    number: int
    round: int
    step: str
    rule: str
    event: Any
