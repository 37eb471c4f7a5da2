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
    """Put an ally into this council, or among the dead without a council."""

    ally: str
    council: str = ""


class SetTokens(Override):
    """So many tokens lie in a council; they come from the supply, or go back to it."""

    council: str
    tokens: int


class GiveInfluence(Override):
    """Move a card from the discard pile or anybody's pile to a leader's hand."""

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
    """A season begins: hands and discard pile go into the deck, with drawn `events`.

    `events` is hidden; their number is `added`.
    """

    season: Season
    added: int
    events: tuple[str, ...] = ()


class CardsShuffled(Event):
    """The influence deck or token supply was shuffled; `discard`: discards included."""

    what: Literal["deck", "supply"]
    purpose: str
    discard: bool = False
    order: tuple[str, ...] = ()


class HandsDealt(Event):
    """Cards were dealt; `hands`: visible to their own leader, `packets`: for a draft."""

    count: int
    packets: bool
    hands: dict[str, tuple[str, ...]] = {}
    own: dict[str, str] = {}


class RowLaid(Event):
    """Allies were laid open in a row, on its right end."""

    allies: tuple[str, ...]


class CardsKept(Event):
    """Each leader kept a card (`kept`: its own) and passed the rest `left` or `right`."""

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
    """A leader reordered the next allies, some under the deck; only it knows how.

    `row`: the first of them was open in the row, as `row_top` is now.
    """

    count: int
    under: int
    top: tuple[str, ...] = ()
    bottom: tuple[str, ...] = ()
    row: bool = False
    row_top: str = ""


class AllyKilled(SourceEvent):
    """An ally died in a council, or (empty) as the current one; its tokens returned."""

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
    """All kneel: each leader's total and the winner; `tied` had an equal total."""

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
    """The winner claimed the current ally, with tokens; `by`: card, `votes`, `choice`."""

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
    """Piles discarded (`removed` left the game), all stand, first player token passed."""

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
    """A leader's place: powers of the small and the other council, allies in both."""

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
    """A game master's override; token `values` and card `order` it set are hidden."""

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
