"""Everything that can happen in a Westeros game, in the past tense, with numbers."""

from __future__ import annotations

import msgspec

from adjudicator.engine import Decided, Event
from adjudicator.thrones.state.events.round import *  # noqa: F403
from adjudicator.thrones.state.events.storm import *  # noqa: F403
from adjudicator.thrones.state.overrides import AnyOverride


class OverrideIssued(Event, tag="edict-issued"):
    """A game master issued an override, and why.
    What would reveal the future to players is hidden while the game runs."""

    override: AnyOverride = msgspec.field(name="edict")
    reason: str
    by: str


AnyEvent = Decided | OverrideIssued | RoundEvent | BattleEvent | DragonsEvent | StormEvent  # noqa: F405
