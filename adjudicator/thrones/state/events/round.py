"""Events of a round: phases, orders, movement, Power, battles and their cards."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from adjudicator.engine import Event, FrozenStruct
from adjudicator.thrones.state.board import Battle, Placed, Side


class Item(FrozenStruct, omit_defaults=True):
    """A line of a sum of strengths: `what` it is, whose and where.
    `unit`, `order`, `support`, `card`, `blade`, `text`, `aid` (a card counted as support), `tactics`, or `floor`:
    what a sum below 0 is lifted by."""

    what: str
    value: int
    name: str = ""
    count: int = 0
    area: str = ""
    house: str = ""


class Standing(FrozenStruct):
    """A house in the final or current ranking; with flags `settlements` is claim.
    `areas` of land, and `places` (cities and strongholds), only where an edition ranks by them."""

    house: str
    settlements: int
    supply: int
    power: int
    # Left out where it is unset: events of editions that do not know it stay the same, byte for byte.
    areas: int | UnsetType = UNSET
    places: int | UnsetType = UNSET


class HouseEvent(Event):
    """What one house did, or what happened to it."""

    house: str


class HouseAreaEvent(HouseEvent):
    """The same in an area."""

    area: str


class HouseCardEvent(HouseEvent):
    """The same with a card."""

    card: str


class RoundStarted(Event):
    """The round marker moved on; last round's Westeros bans no longer hold."""

    round: int


class PhaseStarted(Event):
    """A phase began.
    `phase`: `westeros`, `planning`, `raven`, `raids`, `marches`, `power`, or `interest`."""

    phase: str


class OrdersCleared(Event):
    """The remaining orders left the board at the end of the round."""

    areas: tuple[str, ...]


class UnitsRallied(Event):
    """All routed units stand up again."""

    areas: tuple[str, ...]


class GameEnded(Event):
    """The game is over: one winner, or several for a draw, with the final standings."""

    winners: tuple[str, ...]
    reason: str
    standings: tuple[Standing, ...]


class DeckShuffled(Event):
    """A Westeros deck was shuffled for `purpose`.
    `order` (top first) is hidden from players while the game runs; `below`: so many used cards stay under those as
    they lie."""

    deck: str
    purpose: str
    order: tuple[str, ...]
    below: int | UnsetType = UNSET


class WesterosRevealed(Event):
    """The top card of a deck was turned up."""

    deck: str
    card: str
    wildlings: bool


class WesterosReturned(Event):
    """The revealed card went to the bottom of its deck."""

    deck: str
    card: str


class WesterosResolved(Event):
    """A Westeros card that asks nothing was carried out (or did nothing)."""

    deck: str
    card: str


class OrdersBanned(Event):
    """Westeros bans for the round: order types, order tokens or `footman-support`."""

    card: str
    bans: tuple[str, ...]


class WildlingsMoved(Event):
    """The wildling threat changed strength."""

    before: int
    after: int


class SupplyChanged(HouseEvent):
    """A house's supply was set to the barrels it controls."""

    before: int
    after: int
    limits: tuple[int, ...]


class BidsRevealed(Event):
    """All bids of an auction were revealed and paid; `total` counts against wildlings.
    `bonus`: what bids count more than was paid."""

    auction: str
    bids: dict[str, int]
    total: int
    # Left out where it is unset: events of editions that know none stay the same, byte for byte.
    bonus: dict[str, int] | UnsetType = UNSET


class TrackSet(Event):
    """A track has a new order; `tied` lists groups ordered by the Throne's holder."""

    track: str
    houses: tuple[str, ...]
    tied: tuple[tuple[str, ...], ...] = ()


class BadgeTaken(Event):
    """The Iron Throne, the Valyrian steel blade or the Messenger Raven has a holder."""

    badge: str
    house: str
    before: str


class EffectChosen(HouseCardEvent):
    """A house chose what a card does; `subject` as in the question."""

    choice: str
    subject: str = ""


class WildlingCardShown(Event):
    """The top wildling card was turned up early; it lies open until the attack."""

    card: str


class WildlingCardDrawn(Event):
    """The top wildling card was turned up; afterwards it goes under its deck."""

    card: str
    watch_won: bool


class WildlingsFought(Event):
    """The wildling attack was decided; `watch_won`: high bids matter, else low ones."""

    strength: int
    total: int
    watch_won: bool
    singled_out: str


class UnitMustered(HouseEvent):
    """A new unit was put on the board with the points of `area`."""

    unit: str
    area: str
    at: str


class OrdersRevealed(Event):
    """All orders were turned up."""

    orders: dict[str, Placed]


class RavenLooked(HouseCardEvent):
    """The raven's holder looked at the top wildling card: back on top, or `buried`.

    `buried`: put under the deck. `card` is hidden from all others while the game runs.
    """

    buried: bool


class OrderMoved(HouseAreaEvent):
    """A used march order moved with its army, usable again; `because`: a card's id."""

    to: str
    order: str
    because: str


class RavenUsed(HouseEvent):
    """The raven's holder exchanged an order, or declined (area empty)."""

    area: str = ""
    before: str = ""
    after: str = ""


class OrderRaided(HouseAreaEvent):
    """A raid removed an order; `pillage` if it was Consolidate Power."""

    target: str
    victim: str
    order: str
    pillage: bool


class OrderRemoved(HouseAreaEvent):
    """An order left the board.
    `because`: spent, conquered, cleared, moved-out, no-units, bluff, or a card's id."""

    order: str
    because: str


class UnitsMoved(HouseEvent):
    """Units marched; `by_ship`: only ships linked the areas, `flew`: nothing did."""

    origin: str
    to: str
    units: dict[str, int]
    by_ship: bool = False
    # Left out where it is unset: events of editions without dragons stay the same, byte for byte.
    flew: bool | UnsetType = UNSET


class ShipsSeized(HouseAreaEvent):
    """The new master of a port put ships of his own in place of those lost there."""

    unit: str
    count: int


class NeutralOvercome(HouseAreaEvent):
    """A neutral force left the game: strength against its value, item by item."""

    value: int
    strength: int
    items: tuple[Item, ...]


class NeutralHeld(HouseAreaEvent):
    """A neutral force held, as hoped-for support was refused; the marchers stay."""

    value: int
    strength: int
    items: tuple[Item, ...]


class UnitDestroyed(HouseAreaEvent):
    """A unit left the board; `attacking`: it stood in the attacking troop.
    `because`: supply, wildlings, battle, retreat, no-retreat, or a card's id."""

    unit: str
    routed: bool = False
    because: str
    attacking: bool = False


class UnitUpgraded(HouseAreaEvent):
    """A unit became another kind; `because`: `muster` or a card; see UnitDestroyed."""

    before: str
    after: str
    because: str
    routed: bool = False
    attacking: bool = False


class PowerGained(HouseEvent):
    """Power taken from the pool; `wanted` exceeds `amount` if tokens ran out."""

    amount: int
    wanted: int
    because: str
    area: str = ""


class PowerSpent(HouseEvent):
    """Power tokens returned to the pool."""

    amount: int
    because: str


class TokenPlaced(HouseAreaEvent):
    """A Power token was left to keep control."""


class TokenRemoved(HouseAreaEvent):
    """A control token went back to the pool."""

    by: str


class CardTakenBack(HouseCardEvent):
    """A used House card returned to its owner's hand."""

    because: str


PhaseEvent = RoundStarted | PhaseStarted | OrdersCleared | UnitsRallied | GameEnded | DeckShuffled
WesterosEvent = (
    WesterosRevealed
    | WesterosReturned
    | WesterosResolved
    | OrdersBanned
    | WildlingsMoved
    | SupplyChanged
    | BidsRevealed
    | TrackSet
    | BadgeTaken
    | EffectChosen
    | WildlingCardShown
    | WildlingCardDrawn
    | WildlingsFought
    | UnitMustered
)
OrderEvent = OrdersRevealed | RavenLooked | OrderMoved | RavenUsed | OrderRaided | OrderRemoved
MoveEvent = UnitsMoved | ShipsSeized | NeutralOvercome | NeutralHeld | UnitDestroyed | UnitUpgraded
PowerEvent = PowerGained | PowerSpent | TokenPlaced | TokenRemoved | CardTakenBack
RoundEvent = PhaseEvent | WesterosEvent | OrderEvent | MoveEvent | PowerEvent


class BattleStarted(Event):
    """Attackers stand before an enemy area."""

    battle: Battle


class SupportGiven(HouseAreaEvent):
    """A supporting area declared itself; `strength`: before card texts, 0 for `none`.
    `because`: a card's id, where a text has turned the support to the other side."""

    side: Side
    strength: int
    because: str | UnsetType = UNSET


class StrengthsDeclared(Event):
    """The sums before House cards, item by item."""

    attacker: int
    defender: int
    attacker_items: tuple[Item, ...]
    defender_items: tuple[Item, ...]


class CardsRevealed(Event):
    """Both House cards were turned up; a house without cards plays none."""

    cards: dict[str, str]


class TextSilenced(HouseCardEvent):
    """A card text was made void for this battle."""

    by: str


class CardSubstituted(HouseEvent):
    """By a text (`because`: a card's id) a played card left the battle.
    Back to the hand or (`discarded`) to the used ones; `after` was played instead, or nothing."""

    before: str
    after: str = ""
    because: str
    discarded: bool = False


class TideDrawn(HouseCardEvent):
    """A house drew a card of the Tides of Battle; by the blade (`replaces`) anew."""

    replaces: str = ""


class CardCopied(HouseCardEvent):
    """A played card (`because`) adds the number and icons of a used `card`."""

    because: str


class StrengthBought(HouseEvent):
    """By a text (`because`: a card's id) a house paid Power for as much strength."""

    power: int
    because: str


class CardRemoved(HouseCardEvent):
    """A used House card left the game for good; `because`: a card's id."""

    because: str


class BladeUsed(HouseEvent):
    """The Valyrian steel blade added 1."""


class BattleWon(Event):
    """The battle was decided.
    `by`: strength, tie (better place on the Fiefdoms), or destroyed (one side had no unit left)."""

    area: str
    winner: str
    loser: str
    by: str
    attacker: int
    defender: int
    attacker_items: tuple[Item, ...]
    defender_items: tuple[Item, ...]
    swords: int
    fortifications: int
    losses: int


class UnitsRetreated(HouseAreaEvent):
    """Losing units went to `to` and lie routed.
    `attacking`: they were the attackers, going back where they came from; `upright`: a text of theirs keeps them
    standing."""

    to: str
    units: dict[str, int]
    attacking: bool
    # Left out where it is unset: events of editions that do not know it stay the same, byte for byte.
    upright: bool | UnsetType = UNSET


class AttackersReturned(HouseAreaEvent):
    """Winning attackers were kept out by a text (`because`) and went back."""

    to: str
    units: dict[str, int]
    because: str


class GarrisonRemoved(HouseAreaEvent):
    """The garrison of a home was beaten and left the game; `by` whom."""

    strength: int
    by: str


class AreaTaken(HouseAreaEvent):
    """The winning attackers moved in."""

    units: dict[str, int]


class CardDiscarded(HouseCardEvent):
    """A played (or discarded) House card left the hand.
    `returned` lists cards that came back because the hand was used up."""

    because: str
    returned: tuple[str, ...] = ()


class BattleEnded(Event):
    """The battle is over and its cards are put away."""

    area: str


FightEvent = BattleStarted | SupportGiven | StrengthsDeclared | CardsRevealed | TextSilenced
CardEvent = CardSubstituted | TideDrawn | CardCopied | StrengthBought | CardRemoved | BladeUsed
AftermathEvent = (
    BattleWon | UnitsRetreated | AttackersReturned | GarrisonRemoved | AreaTaken | CardDiscarded | BattleEnded
)
BattleEvent = FightEvent | CardEvent | AftermathEvent
