"""Events of Mother of Dragons: bank, improvements, loyalty, vassals, Power given."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from adjudicator.engine import Event
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
