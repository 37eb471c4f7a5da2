"""Events of the Westeros phase."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from adjudicator.engine.event import Event


class DeckShuffled(Event, frozen=True, kw_only=True, tag="deck-shuffled"):
    """A Westeros deck was shuffled for `purpose`; `order` (top first) is hidden from players while the game runs.

    `below`: so many cards, which were used, stay under those as they lie.
    """

    deck: str
    purpose: str
    order: tuple[str, ...]
    below: int | UnsetType = UNSET


class WesterosRevealed(Event, frozen=True, kw_only=True, tag="westeros-revealed"):
    """The top card of a deck was turned up."""

    deck: str
    card: str
    wildlings: bool


class WesterosReturned(Event, frozen=True, kw_only=True, tag="westeros-returned"):
    """The revealed card went to the bottom of its deck."""

    deck: str
    card: str


class WesterosResolved(Event, frozen=True, kw_only=True, tag="westeros-resolved"):
    """A Westeros card that asks nothing was carried out (or did nothing)."""

    deck: str
    card: str


class OrdersBanned(Event, frozen=True, kw_only=True, tag="orders-banned"):
    """A Westeros card forbids things this round: order types, order tokens, or `footman-support`."""

    card: str
    bans: tuple[str, ...]


class WildlingsMoved(Event, frozen=True, kw_only=True, tag="wildlings-moved"):
    """The wildling threat changed strength."""

    before: int
    after: int


class SupplyChanged(Event, frozen=True, kw_only=True, tag="supply-changed"):
    """A house's supply was set to the barrels it controls."""

    house: str
    before: int
    after: int
    limits: tuple[int, ...]


class BidsRevealed(Event, frozen=True, kw_only=True, tag="bids-revealed"):
    """All bids of an auction, paid at once; `total` matters against the wildlings. `bonus`: what bids count more than
    was paid."""

    auction: str
    bids: dict[str, int]
    total: int
    # Left out where it is unset: events of editions that know none stay the same, byte for byte.
    bonus: dict[str, int] | UnsetType = UNSET


class TrackSet(Event, frozen=True, kw_only=True, tag="track-set"):
    """A track has a new order; `tied` lists the groups that the Throne's holder put in order."""

    track: str
    houses: tuple[str, ...]
    tied: tuple[tuple[str, ...], ...] = ()


class BadgeTaken(Event, frozen=True, kw_only=True, tag="badge-taken"):
    """The Iron Throne, the Valyrian steel blade or the Messenger Raven has a holder."""

    badge: str
    house: str
    before: str


class EffectChosen(Event, frozen=True, kw_only=True, tag="effect-chosen"):
    """A house chose what a card does; `subject` as in the question."""

    house: str
    card: str
    choice: str
    subject: str = ""


class WildlingCardShown(Event, frozen=True, kw_only=True, tag="wildling-card-shown"):
    """The top wildling card was turned up before the wildlings attack; it lies open until then."""

    card: str


class WildlingCardDrawn(Event, frozen=True, kw_only=True, tag="wildling-card-drawn"):
    """The top wildling card was turned up; afterwards it goes under its deck."""

    card: str
    watch_won: bool


class WildlingsFought(Event, frozen=True, kw_only=True, tag="wildlings-fought"):
    """The wildling attack was decided: who bid highest or lowest matters, `watch_won` says for whom."""

    strength: int
    total: int
    watch_won: bool
    singled_out: str


class UnitMustered(Event, frozen=True, kw_only=True, tag="unit-mustered"):
    """A new unit was put on the board with the points of `area`."""

    house: str
    unit: str
    area: str
    at: str
