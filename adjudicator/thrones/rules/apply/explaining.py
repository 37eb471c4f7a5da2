"""Events that change nothing."""

from __future__ import annotations

from adjudicator.engine.event import Decided, Event
from adjudicator.thrones.rules.apply.table import applies
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.board import Position


@applies(
    Decided,
    e.WesterosResolved,
    e.WildlingsFought,
    e.StrengthsDeclared,
    e.NeutralHeld,
    e.EffectChosen,
)
def _nothing(position: Position, event: Event) -> None:
    """These events only explain."""
