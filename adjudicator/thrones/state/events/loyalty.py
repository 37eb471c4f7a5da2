"""Events of a house that wins by loyalty: its tokens, its home, its dragons, its bids given away."""

from __future__ import annotations

from adjudicator.engine.event import Event


class LoyaltyPlaced(Event, frozen=True, kw_only=True, tag="loyalty-placed"):
    """A loyalty token was laid in an area. `because`: a Westeros card's id."""

    area: str
    because: str


class LoyaltyMoved(Event, frozen=True, kw_only=True, tag="loyalty-moved"):
    """A house moved a loyalty token to another area; `cancelled` when it was put back. `because`: a card's id."""

    house: str
    area: str
    to: str
    because: str
    cancelled: bool = False


class LoyaltyGained(Event, frozen=True, kw_only=True, tag="loyalty-gained"):
    """The tokens of an area went to the house that controls it, which has so many `points` now."""

    house: str
    area: str
    tokens: int
    points: int


class HomeLost(Event, frozen=True, kw_only=True, tag="home-lost"):
    """The home of a house that wins by loyalty is another's; that costs a point."""

    house: str
    area: str
    points: int


class HomeRegained(Event, frozen=True, kw_only=True, tag="home-regained"):
    """The home is its house's again: the point comes back, and the garrison with its strength."""

    house: str
    area: str
    points: int
    garrison: int


class UnitGrew(Event, frozen=True, kw_only=True, tag="unit-grew"):
    """All units of a kind count `strength` now: the token of a round was reached or taken. `because`: `round` or a
    card's id.
    """

    unit: str
    strength: int
    round: int
    because: str


class UnitPlaced(Event, frozen=True, kw_only=True, tag="unit-placed"):
    """A unit was put on the board without mustering. `because`: a card's id."""

    house: str
    area: str
    unit: str
    because: str


class BidsGivenAway(Event, frozen=True, kw_only=True, tag="bids-given-away"):
    """A house gave what it had bid for a track to others, whose bids rise by it."""

    house: str
    auction: str
    gifts: dict[str, int]


class CardAdded(Event, frozen=True, kw_only=True, tag="card-added"):
    """A card of the hand was discarded, and its printed strength counts in the battle. `because`: a card's id."""

    house: str
    card: str
    because: str
