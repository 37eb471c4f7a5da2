"""Events that change what a house has: units, Power, control tokens, cards."""

from __future__ import annotations

from adjudicator.engine.event import Event


class UnitDestroyed(Event, frozen=True, kw_only=True, tag="unit-destroyed"):
    """A unit left the board. `because`: supply, wildlings, battle, retreat, no-retreat, or a card's id. `attacking`:
    it stood in the attacking troop of the current battle.
    """

    house: str
    area: str
    unit: str
    routed: bool = False
    because: str
    attacking: bool = False


class UnitUpgraded(Event, frozen=True, kw_only=True, tag="unit-upgraded"):
    """A unit became another kind. `because`: `muster` or a card's id; `attacking` as in UnitDestroyed."""

    house: str
    area: str
    before: str
    after: str
    because: str
    routed: bool = False
    attacking: bool = False


class PowerGained(Event, frozen=True, kw_only=True, tag="power-gained"):
    """Power tokens taken from the pool; `wanted` may exceed `amount` when the house's tokens ran out."""

    house: str
    amount: int
    wanted: int
    because: str
    area: str = ""


class PowerSpent(Event, frozen=True, kw_only=True, tag="power-spent"):
    """Power tokens returned to the pool."""

    house: str
    amount: int
    because: str


class TokenPlaced(Event, frozen=True, kw_only=True, tag="token-placed"):
    """A Power token was left to keep control."""

    house: str
    area: str


class TokenRemoved(Event, frozen=True, kw_only=True, tag="token-removed"):
    """A control token went back to the pool."""

    house: str
    area: str
    by: str


class CardTakenBack(Event, frozen=True, kw_only=True, tag="card-taken-back"):
    """A used House card returned to its owner's hand."""

    house: str
    card: str
    because: str
