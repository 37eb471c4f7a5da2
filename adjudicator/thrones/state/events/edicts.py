"""The event of a game master's intervention."""

from __future__ import annotations

from adjudicator.engine.event import Event
from adjudicator.thrones.state.edicts import AnyEdict


class EdictIssued(Event, frozen=True, kw_only=True, tag="edict-issued"):
    """A game master decreed something, and why. What would help a player to know the future is hidden while the game
    runs.
    """

    edict: AnyEdict
    reason: str
    by: str
