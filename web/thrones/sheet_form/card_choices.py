"""What the selects of the form offer of houses, their cards and leaders, and the cards themselves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.edition import Edition
from narration.thrones.sheet_words import SPECIAL_CARDS
from narration.thrones.voice import Voice
from web.thrones.card_faces import Face, house_cards, other_cards
from web.thrones.sheet_form.map_choices import Group, Option


class CardChoices:
    """The cards and leaders of a house, and the other houses with theirs."""

    board: Board
    house: str
    own: tuple[str, ...]
    v: Voice
    edition: Edition

    @cached_property
    def houses(self) -> list[Option]:
        """All houses that play."""
        return [(house, self.v.house(house)) for house in self.board.houses]

    @cached_property
    def others(self) -> list[Option]:
        """The other houses."""
        return [option for option in self.houses if option[0] not in self.own or len(self.own) > 1]

    def _whichever(self) -> list[Option]:
        """Cards by what they are good for in the battle at hand."""
        return [(word, self.v.say(words)) for word, words in SPECIAL_CARDS.items()]

    @cached_property
    def own_cards(self) -> list[Group]:
        """House cards in hand, those that suit the battle or end the hand, and the cards used."""
        hand, used = self.board.hands.get(self.house, []), self.board.discards.get(self.house, [])
        ends = self._whichever()
        groups = [(self.v.say("in hand"), self.cards(hand)), (self.v.say("whichever it is"), ends)]
        return [*groups, (self.v.say("used"), self.cards(used))] if used else groups

    @cached_property
    def named_cards(self) -> list[Group]:
        """The house's own cards by name."""
        return [self.own_cards[0], *self.own_cards[2:]]

    @cached_property
    def their_cards(self) -> list[Group]:
        """Cards in the hands of others."""
        ends = [("strongest", self.v.say("the strongest")), ("weakest", self.v.say("the weakest"))]
        hands = [(self.v.house(h), self.cards(self.board.hands.get(h, []))) for h, _ in self.others]
        return [("", ends), *hands]

    def sorted_cards(self, cards: Sequence[str]) -> list[str]:
        """House cards by their ids, strongest first; what is no House card is left out."""
        return sorted((c for c in cards if c in self.edition.cards), key=lambda c: -self.edition.cards[c].strength)

    def cards(self, cards: Sequence[str]) -> list[Option]:
        """House cards with their strengths, strongest first."""
        known = self.sorted_cards(cards)
        return [(card, f"{self.v.card(card)} ({self.edition.cards[card].strength})") for card in known]

    @cached_property
    def because(self) -> list[Option]:
        """Occasions on which a card returns: the wildlings, and own cards whose texts do that."""
        own = [c for c in self.edition.hands(self.board.modules).get(self.house, ()) if self.edition.cards[c].effect]
        return [("wildlings", self.v.say("the wildlings")), *((card, self.v.card(card)) for card in own)]

    @cached_property
    def hand(self) -> list[Face]:
        """The cards from which the house chooses, and those that it has used."""
        used = house_cards(self.board.discards.get(self.house, []), self.v, used=True)
        return [*house_cards(self.board.hands.get(self.house, []), self.v), *used]

    def faces(self, cards: Sequence[str]) -> list[Face]:
        """House cards with their texts."""
        return house_cards(cards, self.v)

    @cached_property
    def hands_of_others(self) -> list[tuple[str, list[Face]]]:
        """The cards in the hands of those against whom it may fight."""
        others = [house for house in self.board.houses if house not in self.own]
        found = [(house, house_cards(self.board.hands.get(house, []), self.v)) for house in others]
        return [(house, faces) for house, faces in found if faces]

    @cached_property
    def alliance_cards(self) -> list[Face]:
        """The alliance cards of the house."""
        realm = self.board.realm
        return other_cards(realm.alliances.get(self.house, []) if realm is not None else (), self.v)

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
