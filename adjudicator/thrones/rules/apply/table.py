"""Which function applies which event; the modules beside this one fill it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.engine.journal import Event
from adjudicator.thrones.state.board import Position

Applier = Callable[[Position, Any], None]
APPLIERS: dict[type[Event], Applier] = {}


def applies(*kinds: type[Event]) -> Callable[[Applier], Applier]:
    """Register a function as the applier of these events."""

    def register(function: Applier) -> Applier:
        for kind in kinds:
            APPLIERS[kind] = function
        return function

    return register
