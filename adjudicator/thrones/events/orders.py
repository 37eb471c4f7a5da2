"""Events of orders, raids and marches."""

from __future__ import annotations

from adjudicator.kernel.event import Event
from adjudicator.thrones.board import Placed
from adjudicator.thrones.events.parts import Item


class OrdersRevealed(Event, frozen=True, kw_only=True, tag="orders-revealed"):
    """All orders were turned up."""

    orders: dict[str, Placed]


class RavenUsed(Event, frozen=True, kw_only=True, tag="raven-used"):
    """The raven's holder exchanged an order, or declined (area empty)."""

    house: str
    area: str = ""
    before: str = ""
    after: str = ""


class OrderRaided(Event, frozen=True, kw_only=True, tag="order-raided"):
    """A raid removed an order; `pillage` if it was Consolidate Power."""

    house: str
    area: str
    target: str
    victim: str
    order: str
    pillage: bool


class OrderRemoved(Event, frozen=True, kw_only=True, tag="order-removed"):
    """An order left the board. `because`: spent, conquered, cleared, moved-out, or a card's id."""

    house: str
    area: str
    order: str
    because: str


class UnitsMoved(Event, frozen=True, kw_only=True, tag="units-moved"):
    """Units marched; `by_ship` if only ships made the areas adjacent."""

    house: str
    origin: str
    to: str
    units: dict[str, int]
    by_ship: bool = False


class NeutralOvercome(Event, frozen=True, kw_only=True, tag="neutral-overcome"):
    """A neutral force left the game: strength against its value, item by item."""

    house: str
    area: str
    value: int
    strength: int
    items: tuple[Item, ...]


class NeutralHeld(Event, frozen=True, kw_only=True, tag="neutral-held"):
    """A neutral force held because the support hoped for was not lent; the marching units stay."""

    house: str
    area: str
    value: int
    strength: int
    items: tuple[Item, ...]
