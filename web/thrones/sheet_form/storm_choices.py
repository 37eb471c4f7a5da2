"""What the selects of the form offer of leaders, hostages and tactics cards."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.edition import Edition
from narration.thrones.voice import Voice
from web.thrones.card_faces import Face, other_cards

Option = tuple[str, str]


class StormChoices:
    """The leaders and tactics cards of a house on a board."""

    board: Board
    house: str
    own: tuple[str, ...]
    v: Voice
    edition: Edition

    @cached_property
    def tactics(self) -> list[Option]:
        """The tactics cards that the house may choose now; all of its own while it may choose none."""
        tactics = self.board.tactics
        own = tactics.decks.get(self.house, []) if tactics is not None else []
        return [(card, self.v.card(card)) for card in own if tactics is None or card not in tactics.forbidden]

    @cached_property
    def tactics_faces(self) -> list[Face]:
        """The same with what each does."""
        return other_cards((card for card, _ in self.tactics), self.v)

    @cached_property
    def barred_from_tactics(self) -> bool:
        """Whether the house may choose none this time."""
        return self.board.tactics is not None and self.house in self.board.tactics.barred

    @cached_property
    def tactics_default(self) -> str:
        """What is chosen without a wish: the last of them, which binds least."""
        return self.tactics[-1][1] if self.tactics else self.v.say("none")

    @cached_property
    def moving_cards(self) -> list[Option]:
        """Cards by which units move without an order."""
        moving = (card.id for card in self.edition.tactics.values() if card.effect == "manage-troops")
        return [(card, self.v.card(card)) for card in moving]

    @cached_property
    def leaders(self) -> list[Option]:
        """All leaders in the game, with the house that each serves."""
        found = self.board.leaders.items()
        return [(name, f"{self.v.leader(name)} ({self.v.house(leader.house)})") for name, leader in found]

    @cached_property
    def own_leaders(self) -> list[Option]:
        """The leaders of the house."""
        return [(name, self.v.leader(name)) for name, one in self.board.leaders.items() if one.house in self.own]

    @cached_property
    def other_leaders(self) -> list[Option]:
        """The leaders of others, who may be held."""
        return [option for option in self.leaders if self.board.leaders[option[0]].house not in self.own]

    def leaders_in(self, areas: Iterable[str]) -> list[Option]:
        """The leaders of the house who stand in some of these areas."""
        there = set(areas)
        return [option for option in self.own_leaders if self.board.leaders[option[0]].area in there]
