"""Later editions' events: bank, loyalty, vassals; leaders, tactics, alliances."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, UnsetType

from adjudicator.engine import Event
from adjudicator.thrones.state.board import Side
from adjudicator.thrones.state.events.round import HouseAreaEvent, HouseCardEvent, HouseEvent


class AreaImproved(HouseAreaEvent):
    """A token was laid on an area; `because`: a loan's id.

    `barrel`, `crown`, `stronghold` (a castle becomes one) or `ruin` (a castle is gone).
    """

    mark: str
    because: str


class LoansMoved(Event):
    """The loans moved along their track; `slots` from the left (empty: none).

    `returned` went under the deck, `revealed` is new; both may be empty.
    """

    slots: tuple[str, ...]
    returned: str = ""
    revealed: str = ""


class BankTokenTaken(HouseEvent):
    """The token of Braavos has a new holder; empty: no player controls Braavos."""

    before: str


class LoanTaken(HouseEvent):
    """A house took a loan with its order in `area` and paid `cost` Power for it."""

    loan: str
    area: str
    cost: int


class UnitHired(HouseEvent):
    """A loan put a unit on the board."""

    unit: str
    at: str
    loan: str


class DeckSearched(HouseEvent):
    """A house looked at the top of a Westeros deck and put `buried` cards under it.

    `top` and `bottom` are the cards as they lie now, hidden from all others while the game runs; `because`: a loan or a
    House card. `below`: used cards that lie under the buried ones.
    """

    deck: str
    buried: int
    because: str
    top: tuple[str, ...] = ()
    bottom: tuple[str, ...] = ()
    below: int | UnsetType = UNSET


class InterestPaid(HouseEvent):
    """A house paid what it could of the interest on its loans."""

    owed: int
    paid: int


class LoyaltyPlaced(Event):
    """A loyalty token was laid in an area. `because`: a Westeros card's id."""

    area: str
    because: str


class LoyaltyMoved(HouseAreaEvent):
    """A loyalty token was moved (`because`: a card's id), or put back (`cancelled`)."""

    to: str
    because: str
    cancelled: bool = False


class LoyaltyGained(HouseAreaEvent):
    """An area's tokens went to its controller, which has `points` in all now."""

    tokens: int
    points: int


class HomeLost(HouseAreaEvent):
    """The home of a house that wins by loyalty is another's; that costs a point."""

    points: int


class HomeRegained(HouseAreaEvent):
    """A house regained its home: its point and its garrison, with strength, return."""

    points: int
    garrison: int


class UnitGrew(Event):
    """All units of a kind count `strength` now: a round's token was reached or taken.
    `because`: `round` or a card's id."""

    unit: str
    strength: int
    round: int
    because: str


class UnitPlaced(HouseAreaEvent):
    """A unit was put on the board without mustering. `because`: a card's id."""

    unit: str
    because: str


class BidsGivenAway(HouseEvent):
    """A house gave what it had bid for a track to others, whose bids rise by it."""

    auction: str
    gifts: dict[str, int]


class CardAdded(HouseCardEvent):
    """The printed strength of a discarded card of the hand counts; `because`: a card."""

    because: str


class VassalsReleased(Event):
    """All vassals lie beside the Iron Throne's track again; nobody commands them."""

    vassals: tuple[str, ...]


class VassalClaimed(HouseEvent):
    """`commander` commands the vassal `house` for a round; `left_over`: as the last."""

    commander: str
    left_over: bool = False


class VassalPassed(HouseEvent):
    """A player passes on a set of vassal orders to the next one."""

    to: str


class VassalHandDrawn(HouseEvent):
    """The commander of a fighting vassal drew its hand for the battle.
    `cards` are hidden from all others while the game runs."""

    commander: str
    cards: tuple[str, ...]


class CardWeakened(HouseCardEvent):
    """The card `house` played counts nothing any more; `by` paid Power for that."""

    by: str


class PowerGiven(HouseEvent):
    """A player gave Power to another: from one back to the pool, from it to the other."""

    to: str
    amount: int


BankEvent = AreaImproved | LoansMoved | BankTokenTaken | LoanTaken | UnitHired | DeckSearched | InterestPaid
LoyaltyEvent = (
    LoyaltyPlaced | LoyaltyMoved | LoyaltyGained | HomeLost | HomeRegained | UnitGrew | UnitPlaced | BidsGivenAway
)
VassalEvent = CardAdded | VassalsReleased | VassalClaimed | VassalPassed | VassalHandDrawn | CardWeakened | PowerGiven
DragonsEvent = BankEvent | LoyaltyEvent | VassalEvent


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
