"""Everything that can happen in a Westeros board game, in the past tense, with the numbers behind it."""

from __future__ import annotations

import msgspec

from adjudicator.engine import Decided, Event
from adjudicator.thrones.state.events.battle import *  # noqa: F403
from adjudicator.thrones.state.events.dragons import *  # noqa: F403
from adjudicator.thrones.state.events.round import *  # noqa: F403
from adjudicator.thrones.state.events.storm import *  # noqa: F403
from adjudicator.thrones.state.overrides import AnyOverride


class OverrideIssued(Event, tag="edict-issued"):
    """A game master decreed something, and why. What would help a player to know the future is hidden while the game
    runs.
    """

    override: AnyOverride = msgspec.field(name="edict")
    reason: str
    by: str


AnyEvent = Decided | OverrideIssued | RoundEvent | BattleEvent | DragonsEvent | StormEvent  # noqa: F405
