"""Events of the round itself and of the end of the game."""

from __future__ import annotations

from adjudicator.engine.event import Event
from adjudicator.thrones.state.events.parts import Standing


class RoundStarted(Event, frozen=True, kw_only=True, tag="round-started"):
    """The round marker moved on; what last round's Westeros cards forbade no longer holds."""

    round: int


class PhaseStarted(Event, frozen=True, kw_only=True, tag="phase-started"):
    """A phase began: `westeros`, `planning`, `raven`, `raids`, `marches`, `power`, or `interest`."""

    phase: str


class OrdersCleared(Event, frozen=True, kw_only=True, tag="orders-cleared"):
    """The remaining orders left the board at the end of the round."""

    areas: tuple[str, ...]


class UnitsRallied(Event, frozen=True, kw_only=True, tag="units-rallied"):
    """All routed units stand up again."""

    areas: tuple[str, ...]


class GameEnded(Event, frozen=True, kw_only=True, tag="game-ended"):
    """The game is over: one winner, or several for a draw, with the final standings."""

    winners: tuple[str, ...]
    reason: str
    standings: tuple[Standing, ...]
