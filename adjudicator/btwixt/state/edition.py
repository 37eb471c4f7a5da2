"""What an edition of B'Twixt is made of: leaders, cards and tokens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

import msgspec

from adjudicator.btwixt.state.cards import Ally, Group, Influence, Leader
from adjudicator.engine.names import Names

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
    """The groups of influence cards of which a game with these parts has any (rules 9, 10.5)."""
    whole = ADVANCED in modules or DRAFT_OF_KINGS in modules
    return ("standard", "event", "leader") if whole else ("standard",)


class CardSet(msgspec.Struct, frozen=True, kw_only=True):
    """The cards and tokens of a box: `tokens` counts power tokens by the number on them.

    `counts` says how many of each sort there are in the box.
    """

    allies: dict[str, Ally]
    influence: dict[str, Influence]
    tokens: dict[int, int]
    counts: dict[str, int] = {}


class Edition(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """The game with one set of cards: another set is another edition, so that games go on as they began."""

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
        found: dict[str, tuple[str, ...]] = {}
        for card in self.influence.values():
            if card.group == "leader":
                found[card.leader] = (*found.get(card.leader, ()), *[card.id] * card.copies)
        return found
