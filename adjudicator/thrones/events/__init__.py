"""Everything that can happen in a Westeros board game, in the past tense, with the numbers behind it."""

from __future__ import annotations

from adjudicator.kernel.event import Decided
from adjudicator.thrones.events.battle import (
    AreaTaken,
    BattleEnded,
    BattleStarted,
    BattleWon,
    BladeUsed,
    CardDiscarded,
    CardsRevealed,
    StrengthsDeclared,
    SupportGiven,
    TextSilenced,
    UnitsRetreated,
)
from adjudicator.thrones.events.holdings import (
    CardTakenBack,
    PowerGained,
    PowerSpent,
    TokenPlaced,
    TokenRemoved,
    UnitDestroyed,
    UnitUpgraded,
)
from adjudicator.thrones.events.orders import (
    NeutralHeld,
    NeutralOvercome,
    OrderRaided,
    OrderRemoved,
    OrdersRevealed,
    RavenUsed,
    UnitsMoved,
)
from adjudicator.thrones.events.parts import (
    Item,
    Standing,
)
from adjudicator.thrones.events.rounds import (
    GameEnded,
    OrdersCleared,
    PhaseStarted,
    RoundStarted,
    UnitsRallied,
)
from adjudicator.thrones.events.westeros import (
    BadgeTaken,
    BidsRevealed,
    DeckShuffled,
    OrdersBanned,
    SupplyChanged,
    TrackSet,
    UnitMustered,
    WesterosResolved,
    WesterosReturned,
    WesterosRevealed,
    WildlingsFought,
    WildlingsMoved,
)

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

__all__ = [
    "AnyEvent",
    "AreaTaken",
    "BadgeTaken",
    "BattleEnded",
    "BattleStarted",
    "BattleWon",
    "BidsRevealed",
    "BladeUsed",
    "CardDiscarded",
    "CardTakenBack",
    "CardsRevealed",
    "Decided",
    "DeckShuffled",
    "GameEnded",
    "Item",
    "NeutralHeld",
    "NeutralOvercome",
    "OrderRaided",
    "OrderRemoved",
    "OrdersBanned",
    "OrdersCleared",
    "OrdersRevealed",
    "PhaseStarted",
    "PowerGained",
    "PowerSpent",
    "RavenUsed",
    "RoundStarted",
    "Standing",
    "StrengthsDeclared",
    "SupplyChanged",
    "SupportGiven",
    "TextSilenced",
    "TokenPlaced",
    "TokenRemoved",
    "TrackSet",
    "UnitDestroyed",
    "UnitMustered",
    "UnitUpgraded",
    "UnitsMoved",
    "UnitsRallied",
    "UnitsRetreated",
    "WesterosResolved",
    "WesterosReturned",
    "WesterosRevealed",
    "WildlingsFought",
    "WildlingsMoved",
]
