"""Which function tells which event: one sentence for each kind, whoever reads it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

import msgspec

from adjudicator.engine.event import Event, Record
from adjudicator.thrones.state.events import AnyEvent
from narration.thrones.voice import Voice

Teller = Callable[[Any, Voice], str]
TELLERS: dict[type[Event], Teller] = {}


def tells(kind: type[Event]) -> Callable[[Teller], Teller]:
    """Register a function as the teller of a kind of event."""

    def register(function: Teller) -> Teller:
        TELLERS[kind] = function
        return function

    return register


def event_of(record: Record) -> Event:
    """The typed event of a record, also of one that was read from JSON and still holds plain data."""
    if isinstance(record.event, dict):
        return msgspec.convert(record.event, AnyEvent)  # type: ignore[no-any-return]
    return record.event  # type: ignore[no-any-return]


def sentence(event: Event, voice: Voice) -> str:
    """One event in words. Raises KeyError for an event that nobody tells; a test keeps that from happening."""
    return TELLERS[type(event)](event, voice)


def untold() -> list[str]:
    """Kinds of events without a sentence."""
    return [kind.__name__ for kind in get_args(AnyEvent) if kind not in TELLERS]
