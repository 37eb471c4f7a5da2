"""Parts of a B'Twixt edition: leaders, cards and their abilities, tokens.

docs/btwixt-cards.md explains every word of the vocabulary. Abilities read printed figures, never changed ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Literal

from adjudicator.engine import KeywordStruct, Names, tag_of

Color = Literal["red", "green", "purple"]
Group = Literal["standard", "event", "leader"]
Window = Literal[
    "on-play", "in-pile", "triumph-pre", "triumph-post", "during-round", "when-claimed", "in-council", "end-game"
]
# Leaders named by what they are in an ability.
SomeLeaders = Literal[
    "you",
    "winner",
    "targeted",
    "neighbor-sharing",
    "neighbor-not-sharing",
    "each-neighbor",
    "each-other",
    "each-loser",
    "each",
]
LeaderFilter = Literal["standing", "kneeling", "has-hand", "has-pile", "no-fewer-cards-than-you", "lowest-total"]
SomeCouncils = Literal[
    "own-choice",
    "own-both",
    "own-opposite",
    "own-fewer-allies",
    "with-highest-own-ally",
    "same",
    "own-other-of-same",
    "of-killed-or-own-choice",
    "of-winner",
    "shared-with-winner",
    "winner-choice-by-you",
    "any",
    "any-not-own",
    "each-own",
    "each",
]
How = Literal["choice", "lowest", "highest", "random", "all"]
Counter = Literal[
    "other-allies-in-council", "tagged-allies-in-council", "tokens-in-council", "tagged-allies-own-councils"
]
State = Literal[
    "you-won",
    "you-lost",
    "won-by-neighbor",
    "last-to-kneel",
    "lowest-total",
    "current-alive",
    "council-most-allies",
    "summer",
    "autumn",
    "winter",
]
Ban = Literal["immovable", "pile-locked", "untargetable", "piles-closed", "max-cards", "protected", "current-protected"]


class Part(KeywordStruct, forbid_unknown_fields=True, rename="kebab", omit_defaults=True):
    """A part of a card's data; a field nobody knows is refused."""


class PickLeader(Part):
    """One leader of your choice, a neighbour or any other, matching all of `where`."""

    pick: Literal["neighbor", "other"]
    where: tuple[LeaderFilter, ...] = ()


Leaders = SomeLeaders | PickLeader


class CardFilter(Part):
    """Filter of cards: printed values, colour, not the acting card, only your pile."""

    max_value: int | None = None
    min_value: int | None = None
    color: Color | None = None
    not_this: bool = False
    of: Literal["you"] | None = None


class PickCard(Part):
    """`n` cards of a pile, a hand (or `all`) or the discard pile, by choice or chance."""

    zone: Literal["pile", "hand", "discard"]
    of: Leaders = "you"
    where: CardFilter = CardFilter()
    how: How = "choice"
    by: Literal["you", "owner"] = "you"
    n: int = 1


Cards = Literal["this"] | PickCard


class AllyFilter(Part):
    """Filter of allies: power, tag, not the acting or just killed ally, their number."""

    max_power: int | None = None
    min_power: int | None = None
    tag: str | None = None
    not_this: bool = False
    not_just_killed: bool = False
    council_min_allies: int = 0


class PickAlly(Part, rename={"inside": "in"}):
    """An ally of these councils; with `each` one of each."""

    inside: SomeCouncils
    where: AllyFilter = AllyFilter()
    how: Literal["choice", "lowest", "highest"] = "choice"


class Counted(Part):
    """`times` for each one counted, at most `max` of them."""

    per: Counter
    tag: str = ""
    times: int = 1
    max: int = 99


Amount = int | Counted


class CouncilHolds(Part):
    """The ally's council holds so many tokens."""

    tokens_in_council_at_least: int


Condition = State | CouncilHolds


class Op(Part, tag_field="op", tag=tag_of):
    """An operation of an ability; `if_done`: only if the one before had an effect."""

    if_done: bool = False


class MoveCard(Op):
    """From pile to pile."""

    card: Cards
    to: Leaders


class ReturnCard(Op):
    """From a pile, or the discard pile, to a hand."""

    card: Cards
    to: Leaders


class DiscardCard(Op):
    """From a pile or a hand to the discard pile; a leader's own card leaves the game."""

    card: Cards


class DrawCards(Op):
    """From the influence deck to a hand."""

    who: Leaders
    n: int


class GiveCard(Op, rename={"giver": "from", "if_done": "if-done"}):
    """From hand to hand."""

    giver: Leaders
    to: Leaders
    n: int = 1
    how: Literal["choice", "random"]


class AddValue(Op):
    """Change values of this card or all matching cards in all piles while it applies."""

    cards: Literal["this"] | CardFilter
    amount: Amount


class VoteCouncil(Op):
    """A vote for the council to which the ally won in the bid must go."""

    council: SomeCouncils


class GainToken(Op):
    """Move tokens unseen from the supply to councils that the gainer chooses for each."""

    who: Leaders
    n: int
    council: SomeCouncils


class WinReward(Op):
    """More or fewer tokens for this win, never below none."""

    amount: int


class TokenOnCurrent(Op):
    """From the supply to the current ally, unseen."""

    n: int


class MoveToken(Op, rename={"source": "from", "if_done": "if-done"}):
    """From one council to one other, unseen."""

    source: SomeCouncils
    to: SomeCouncils
    n: int


class ReturnToken(Op, rename={"source": "from", "if_done": "if-done"}):
    """From a council to the supply, unseen; the supply is mixed."""

    source: SomeCouncils
    n: int


class Peek(Op):
    """A secret look at tokens of councils, or at a leader's hand."""

    what: Literal["tokens", "hand"]
    of: SomeCouncils | Leaders
    by: SomeLeaders
    n: int


class ArrangeAllies(Op):
    """Look at the top allies and reorder them, up to `bottom_max` under the deck."""

    n: int
    bottom_max: int


class KillAlly(Op):
    """To the dead pile; tokens on it go back to the supply."""

    ally: Literal["current", "this"] | PickAlly


class MoveAlly(Op):
    """From council to council."""

    ally: PickAlly
    to: SomeCouncils


class AddAlly(Op, rename={"source": "from", "if_done": "if-done"}):
    """Claim another ally: the next of the deck, or a dead one that the claimer picks."""

    who: Leaders
    source: Literal["deck-top", "dead-pile"]
    to: SomeCouncils
    where: AllyFilter = AllyFilter()


class ReplaceCurrent(Op):
    """The current ally leaves, and the next becomes current."""

    fate: Literal["dead", "bottom"]


class SetKneel(Op):
    """Leaders kneel or stand up."""

    who: Leaders
    state: Literal["kneel", "stand"]


class Restrict(Op):
    """A ban, for the round or as long as the card lies where it does."""

    rule: Ban
    n: int = 0


class PlaceSelf(Op):
    """Where this ally goes, whatever else demands a place."""

    council: SomeCouncils


class ScoreBonus(Op):
    """Other power of this ally in the scoring, never below none."""

    amount: Amount


_OnCards = MoveCard | ReturnCard | DiscardCard | DrawCards | GiveCard | AddValue
_OnTokens = VoteCouncil | GainToken | WinReward | TokenOnCurrent | MoveToken | ReturnToken | Peek
_OnAllies = ArrangeAllies | KillAlly | MoveAlly | AddAlly | ReplaceCurrent
AnyOp = _OnCards | _OnTokens | _OnAllies | SetKneel | Restrict | PlaceSelf | ScoreBonus


class Ability(Part, rename={"conditions": "if"}):
    """A card's effect and when; `may`: optional, `offer`: one of these may have it."""

    when: Window
    do: tuple[AnyOp, ...]
    may: bool = False
    conditions: tuple[Condition, ...] = ()
    offer: SomeLeaders | None = None


class Basis(Part):
    """Source of a card's facts: `house` for ourselves, `box` for the published card."""

    name: str = "house"
    group: str = "house"
    value: str = "house"
    effect: str = "house"


class Ally(Part):
    """An ally: its power, its tags (whom others count), what it says and what it does."""

    id: str
    name: Names
    power: int
    tags: tuple[str, ...] = ()
    text: Names
    basis: Basis = Basis()
    abilities: tuple[Ability, ...] = ()


class Influence(Part):
    """An influence card, in `copies`; events and own cards have none of the colours."""

    id: str
    name: Names
    group: Group
    value: int
    copies: int = 1
    color: Color | None = None
    leader: str = ""
    text: Names
    basis: Basis = Basis()
    abilities: tuple[Ability, ...] = ()

    @property
    def operations(self) -> tuple[Op, ...]:
        """What all its abilities do, in their order."""
        return tuple(op for ability in self.abilities for op in ability.do)


class Leader(Part):
    """A leader, who is a seat. `letter` is for those who cannot tell colours apart."""

    id: str
    name: Names
    whole_name: str
    letter: str


# Parts of the rules that games may be played with, and what they make of it.
ADVANCED, DRAFT, DRAFT_OF_KINGS, REVEALED_ALLIES, SHORT = (
    "advanced",
    "draft",
    "draft-of-kings",
    "revealed-allies",
    "short-game",
)
MODULES = (ADVANCED, DRAFT, DRAFT_OF_KINGS, REVEALED_ALLIES, SHORT)


def groups_played(modules: Sequence[str]) -> tuple[Group, ...]:
    """Return the groups of influence cards in a game with these parts (rules 9, 10.5)."""
    whole = ADVANCED in modules or DRAFT_OF_KINGS in modules
    return ("standard", "event", "leader") if whole else ("standard",)


class CardSet(KeywordStruct):
    """The cards and tokens of a box; `tokens` counts power tokens by number.

    `counts` says how many of each kind there are in the box.
    """

    allies: dict[str, Ally]
    influence: dict[str, Influence]
    tokens: dict[int, int]
    counts: dict[str, int] = {}


class Edition(KeywordStruct, dict=True):
    """The game with one set of cards; each set is an edition, so games keep theirs."""

    id: str
    name: Names
    houses: dict[str, Leader]
    cards: CardSet
    player_counts: tuple[int, ...] = (3, 4, 5, 6)
    modules: tuple[str, ...] = MODULES
    reconstructions: tuple[str, ...] = ()
    offered: bool = True

    @property
    def allies(self) -> Mapping[str, Ally]:
        """The allies by id."""
        return self.cards.allies

    @property
    def influence(self) -> Mapping[str, Influence]:
        """The influence cards by id."""
        return self.cards.influence

    @cached_property
    def own_cards(self) -> Mapping[str, tuple[str, ...]]:
        """Each leader's own cards."""
        cards: dict[str, tuple[str, ...]] = {}
        for card in self.influence.values():
            if card.group == "leader":
                cards[card.leader] = (*cards.get(card.leader, ()), *[card.id] * card.copies)
        return cards
