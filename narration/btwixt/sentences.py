"""Which function tells which event: one sentence or two for each kind, whoever reads them.

A teller says what happened; whose ability it was is put before it here. What is hidden from the reader is not in the
event, and is not told.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

import msgspec

from adjudicator.btwixt.state.events import AnyEvent
from adjudicator.engine.event import Event
from narration.btwixt.voice import Voice
from narration.words import N_

Teller = Callable[[Any, Voice], str]
TELLERS: dict[type[Event], Teller] = {}
BY = N_("{source}: {what}")


def tells(kind: type[Event]) -> Callable[[Teller], Teller]:
    """Register a function as the teller of a kind of event."""

    def register(function: Teller) -> Teller:
        TELLERS[kind] = function
        return function

    return register


def event_of(event: Any) -> Event:
    """The typed event, also of one that was read from JSON and is still plain data."""
    return msgspec.convert(event, AnyEvent) if isinstance(event, dict) else event  # type: ignore[no-any-return]


def sentence(event: Event, v: Voice, shown: str = "") -> str:
    """One event in words, begun by the card whose ability it was, but for one that is `shown` already. Raises KeyError
    for an event that nobody tells; a test keeps that from happening."""
    what = TELLERS[type(event)](event, v)
    source = getattr(event, "source", "")
    if isinstance(source, str) and source and source != shown:
        return v.say(BY, source=v.source(source), what=what)
    return capital(what)


def capital(text: str) -> str:
    """The text with a large first letter."""
    return text[:1].upper() + text[1:]


def untold() -> list[str]:
    """Kinds of events without a sentence."""
    return [kind.__name__ for kind in get_args(AnyEvent) if kind not in TELLERS]
