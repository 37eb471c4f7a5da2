"""How each event changes the position; the only code that does. The rooms are those of the events."""

from __future__ import annotations

from adjudicator.engine.event import Event
from adjudicator.thrones.rules.apply import (  # noqa: F401  (they register their events)
    bank,
    battle,
    edicts,
    explaining,
    holdings,
    loyalty,
    orders,
    rounds,
    storm,
    vassals,
    westeros,
)
from adjudicator.thrones.rules.apply.table import APPLIERS
from adjudicator.thrones.state.board import Position

__all__ = ["APPLIERS", "apply"]


def apply(position: Position, event: Event) -> None:
    """Change the position as the event says. Raises KeyError for an event nobody applies."""
    APPLIERS[type(event)](position, event)
