"""Events of A Storm of Swords: leaders, tactics, alliances, claim, weather."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, UnsetType

from adjudicator.engine import Event
from adjudicator.thrones.state.board import Side
from adjudicator.thrones.state.events.round import HouseAreaEvent, HouseCardEvent, HouseEvent


class LeaderTurned(HouseEvent):
    """A leader's token was turned, face down if `active`; the `order` there is lost."""

    leader: str
    area: str
    active: bool
    order: str = ""


class LeaderMoved(HouseEvent):
    """A leader moved to another area; `before` is empty if he comes to the board.
    `because`: `march`, `retreat`, or a card's id."""

    leader: str
    before: str
    area: str
    because: str


class LeaderTaken(HouseEvent):
    """A house took another's leader: as hostage, or (`joins`) an ally in `area`.
    `because`: `losses` in the place of one, `no-retreat`, or a card's id; an ally joins its army with his card."""

    leader: str
    victim: str
    because: str
    area: str = ""
    joins: str = ""


class HostageMoved(HouseEvent):
    """A hostage left the cell of `victim`.
    For the cell of `house`, or, being its own, for `area`. `because`: a card's id, or `negotiation`."""

    leader: str
    victim: str
    area: str
    because: str


class LeaderKilled(HouseEvent):
    """A leader left the game for good with his `card`; `by`: whom (empty: nobody).
    `because`: a card's id or `wildlings`."""

    leader: str
    card: str
    by: str
    because: str


class OfferMade(HouseEvent):
    """A house asked another for hostages, offering Power and hostages of its own."""

    to: str
    leaders: tuple[str, ...]
    power: int
    hostages: tuple[str, ...]


class OfferAnswered(HouseEvent):
    """A house accepted or refused an offer of `to`; the results are other events."""

    to: str
    accepted: bool


class TacticsLaid(Event):
    """These houses laid tactics cards, face down; older ones lie no longer."""

    houses: tuple[str, ...]


class TacticsRevealed(Event):
    """All tactics cards were turned up, in turn order."""

    cards: dict[str, str]


class TacticAdded(HouseCardEvent):
    """A house plays a second tactics card. `because`: the card that lets it."""

    because: str


class TacticRemoved(HouseCardEvent):
    """A tactics card left the game (`because`: `used`, or `objective` when done)."""

    because: str


class TacticsBarred(Event):
    """A house may choose no tactics card next time, or nobody `card` this round.
    `because`: a Westeros card's id."""

    because: str
    house: str = ""
    card: str = ""


class OrderPlaced(HouseAreaEvent):
    """An order was laid where none was. `because`: a card's id."""

    order: str
    because: str


class AllianceTurned(Event):
    """The top card of an alliance deck lies face up now."""

    deck: str
    card: str


class AllianceTaken(HouseCardEvent):
    """A house got an alliance card.
    The top card of `deck` (`unseen` if it lay face down), or that of `victim`. `because`: a card's id, or `leader`."""

    because: str
    deck: str = ""
    victim: str = ""
    unseen: bool = False


class AllianceLost(HouseCardEvent):
    """An alliance card went under its `deck` or left the game (`removed`)."""

    deck: str
    because: str
    removed: bool = False


class AllianceMade(HouseEvent):
    """A house alone may draw from a deck from now on."""

    deck: str


class AllianceEnded(HouseEvent):
    """Everybody may draw from a deck again, as its leader changed sides."""

    deck: str


class AidGiven(HouseEvent):
    """A card gave strength to a side of the battle; it counts as support."""

    side: Side
    card: str
    strength: int


class BonusGained(HouseCardEvent):
    """A fighting house gains by `card` for this battle; below 0 it loses."""

    strength: int = 0
    swords: int = 0
    fortifications: int = 0


class CardSpent(HouseCardEvent):
    """An alliance card was used, which goes once a round."""


class ClaimGained(HouseEvent):
    """A house laid a token on the claim track, from its pool or (`paid`) its Power.
    If the track was full, it pushed out the token of `out`. `because`: a card's id."""

    because: str
    paid: bool = False
    out: str = ""


class ClaimLost(HouseEvent):
    """A claim token of `house` left, at `space` or its oldest; `because`: a card's id."""

    because: str
    by: str
    space: int | UnsetType = UNSET


class WeatherChanged(Event):
    """The weather marker moved to `place` of its track; `weather` is the result."""

    place: int
    weather: Literal["fair", "storm"]


class LossSpared(HouseEvent):
    """A hostage was taken in the place of a unit."""

    leader: str


LeaderEvent = LeaderTurned | LeaderMoved | LeaderTaken | HostageMoved | LeaderKilled | OfferMade | OfferAnswered
TacticsEvent = TacticsLaid | TacticsRevealed | TacticAdded | TacticRemoved | TacticsBarred | OrderPlaced
AllianceEvent = (
    AllianceTurned | AllianceTaken | AllianceLost | AllianceMade | AllianceEnded | AidGiven | BonusGained | CardSpent
)
ClaimEvent = ClaimGained | ClaimLost | WeatherChanged | LossSpared
StormEvent = LeaderEvent | TacticsEvent | AllianceEvent | ClaimEvent
