"""What happens in B'Twixt, in the past tense, and what a game master may decree.

`source` is the card by whose ability it happened, empty where the rules say it. `order` of a shuffle is hidden from
everybody, and proved by the seed at the end.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from adjudicator.btwixt.state.edition import Ban
from adjudicator.btwixt.state.position import Season
from adjudicator.engine import Decided, EndGame, Event, FrozenStruct, Override, Reseed, RolledBack, Ruling


class PlaceAlly(Override):
    """An ally lies in this council, wherever it was; without a council it is among the dead."""

    ally: str
    council: str = ""


class SetTokens(Override):
    """So many tokens lie in a council; they come from the supply, or go back to it."""

    council: str
    tokens: int


class GiveInfluence(Override):
    """A leader takes a card from the discard pile, or from a pile in front of anybody, into its hand."""

    house: str
    card: str


class SetFirstPlayer(Override):
    """The first player token lies before this leader from now on."""

    house: str


AnyOverride = PlaceAlly | SetTokens | GiveInfluence | SetFirstPlayer | Ruling | Reseed | RolledBack | EndGame


class SourceEvent(Event):
    """What may have happened by an ability."""

    source: str


class SourceHouseEvent(SourceEvent):
    """The same to a leader, or by one."""

    house: str


class SeasonBegan(Event):
    """A season begins: all hands are discarded, and the discard pile goes into the deck, with `events` drawn anew.

    `events` is hidden; their number is `added`.
    """

    season: Season
    added: int
    events: tuple[str, ...] = ()


class CardsShuffled(Event):
    """The influence deck, or the supply of tokens, was mixed. `discard`: the discard pile went into the deck first."""

    what: Literal["deck", "supply"]
    purpose: str
    discard: bool = False
    order: tuple[str, ...] = ()


class HandsDealt(Event):
    """Each leader was dealt cards; `hands` is each leader's own. `packets`: they go round in a draft."""

    count: int
    packets: bool
    hands: dict[str, tuple[str, ...]] = {}
    own: dict[str, str] = {}


class RowLaid(Event):
    """Allies were laid open in a row, on its right end."""

    allies: tuple[str, ...]


class CardsKept(Event):
    """Each leader kept a card, and passed the others on to the `left` or `right`; `kept` is each leader's own."""

    direction: Literal["left", "right"]
    kept: dict[str, str] = {}


class RoundBegan(Event):
    """A round begins with this first player."""

    round: int
    space: int
    first: str


class AllyRevealed(Event):
    """An ally was turned up, and is the current one; from the row, or from the deck."""

    ally: str
    source: str = ""


class NoAlly(Event):
    """No ally is left; leaders bid for the token alone."""


class CardPlayed(Event):
    """A card was played into its leader's pile."""

    house: str
    card: str
    number: int


class Knelt(Event):
    """A leader knelt."""

    house: str
    source: str = ""


class Stood(Event):
    """A leader stood up again."""

    house: str
    source: str


class CardMoved(SourceEvent):
    """A card went from pile to pile."""

    card: str
    number: int
    of: str
    to: str


class CardReturned(SourceEvent):
    """A card went from a pile (empty: the discard pile) to a hand."""

    card: str
    number: int
    of: str
    to: str


class CardDiscarded(SourceEvent):
    """A card was discarded, from a pile or (`number` 0) from a hand."""

    card: str
    number: int
    of: str


class CardsDrawn(SourceHouseEvent):
    """A leader drew cards; which, it alone knows."""

    count: int
    cards: tuple[str, ...] = ()


class CardGiven(SourceHouseEvent):
    """A card went from hand to hand; which, these two know."""

    to: str
    card: str = ""


class TokenGained(Event):
    """A token went from the supply to a council; its number nobody knows."""

    house: str
    council: str
    source: str = ""
    value: int = 0


class TokenLaid(SourceEvent):
    """A token was laid on the current ally; its number nobody knows."""

    value: int = 0


class TokenMoved(SourceEvent):
    """A token went from council to council; its number nobody knows."""

    of: str
    to: str
    value: int = 0


class TokenReturned(SourceEvent):
    """A token went back to the supply; its number nobody knows."""

    of: str
    value: int = 0


class TokensSeen(SourceHouseEvent):
    """A leader looked at tokens of a council; their numbers it alone knows."""

    council: str
    count: int
    values: tuple[int, ...] = ()


class HandSeen(SourceHouseEvent):
    """Leaders looked at a hand; these alone know it."""

    by: tuple[str, ...]
    cards: tuple[str, ...] = ()


class AlliesArranged(SourceHouseEvent):
    """A leader looked at the next allies and laid them in order, some under the deck; which, it alone knows.

    `row`: the first of them lay open in the row, as `row_top` does now.
    """

    count: int
    under: int
    top: tuple[str, ...] = ()
    bottom: tuple[str, ...] = ()
    row: bool = False
    row_top: str = ""


class AllyKilled(SourceEvent):
    """An ally died, in a council or (empty) as the current one, whose tokens went back to the supply."""

    ally: str
    council: str = ""
    tokens: int = 0


class AllyMoved(SourceEvent):
    """An ally went from council to council."""

    ally: str
    of: str
    to: str


class AllyLeft(SourceEvent):
    """The current ally went under the deck, its tokens back to the supply."""

    ally: str
    tokens: int = 0


class AllyJoined(SourceHouseEvent):
    """Another ally was claimed: the next of the deck or row, or one of the dead."""

    ally: str
    council: str
    dead: bool


class Forbidden(SourceHouseEvent):
    """A ban for the rest of the round."""

    rule: Ban


class BidWon(Event):
    """All kneel: each leader's total, and who has won; `tied` were level with the winner."""

    house: str
    totals: dict[str, int]
    tied: tuple[str, ...] = ()


class RewardChanged(SourceEvent):
    """The win brings more or fewer tokens."""

    amount: int


class VoteCast(SourceHouseEvent):
    """A vote for a council of the winner."""

    council: str


class AllyClaimed(Event):
    """The winner claimed the current ally, with the tokens on it. `by`: what said where (a card, `votes`, `choice`)."""

    house: str
    ally: str
    council: str
    by: str
    tokens: int = 0


class NothingClaimed(Event):
    """The winner found no ally to claim."""

    house: str


class AbilityIdle(SourceHouseEvent):
    """An ability found nothing to do."""

    op: str


class PlaysEnded(Event):
    """A leader has played as many cards as anybody may in a round."""

    house: str
    count: int


class RoundEnded(Event):
    """All piles were discarded (`removed` of it left the game), all leaders stand, and the first player token goes
    on."""

    first: str
    removed: tuple[str, ...] = ()


class CouncilScored(FrozenStruct):
    """A council's power: of its allies as they count, and the numbers on its tokens."""

    council: str
    power: int
    allies: dict[str, int]
    tokens: tuple[int, ...]


class Scored(Event):
    """All tokens were turned up."""

    councils: tuple[CouncilScored, ...]


class Standing(FrozenStruct):
    """A leader's place: the power of the small council and of the other one, and the allies in both."""

    house: str
    small: int
    other: int
    allies: int


class GameEnded(Event):
    """The game is over."""

    winners: tuple[str, ...]
    reason: str
    standings: tuple[Standing, ...] = ()


class OverrideIssued(Event, tag="edict-issued"):
    """A game master's decree. `values` of tokens, `order` of cards that it brought are hidden."""

    override: AnyOverride = msgspec.field(name="edict")
    reason: str
    by: str


SeasonEvent = SeasonBegan | CardsShuffled | HandsDealt | RowLaid | CardsKept
RoundEvent = (
    RoundBegan
    | AllyRevealed
    | NoAlly
    | CardPlayed
    | Knelt
    | Stood
    | CardMoved
    | CardReturned
    | CardDiscarded
    | CardsDrawn
    | CardGiven
)
TokenEvent = TokenGained | TokenLaid | TokenMoved | TokenReturned | TokensSeen | HandSeen
AllyEvent = AlliesArranged | AllyKilled | AllyMoved | AllyLeft | AllyJoined
BidEvent = Forbidden | BidWon | RewardChanged | VoteCast | AllyClaimed | NothingClaimed | AbilityIdle | PlaysEnded
EndEvent = RoundEnded | Scored | GameEnded | OverrideIssued
AnyEvent = SeasonEvent | RoundEvent | TokenEvent | AllyEvent | BidEvent | EndEvent | Decided
