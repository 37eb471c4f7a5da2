"""What happens in B'Twixt, in the past tense, and what a game master may decree.

`source` is the card by whose ability it happened, empty where the rules say it. `order` of a shuffle is hidden from
everybody, and proved by the seed at the end.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from adjudicator.btwixt.state.edition import Ban
from adjudicator.btwixt.state.position import Season
from adjudicator.engine.edicts import Edict, EndGame, Reseed, RolledBack, Ruling
from adjudicator.engine.journal import Decided, Event


class PlaceAlly(Edict, frozen=True, kw_only=True, tag="place-ally"):
    """An ally lies in this council, wherever it was; without a council it is among the dead."""

    ally: str
    council: str = ""


class SetTokens(Edict, frozen=True, kw_only=True, tag="set-tokens"):
    """So many tokens lie in a council; they come from the supply, or go back to it."""

    council: str
    tokens: int


class GiveInfluence(Edict, frozen=True, kw_only=True, tag="give-influence"):
    """A leader takes a card from the discard pile, or from a pile in front of anybody, into its hand."""

    house: str
    card: str


class SetFirstPlayer(Edict, frozen=True, kw_only=True, tag="set-first-player"):
    """The first player token lies before this leader from now on."""

    house: str


AnyEdict = PlaceAlly | SetTokens | GiveInfluence | SetFirstPlayer | Ruling | Reseed | RolledBack | EndGame


class SourceEvent(Event, frozen=True, kw_only=True):
    """What may have happened by an ability."""

    source: str


class SourceHouseEvent(SourceEvent, frozen=True, kw_only=True):
    """The same to a leader, or by one."""

    house: str


class SeasonBegan(Event, frozen=True, kw_only=True, tag="season-began"):
    """A season begins: all hands are discarded, and the discard pile goes into the deck, with `events` drawn anew.

    `events` is hidden; their number is `added`.
    """

    season: Season
    added: int
    events: tuple[str, ...] = ()


class CardsShuffled(Event, frozen=True, kw_only=True, tag="cards-shuffled"):
    """The influence deck, or the supply of tokens, was mixed. `discard`: the discard pile went into the deck first."""

    what: Literal["deck", "supply"]
    purpose: str
    discard: bool = False
    order: tuple[str, ...] = ()


class HandsDealt(Event, frozen=True, kw_only=True, tag="hands-dealt"):
    """Each leader was dealt cards; `hands` is each leader's own. `packets`: they go round in a draft."""

    count: int
    packets: bool
    hands: dict[str, tuple[str, ...]] = {}
    own: dict[str, str] = {}


class RowLaid(Event, frozen=True, kw_only=True, tag="row-laid"):
    """Allies were laid open in a row, on its right end."""

    allies: tuple[str, ...]


class CardsKept(Event, frozen=True, kw_only=True, tag="cards-kept"):
    """Each leader kept a card, and passed the others on to the `left` or `right`; `kept` is each leader's own."""

    direction: Literal["left", "right"]
    kept: dict[str, str] = {}


class RoundBegan(Event, frozen=True, kw_only=True, tag="round-began"):
    """A round begins with this first player."""

    round: int
    space: int
    first: str


class AllyRevealed(Event, frozen=True, kw_only=True, tag="ally-revealed"):
    """An ally was turned up, and is the current one; from the row, or from the deck."""

    ally: str
    source: str = ""


class NoAlly(Event, frozen=True, kw_only=True, tag="no-ally"):
    """No ally is left; leaders bid for the token alone."""


class CardPlayed(Event, frozen=True, kw_only=True, tag="card-played"):
    """A card was played into its leader's pile."""

    house: str
    card: str
    number: int


class Knelt(Event, frozen=True, kw_only=True, tag="knelt"):
    """A leader knelt."""

    house: str
    source: str = ""


class Stood(Event, frozen=True, kw_only=True, tag="stood"):
    """A leader stood up again."""

    house: str
    source: str


class CardMoved(SourceEvent, frozen=True, kw_only=True, tag="card-moved"):
    """A card went from pile to pile."""

    card: str
    number: int
    of: str
    to: str


class CardReturned(SourceEvent, frozen=True, kw_only=True, tag="card-returned"):
    """A card went from a pile (empty: the discard pile) to a hand."""

    card: str
    number: int
    of: str
    to: str


class CardDiscarded(SourceEvent, frozen=True, kw_only=True, tag="card-discarded"):
    """A card was discarded, from a pile or (`number` 0) from a hand."""

    card: str
    number: int
    of: str


class CardsDrawn(SourceHouseEvent, frozen=True, kw_only=True, tag="cards-drawn"):
    """A leader drew cards; which, it alone knows."""

    count: int
    cards: tuple[str, ...] = ()


class CardGiven(SourceHouseEvent, frozen=True, kw_only=True, tag="card-given"):
    """A card went from hand to hand; which, these two know."""

    to: str
    card: str = ""


class TokenGained(Event, frozen=True, kw_only=True, tag="token-gained"):
    """A token went from the supply to a council; its number nobody knows."""

    house: str
    council: str
    source: str = ""
    value: int = 0


class TokenLaid(SourceEvent, frozen=True, kw_only=True, tag="token-laid"):
    """A token was laid on the current ally; its number nobody knows."""

    value: int = 0


class TokenMoved(SourceEvent, frozen=True, kw_only=True, tag="token-moved"):
    """A token went from council to council; its number nobody knows."""

    of: str
    to: str
    value: int = 0


class TokenReturned(SourceEvent, frozen=True, kw_only=True, tag="token-returned"):
    """A token went back to the supply; its number nobody knows."""

    of: str
    value: int = 0


class TokensSeen(SourceHouseEvent, frozen=True, kw_only=True, tag="tokens-seen"):
    """A leader looked at tokens of a council; their numbers it alone knows."""

    council: str
    count: int
    values: tuple[int, ...] = ()


class HandSeen(SourceHouseEvent, frozen=True, kw_only=True, tag="hand-seen"):
    """Leaders looked at a hand; these alone know it."""

    by: tuple[str, ...]
    cards: tuple[str, ...] = ()


class AlliesArranged(SourceHouseEvent, frozen=True, kw_only=True, tag="allies-arranged"):
    """A leader looked at the next allies and laid them in order, some under the deck; which, it alone knows.

    `row`: the first of them lay open in the row, as `row_top` does now.
    """

    count: int
    under: int
    top: tuple[str, ...] = ()
    bottom: tuple[str, ...] = ()
    row: bool = False
    row_top: str = ""


class AllyKilled(SourceEvent, frozen=True, kw_only=True, tag="ally-killed"):
    """An ally died, in a council or (empty) as the current one, whose tokens went back to the supply."""

    ally: str
    council: str = ""
    tokens: int = 0


class AllyMoved(SourceEvent, frozen=True, kw_only=True, tag="ally-moved"):
    """An ally went from council to council."""

    ally: str
    of: str
    to: str


class AllyLeft(SourceEvent, frozen=True, kw_only=True, tag="ally-left"):
    """The current ally went under the deck, its tokens back to the supply."""

    ally: str
    tokens: int = 0


class AllyJoined(SourceHouseEvent, frozen=True, kw_only=True, tag="ally-joined"):
    """Another ally was claimed: the next of the deck or row, or one of the dead."""

    ally: str
    council: str
    dead: bool


class Forbidden(SourceHouseEvent, frozen=True, kw_only=True, tag="forbidden"):
    """A ban for the rest of the round."""

    rule: Ban


class BidWon(Event, frozen=True, kw_only=True, tag="bid-won"):
    """All kneel: each leader's total, and who has won; `tied` were level with the winner."""

    house: str
    totals: dict[str, int]
    tied: tuple[str, ...] = ()


class RewardChanged(SourceEvent, frozen=True, kw_only=True, tag="reward-changed"):
    """The win brings more or fewer tokens."""

    amount: int


class VoteCast(SourceHouseEvent, frozen=True, kw_only=True, tag="vote-cast"):
    """A vote for a council of the winner."""

    council: str


class AllyClaimed(Event, frozen=True, kw_only=True, tag="ally-claimed"):
    """The winner claimed the current ally, with the tokens on it. `by`: what said where (a card, `votes`, `choice`)."""

    house: str
    ally: str
    council: str
    by: str
    tokens: int = 0


class NothingClaimed(Event, frozen=True, kw_only=True, tag="nothing-claimed"):
    """The winner found no ally to claim."""

    house: str


class AbilityIdle(SourceHouseEvent, frozen=True, kw_only=True, tag="ability-idle"):
    """An ability found nothing to do."""

    op: str


class PlaysEnded(Event, frozen=True, kw_only=True, tag="plays-ended"):
    """A leader has played as many cards as anybody may in a round."""

    house: str
    count: int


class RoundEnded(Event, frozen=True, kw_only=True, tag="round-ended"):
    """All piles were discarded (`removed` of it left the game), all leaders stand, and the first player token goes
    on."""

    first: str
    removed: tuple[str, ...] = ()


class CouncilScored(msgspec.Struct, frozen=True):
    """A council's power: of its allies as they count, and the numbers on its tokens."""

    council: str
    power: int
    allies: dict[str, int]
    tokens: tuple[int, ...]


class Scored(Event, frozen=True, kw_only=True, tag="scored"):
    """All tokens were turned up."""

    councils: tuple[CouncilScored, ...]


class Standing(msgspec.Struct, frozen=True):
    """A leader's place: the power of the small council and of the other one, and the allies in both."""

    house: str
    small: int
    other: int
    allies: int


class GameEnded(Event, frozen=True, kw_only=True, tag="game-ended"):
    """The game is over."""

    winners: tuple[str, ...]
    reason: str
    standings: tuple[Standing, ...] = ()


class EdictIssued(Event, frozen=True, kw_only=True, tag="edict-issued"):
    """A game master's decree. `values` of tokens, `order` of cards that it brought are hidden."""

    edict: AnyEdict
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
EndEvent = RoundEnded | Scored | GameEnded | EdictIssued
AnyEvent = SeasonEvent | RoundEvent | TokenEvent | AllyEvent | BidEvent | EndEvent | Decided
