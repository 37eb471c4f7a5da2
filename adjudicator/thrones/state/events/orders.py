"""Events of orders, raids and marches."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from adjudicator.engine.event import Event
from adjudicator.thrones.state.board import Placed
from adjudicator.thrones.state.events.parts import Item


class OrdersRevealed(Event, frozen=True, kw_only=True, tag="orders-revealed"):
    """All orders were turned up."""

    orders: dict[str, Placed]


class RavenLooked(Event, frozen=True, kw_only=True, tag="raven-looked"):
    """The raven's holder looked at the top wildling card and put it back on top, or `buried` it under the deck.

    `card` is hidden from all others while the game runs.
    """

    house: str
    card: str
    buried: bool


class OrderMoved(Event, frozen=True, kw_only=True, tag="order-moved"):
    """A used march order moved along with its army and may be used again; `because`: a card's id."""

    house: str
    area: str
    to: str
    order: str
    because: str


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
    """An order left the board. `because`: spent, conquered, cleared, moved-out, no-units, bluff, or a card's id."""

    house: str
    area: str
    order: str
    because: str


class UnitsMoved(Event, frozen=True, kw_only=True, tag="units-moved"):
    """Units marched; `by_ship` if only ships made the areas adjacent, `flew` if nothing did."""

    house: str
    origin: str
    to: str
    units: dict[str, int]
    by_ship: bool = False
    # Left out where it is unset: events of editions without dragons stay the same, byte for byte.
    flew: bool | UnsetType = UNSET


class ShipsSeized(Event, frozen=True, kw_only=True, tag="ships-seized"):
    """The new master of a port put ships of his own in place of those that were lost there."""

    house: str
    area: str
    unit: str
    count: int


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
