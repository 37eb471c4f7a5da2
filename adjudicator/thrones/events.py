"""Everything that can happen in a Westeros board game, in the past tense, with the numbers behind it."""

from __future__ import annotations

import msgspec

from adjudicator.kernel.event import Decided, Event
from adjudicator.thrones.board import Battle, Placed, Side


class Item(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of a sum of strengths: `what` names it (`unit`, `order`, `support`, `card`, `blade`, `text`), with
    whose and where.
    """

    what: str
    value: int
    name: str = ""
    count: int = 0
    area: str = ""
    house: str = ""


class Standing(msgspec.Struct, frozen=True):
    """One house in the final or current ranking."""

    house: str
    settlements: int
    supply: int
    power: int


class RoundStarted(Event, frozen=True, kw_only=True, tag="round-started"):
    """The round marker moved on; what last round's Westeros cards forbade no longer holds."""

    round: int


class PhaseStarted(Event, frozen=True, kw_only=True, tag="phase-started"):
    """A phase began: `westeros`, `planning`, `raven`, `raids`, `marches` or `power`."""

    phase: str


class DeckShuffled(Event, frozen=True, kw_only=True, tag="deck-shuffled"):
    """A Westeros deck was shuffled for `purpose`; `order` (top first) is hidden from players while the game runs."""

    deck: str
    purpose: str
    order: tuple[str, ...]


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
    """A Westeros card forbids things this round: order types, or `footman-support`."""

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


class BidsRevealed(Event, frozen=True, kw_only=True, tag="bids-revealed"):
    """All bids of an auction, paid at once; `total` matters against the wildlings."""

    auction: str
    bids: dict[str, int]
    total: int


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


class WildlingsFought(Event, frozen=True, kw_only=True, tag="wildlings-fought"):
    """The wildling attack was decided: who bid highest or lowest matters, `watch_won` says for whom."""

    strength: int
    total: int
    watch_won: bool
    singled_out: str


class CardTakenBack(Event, frozen=True, kw_only=True, tag="card-taken-back"):
    """A used House card returned to its owner's hand."""

    house: str
    card: str
    because: str


class UnitMustered(Event, frozen=True, kw_only=True, tag="unit-mustered"):
    """A new unit was put on the board with the points of `area`."""

    house: str
    unit: str
    area: str
    at: str


class UnitUpgraded(Event, frozen=True, kw_only=True, tag="unit-upgraded"):
    """A unit became another kind. `because`: `muster` or a card's id; `attacking` as in UnitDestroyed."""

    house: str
    area: str
    before: str
    after: str
    because: str
    routed: bool = False
    attacking: bool = False


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


class TokenPlaced(Event, frozen=True, kw_only=True, tag="token-placed"):
    """A Power token was left to keep control."""

    house: str
    area: str


class TokenRemoved(Event, frozen=True, kw_only=True, tag="token-removed"):
    """A control token went back to the pool."""

    house: str
    area: str
    by: str


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


class BattleStarted(Event, frozen=True, kw_only=True, tag="battle-started"):
    """Attackers stand before an enemy area."""

    battle: Battle


class SupportGiven(Event, frozen=True, kw_only=True, tag="support-given"):
    """A supporting area declared itself; `strength` is what it adds before card texts (0 for `none`)."""

    house: str
    area: str
    side: Side
    strength: int


class StrengthsDeclared(Event, frozen=True, kw_only=True, tag="strengths-declared"):
    """The sums before House cards, item by item."""

    attacker: int
    defender: int
    attacker_items: tuple[Item, ...]
    defender_items: tuple[Item, ...]


class CardsRevealed(Event, frozen=True, kw_only=True, tag="cards-revealed"):
    """Both House cards were turned up; a house without cards plays none."""

    cards: dict[str, str]


class TextSilenced(Event, frozen=True, kw_only=True, tag="text-silenced"):
    """A card text was made void for this battle."""

    house: str
    card: str
    by: str


class BladeUsed(Event, frozen=True, kw_only=True, tag="blade-used"):
    """The Valyrian steel blade added 1."""

    house: str


class BattleWon(Event, frozen=True, kw_only=True, tag="battle-won"):
    """The battle was decided. `by`: strength, tie (better place on the Fiefdoms), or destroyed (one side had no unit
    left).
    """

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


class UnitsRetreated(Event, frozen=True, kw_only=True, tag="units-retreated"):
    """Losing units went to `to` and lie routed; `attacking` if they were the attackers, going back where they came
    from.
    """

    house: str
    area: str
    to: str
    units: dict[str, int]
    attacking: bool


class AreaTaken(Event, frozen=True, kw_only=True, tag="area-taken"):
    """The winning attackers moved in."""

    house: str
    area: str
    units: dict[str, int]


class CardDiscarded(Event, frozen=True, kw_only=True, tag="card-discarded"):
    """A played (or discarded) House card left the hand. `returned` lists cards that came back because the hand was
    used up.
    """

    house: str
    card: str
    because: str
    returned: tuple[str, ...] = ()


class BattleEnded(Event, frozen=True, kw_only=True, tag="battle-ended"):
    """The battle is over and its cards are put away."""

    area: str


class UnitsRallied(Event, frozen=True, kw_only=True, tag="units-rallied"):
    """All routed units stand up again."""

    areas: tuple[str, ...]


class OrdersCleared(Event, frozen=True, kw_only=True, tag="orders-cleared"):
    """The remaining orders left the board at the end of the round."""

    areas: tuple[str, ...]


class GameEnded(Event, frozen=True, kw_only=True, tag="game-ended"):
    """The game is over: one winner, or several for a draw, with the final standings."""

    winners: tuple[str, ...]
    reason: str
    standings: tuple[Standing, ...]


AnyEvent = (
    Decided
    | RoundStarted
    | PhaseStarted
    | DeckShuffled
    | WesterosRevealed
    | WesterosReturned
    | WesterosResolved
    | OrdersBanned
    | WildlingsMoved
    | SupplyChanged
    | UnitDestroyed
    | PowerGained
    | PowerSpent
    | BidsRevealed
    | TrackSet
    | BadgeTaken
    | WildlingsFought
    | CardTakenBack
    | UnitMustered
    | UnitUpgraded
    | OrdersRevealed
    | RavenUsed
    | OrderRaided
    | OrderRemoved
    | UnitsMoved
    | TokenPlaced
    | TokenRemoved
    | NeutralOvercome
    | NeutralHeld
    | BattleStarted
    | SupportGiven
    | StrengthsDeclared
    | CardsRevealed
    | TextSilenced
    | BladeUsed
    | BattleWon
    | UnitsRetreated
    | AreaTaken
    | CardDiscarded
    | BattleEnded
    | UnitsRallied
    | OrdersCleared
    | GameEnded
)
