"""Events of A Storm of Swords: leaders and hostages, tactics, alliances, claim, weather."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, UnsetType

from adjudicator.engine import Event
from adjudicator.thrones.state.board import Side
from adjudicator.thrones.state.events.round import HouseAreaEvent, HouseCardEvent, HouseEvent


class LeaderTurned(HouseEvent):
    """A leader's token was turned, face down if he is `active` now; for that the order there was given up (`order`)."""

    leader: str
    area: str
    active: bool
    order: str = ""


class LeaderMoved(HouseEvent):
    """A leader went to another area. `because`: `march`, `retreat`, or a card's id; `before` is empty for one that
    comes to the board."""

    leader: str
    before: str
    area: str
    because: str


class LeaderTaken(HouseEvent):
    """A house took a leader of another's: hostage, into its cell, or (`joins`) an allied one with his card into its
    own army in `area`. `because`: `losses` in the place of one, `no-retreat`, or a card's id."""

    leader: str
    victim: str
    because: str
    area: str = ""
    joins: str = ""


class HostageMoved(HouseEvent):
    """A hostage left the cell of `victim`: for the cell of `house`, or, being its own, for `area`. `because`: a card's
    id, or `negotiation`."""

    leader: str
    victim: str
    area: str
    because: str


class LeaderKilled(HouseEvent):
    """A leader left the game for good, and his `card` with him, wherever it was; `by` whom (empty: nobody). `because`:
    a card's id or `wildlings`."""

    leader: str
    card: str
    by: str
    because: str


class OfferMade(HouseEvent):
    """A house asked another for hostages, and offered Power and hostages of its own for them."""

    to: str
    leaders: tuple[str, ...]
    power: int
    hostages: tuple[str, ...]


class OfferAnswered(HouseEvent):
    """A house answered the offer of another (`to`): it accepted, and what follows is told besides, or refused."""

    to: str
    accepted: bool


class TacticsLaid(Event):
    """These houses have laid down their tactics cards, face down; those of the round before last no longer."""

    houses: tuple[str, ...]


class TacticsRevealed(Event):
    """All tactics cards were turned up, in turn order."""

    cards: dict[str, str]


class TacticAdded(HouseCardEvent):
    """A house plays a second tactics card. `because`: the card that lets it."""

    because: str


class TacticRemoved(HouseCardEvent):
    """A tactics card left the game; `because`: `used`, or `objective` when what it asks was done."""

    because: str


class TacticsBarred(Event):
    """A house may choose no tactics card next time, or (`card`) nobody may choose that one this round. `because`: a
    Westeros card's id."""

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
    """A house has an alliance card now: the top card of `deck` (`unseen` if it lay face down), or that of `victim`.
    `because`: a card's id, or `leader`."""

    because: str
    deck: str = ""
    victim: str = ""
    unseen: bool = False


class AllianceLost(HouseCardEvent):
    """An alliance card went under its `deck`, or (`removed`) left the game; `because`: `used`, or a card's id."""

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
    """By the text of `card` a fighting house has this for the rest of the battle, or (below 0) lacks it."""

    strength: int = 0
    swords: int = 0
    fortifications: int = 0


class CardSpent(HouseCardEvent):
    """An alliance card was used, which goes once a round."""


class ClaimGained(HouseEvent):
    """A house laid a token on the claim track, from its pool or (`paid`) its available Power; if the track was full,
    it pushed out the token of `out`. `because`: a card's id."""

    because: str
    paid: bool = False
    out: str = ""


class ClaimLost(HouseEvent):
    """A token of `house` left the claim track: that of a `space`, else its oldest. `because`: a card's id."""

    because: str
    by: str
    space: int | UnsetType = UNSET


class WeatherChanged(Event):
    """The weather marker moved on to `place` of its track; `weather` is what it is there."""

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
