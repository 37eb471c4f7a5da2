"""What the form of a programme offers to choose from, in the reader's words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from adjudicator.btwixt.sheets.conditions.scene import GROUPS
from adjudicator.btwixt.state.edition import DRAFT, DRAFT_OF_KINGS, Ability, groups_played
from adjudicator.btwixt.state.position import View, own_councils
from narration.btwixt.condition_phrases import ALLIES, CARDS, COUNCILS, LEADERS
from narration.btwixt.sheet_words import USES
from narration.btwixt.voice import ASKED, Voice

Option = tuple[str, str]
Group = tuple[str, list[Option]]
# The words that a form offers, of those of wishes; the first two say something about the bid alone.
BIDDING = ("enough", "stay")
CARD_WORDS = (*BIDDING, "lowest", "highest", "red", "green", "purple", "event", "own")
CHOSEN_CARDS = ("lowest", "highest", "red", "green", "purple", "mine", "not-mine")
COUNCIL_WORDS = (
    *("weaker", "stronger", "left", "right", "fewer-tokens", "more-tokens", "fewer-allies", "more-allies"),
    *("weakest", "strongest", "claimed"),
)
LEADER_WORDS = (
    *("leader", "winner", "left", "right", "strongest", "weakest", "most-cards", "fewest-cards", "largest-pile"),
)
ALLY_WORDS = ("highest", "lowest", "not-mine", "mine")
# What asks in a round, and what may be chosen then.
USED = {
    "councils": ("claim", "place", "token", "vote", "take-token", "put-token", "return-token", "move-ally"),
    "leaders": ("kneel", "take-card", "give-card", "move-here", "discard-card"),
    "cards": ("move", "return", "discard", "give", "take"),
    "allies": ("kill", "move", "add"),
}


class Choices:
    """What the form's fields offer to one seat."""

    def __init__(self, view: View, house: str, v: Voice) -> None:
        self.view, self.house, self.v = view, house, v
        self.board, self.edition = view.board, v.edition

    def label(self, value: str) -> str:
        """A value that is in the sheet and not on offer."""
        v, words = self.v, {**ALLIES, **LEADERS, **COUNCILS, **CARDS}
        if value in words:
            return v.say(words[value])
        if value in self.edition.allies or value in self.edition.influence:
            return v.source(value)
        return v.council(value) if "-" in value else v.house(value)

    @property
    def hand(self) -> list[str]:
        """The cards in hand, and what may come of the packet in a draft, by value."""
        packet = [card for asked in self.view.waiting for card in getattr(asked, "packet", ())]
        known = dict.fromkeys([*self.view.hand, *packet])
        return sorted(known, key=lambda card: (self.edition.influence[card].value, card))

    @property
    def to_play(self) -> list[Option | Group]:
        """What a rule of the programme can play: words, cards in hand, all others."""
        return [
            (self.v.say("In your hand"), [(card, self.v.card_value(card)) for card in self.hand]),
            (self.v.say("By what it is"), self.card_words),
            (self.v.say("Other cards"), self._others(self.hand)),
        ]

    @property
    def to_rank(self) -> list[Option | Group]:
        """What a rule of the draft, or of the order of abilities, can name: as `to_play`, but for words of the bid."""
        hand, words, others = self.to_play
        assert isinstance(words[1], list)
        return [hand, (words[0], [one for one in words[1] if one[0] not in BIDDING]), others]

    @property
    def card_words(self) -> list[Option]:
        """Words for cards to play, but for sorts of which this game has no card."""
        groups = groups_played(self.board.modules)
        return self._words([word for word in CARD_WORDS if GROUPS.get(word, "standard") in groups], CARDS)

    @property
    def chosen_cards(self) -> list[Option | Group]:
        """What can be chosen among cards that a card asks about."""
        whose = [(f"of-{one}", self.v.say("one of {house}", house=self.v.house(one))) for one in self.others_ids]
        return [(self.v.say("By what it is"), [*self._words(CHOSEN_CARDS, CARDS), *whose]), *self.every_card]

    @property
    def every_card(self) -> list[Option | Group]:
        """All cards of the game."""
        return [(self.v.say("Cards"), self._others([]))]

    def _others(self, but: Iterable[str]) -> list[Option]:
        left = [card for card in self.edition.influence if card not in set(but) and self._in_game(card)]
        return sorted(((card, self.v.card_value(card)) for card in left), key=lambda one: one[1])

    def _in_game(self, card: str) -> bool:
        found, modules = self.edition.influence[card], self.board.modules
        played = found.group != "leader" or DRAFT_OF_KINGS in modules or found.leader in self.board.houses
        return played and found.group in groups_played(modules)

    @property
    def councils(self) -> list[Option | Group]:
        """Words, and the councils: one's own first."""
        mine = list(own_councils(self.board, self.house))
        other = [one for one in self.board.councils if one not in mine]
        return [
            (self.v.say("By what it is"), self._words(COUNCIL_WORDS, COUNCILS)),
            (self.v.say("Councils"), [(one, self.v.council(one)) for one in [*mine, *other]]),
        ]

    @property
    def others_ids(self) -> list[str]:
        """The other leaders."""
        return [one for one in self.board.houses if one != self.house]

    @property
    def leaders(self) -> list[Option | Group]:
        """Words, and the other leaders."""
        return [
            (self.v.say("By what they are"), self._words(LEADER_WORDS, LEADERS)),
            (self.v.say("Leaders"), [(one, self.v.house(one)) for one in self.others_ids]),
        ]

    @property
    def allies(self) -> list[Option | Group]:
        """Words, councils, and allies: those that lie open first."""
        at = [(f"in-{one}", self.v.say("one in {council}", council=self.v.council(one))) for one in self.board.councils]
        return [(self.v.say("By what it is"), [*self._words(ALLY_WORDS, ALLIES), *at]), *self.every_ally]

    @property
    def every_ally(self) -> list[Option | Group]:
        """All allies: those that lie open first."""
        board = self.board
        open_ = [ally for held in board.councils.values() for ally in held.allies]
        open_ += [*board.row, *board.dead, *([board.current] if board.current else [])]
        left = sorted(ally for ally in self.edition.allies if ally not in open_)
        return [
            (self.v.say("Lying open"), [(ally, self.v.ally_power(ally)) for ally in open_]),
            (self.v.say("Not seen yet"), [(ally, self.v.ally_power(ally)) for ally in left]),
        ]

    def sources(self, part: str) -> list[Option]:
        """The cards in hand and allies in sight whose abilities can ask such a thing."""
        cards = [card for card in self.hand if _asks(self.edition.influence[card].abilities, part)]
        allies = [ally for ally in (self.board.current, *self.board.row) if ally]
        asking = [ally for ally in allies if _asks(self.edition.allies[ally].abilities, part)]
        return [(one, self.v.source(one)) for one in (*cards, *asking)]

    def uses(self, part: str) -> list[Option]:
        """On what occasions such a thing is chosen."""
        return [(use, self.v.say(USES[use])) for use in USED[part]]

    @property
    def kinds(self) -> list[Option]:
        """What can be left to the steward."""
        drafting = bool({DRAFT, DRAFT_OF_KINGS} & {*self.board.modules})
        return [(kind, self.v.say(words)) for kind, words in ASKED.items() if drafting or kind != "keep-card"]

    def _words(self, words: Iterable[str], phrases: Mapping[str, str]) -> list[Option]:
        return [(word, self.v.say(phrases[word])) for word in words]


ASKING: dict[str, tuple[str, ...]] = {
    "councils": ("gain-token", "vote-council", "move-token", "return-token", "add-ally", "place-self"),
    "leaders": ("set-kneel", "give-card", "move-card", "discard-card"),
    "cards": ("move-card", "return-card", "discard-card", "give-card"),
    "allies": ("kill-ally", "move-ally", "add-ally"),
    "arrange": ("arrange-allies",),
}


def _asks(abilities: Iterable[Ability], part: str) -> bool:
    """Whether an ability may ask for such a thing; of `abilities`, whether it may be left."""
    for ability in abilities:
        if part == "abilities" and ability.may:
            return True
        if any(_tag(op) in ASKING.get(part, ()) for op in ability.do):
            return True
    return False


def _tag(op: Any) -> str:
    return str(op.__struct_config__.tag)
