"""How each event changes the position; the only code that does. The modules are those of the events."""

from __future__ import annotations

from adjudicator.engine.journal import Event
from adjudicator.thrones.rules.apply import (  # noqa: F401  (they register their events)
    battle,
    dragons,
    round,
    storm,
)
from adjudicator.thrones.rules.apply.battle import APPLIERS
from adjudicator.thrones.state.board import Position

__all__ = ["APPLIERS", "apply"]


def apply(position: Position, event: Event) -> None:
    """Change the position as the event says. Raises KeyError for an event nobody applies."""
    APPLIERS[type(event)](position, event)
