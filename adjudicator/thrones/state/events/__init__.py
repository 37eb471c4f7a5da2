"""Everything that can happen in a Westeros board game, in the past tense, with the numbers behind it."""

from __future__ import annotations

from adjudicator.engine.event import Decided
from adjudicator.thrones.state.events.bank import (
    AreaImproved,
    BankTokenTaken,
    DeckSearched,
    InterestPaid,
    LoansMoved,
    LoanTaken,
    UnitHired,
)
from adjudicator.thrones.state.events.battle import (
    AreaTaken,
    AttackersReturned,
    BattleEnded,
    BattleStarted,
    BattleWon,
    BladeUsed,
    CardCopied,
    CardDiscarded,
    CardRemoved,
    CardsRevealed,
    CardSubstituted,
    GarrisonRemoved,
    StrengthBought,
    StrengthsDeclared,
    SupportGiven,
    TextSilenced,
    TideDrawn,
    UnitsRetreated,
)
from adjudicator.thrones.state.events.edicts import EdictIssued
from adjudicator.thrones.state.events.holdings import (
    CardTakenBack,
    PowerGained,
    PowerSpent,
    TokenPlaced,
    TokenRemoved,
    UnitDestroyed,
    UnitUpgraded,
)
from adjudicator.thrones.state.events.loyalty import (
    BidsGivenAway,
    CardAdded,
    HomeLost,
    HomeRegained,
    LoyaltyGained,
    LoyaltyMoved,
    LoyaltyPlaced,
    UnitGrew,
    UnitPlaced,
)
from adjudicator.thrones.state.events.orders import (
    NeutralHeld,
    NeutralOvercome,
    OrderMoved,
    OrderRaided,
    OrderRemoved,
    OrdersRevealed,
    RavenLooked,
    RavenUsed,
    ShipsSeized,
    UnitsMoved,
)
from adjudicator.thrones.state.events.parts import Item, Standing
from adjudicator.thrones.state.events.rounds import GameEnded, OrdersCleared, PhaseStarted, RoundStarted, UnitsRallied
from adjudicator.thrones.state.events.storm import (
    AidGiven,
    AllianceEnded,
    AllianceLost,
    AllianceMade,
    AllianceTaken,
    AllianceTurned,
    BonusGained,
    CardSpent,
    ClaimGained,
    ClaimLost,
    HostageMoved,
    LeaderKilled,
    LeaderMoved,
    LeaderTaken,
    LeaderTurned,
    LossSpared,
    OfferAnswered,
    OfferMade,
    OrderPlaced,
    TacticAdded,
    TacticRemoved,
    TacticsBarred,
    TacticsLaid,
    TacticsRevealed,
    WeatherChanged,
)
from adjudicator.thrones.state.events.vassals import (
    CardWeakened,
    PowerGiven,
    VassalClaimed,
    VassalHandDrawn,
    VassalPassed,
    VassalsReleased,
)
from adjudicator.thrones.state.events.westeros import (
    BadgeTaken,
    BidsRevealed,
    DeckShuffled,
    EffectChosen,
    OrdersBanned,
    SupplyChanged,
    TrackSet,
    UnitMustered,
    WesterosResolved,
    WesterosReturned,
    WesterosRevealed,
    WildlingCardDrawn,
    WildlingCardShown,
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
    | EdictIssued
    | CardSubstituted
    | AttackersReturned
    | GarrisonRemoved
    | RavenLooked
    | OrderMoved
    | ShipsSeized
    | EffectChosen
    | WildlingCardDrawn
    | WildlingCardShown
    | TideDrawn
    | CardRemoved
    | CardCopied
    | StrengthBought
    | AreaImproved
    | LoyaltyPlaced
    | LoyaltyMoved
    | LoyaltyGained
    | HomeLost
    | HomeRegained
    | UnitGrew
    | UnitPlaced
    | BidsGivenAway
    | CardAdded
    | BankTokenTaken
    | DeckSearched
    | InterestPaid
    | LoansMoved
    | LoanTaken
    | UnitHired
    | VassalsReleased
    | VassalClaimed
    | VassalPassed
    | VassalHandDrawn
    | CardWeakened
    | PowerGiven
    | LeaderTurned
    | LeaderMoved
    | LeaderTaken
    | HostageMoved
    | LeaderKilled
    | OfferMade
    | OfferAnswered
    | TacticsLaid
    | TacticsRevealed
    | TacticAdded
    | TacticRemoved
    | TacticsBarred
    | OrderPlaced
    | AllianceTurned
    | AllianceTaken
    | AllianceLost
    | AllianceMade
    | AllianceEnded
    | AidGiven
    | BonusGained
    | CardSpent
    | ClaimGained
    | ClaimLost
    | WeatherChanged
    | LossSpared
)

__all__ = [
    "AnyEvent",
    "LeaderTurned",
    "LeaderMoved",
    "LeaderTaken",
    "HostageMoved",
    "LeaderKilled",
    "OfferMade",
    "OfferAnswered",
    "TacticsLaid",
    "TacticsRevealed",
    "TacticAdded",
    "TacticRemoved",
    "TacticsBarred",
    "OrderPlaced",
    "AllianceTurned",
    "AllianceTaken",
    "AllianceLost",
    "AllianceMade",
    "AllianceEnded",
    "AidGiven",
    "BonusGained",
    "CardSpent",
    "ClaimGained",
    "ClaimLost",
    "WeatherChanged",
    "LossSpared",
    "UnitHired",
    "LoanTaken",
    "LoansMoved",
    "InterestPaid",
    "DeckSearched",
    "BankTokenTaken",
    "AreaImproved",
    "AreaTaken",
    "AttackersReturned",
    "BadgeTaken",
    "BattleEnded",
    "BattleStarted",
    "BattleWon",
    "BidsGivenAway",
    "BidsRevealed",
    "BladeUsed",
    "CardAdded",
    "CardCopied",
    "CardDiscarded",
    "CardRemoved",
    "CardSubstituted",
    "CardTakenBack",
    "CardWeakened",
    "CardsRevealed",
    "Decided",
    "DeckShuffled",
    "EdictIssued",
    "EffectChosen",
    "GameEnded",
    "GarrisonRemoved",
    "HomeLost",
    "HomeRegained",
    "Item",
    "LoyaltyGained",
    "LoyaltyMoved",
    "LoyaltyPlaced",
    "NeutralHeld",
    "NeutralOvercome",
    "OrderMoved",
    "OrderRaided",
    "OrderRemoved",
    "OrdersBanned",
    "OrdersCleared",
    "OrdersRevealed",
    "PhaseStarted",
    "PowerGained",
    "PowerGiven",
    "PowerSpent",
    "RavenLooked",
    "RavenUsed",
    "RoundStarted",
    "ShipsSeized",
    "Standing",
    "StrengthBought",
    "StrengthsDeclared",
    "SupplyChanged",
    "SupportGiven",
    "TextSilenced",
    "TideDrawn",
    "TokenPlaced",
    "TokenRemoved",
    "TrackSet",
    "UnitDestroyed",
    "UnitGrew",
    "UnitMustered",
    "UnitPlaced",
    "UnitUpgraded",
    "UnitsMoved",
    "UnitsRallied",
    "UnitsRetreated",
    "VassalClaimed",
    "VassalHandDrawn",
    "VassalPassed",
    "VassalsReleased",
    "WesterosResolved",
    "WesterosReturned",
    "WesterosRevealed",
    "WildlingCardDrawn",
    "WildlingCardShown",
    "WildlingsFought",
    "WildlingsMoved",
]
