"""Records in two parts: what everybody may see, and choices."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from adjudicator.engine.event import Decided, Record
from narration.memo import of_the_same

_DECIDED = Decided.__struct_config__.tag


class Parted(NamedTuple):
    """Records in two parts: those that are not choices, and the choices, each after so many of the others."""

    public: tuple[Record, ...]
    choices: tuple[tuple[int, Decided], ...]


def parted(records: Iterable[Record] | Parted) -> Parted:
    """Choices apart from what everybody may see; what is parted already stays as it is.

    Records may hold typed events or plain data as read from JSON.
    """
    if isinstance(records, Parted):
        return records
    if isinstance(records, tuple):
        # A letter asks for its own several times.
        return of_the_same("parted", records, make=lambda: _parted(records))
    return _parted(records)


def _parted(records: Iterable[Record]) -> Parted:
    public: list[Record] = []
    choices: list[tuple[int, Decided]] = []
    for record in records:
        event = record.event
        # Most events are neither; which kind one is takes less to see than whether it is of a kind.
        kind = type(event)
        if kind is dict and event.get("kind") == _DECIDED:
            event, kind = msgspec.convert(event, Decided), Decided
        if kind is Decided:
            choices.append((len(public), event))
        else:
            public.append(record)
    return Parted(tuple(public), tuple(choices))
