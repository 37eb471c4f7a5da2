"""How the story calls the things of B'Twixt: allies, influence cards, councils, seasons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from adjudicator.btwixt.state.edition import Edition
from narration.phrase_table import Form
from narration.voice import Voice as Common
from narration.words import N_

SEASONS = {"summer": N_("summer"), "autumn": N_("autumn"), "winter": N_("winter")}
COLORS = {"red": N_("red"), "green": N_("green"), "purple": N_("purple")}
EVENT, OWN_OF = N_("event"), N_("own card of {house}")
VALUED = N_("{card} ({value})")
# What each kind of question decides, in a word or two, in the order in which a round comes to them.
ASKED = {
    "keep-card": N_("card kept"),
    "play-or-kneel": N_("play or kneel"),
    "use-ability": N_("ability used"),
    "choose-leader": N_("leader chosen"),
    "choose-card": N_("card chosen"),
    "choose-ally": N_("ally chosen"),
    "choose-council": N_("council chosen"),
    "arrange-top": N_("order of the next allies"),
    "order-abilities": N_("order of the abilities"),
}


class Voice(Common):
    """Names and phrases for one reader of a game of B'Twixt."""

    edition: Edition

    def ally(self, ally: str) -> str:
        """The name of an ally."""
        entry = self.edition.allies.get(ally)
        return entry.name.say(self.words.language) if entry else ally.replace("-", " ")

    def card(self, card: str) -> str:
        """The name of an influence card."""
        entry = self.edition.influence.get(card)
        return entry.name.say(self.words.language) if entry else card.replace("-", " ")

    def source(self, card: str) -> str:
        """The name of an influence card or an ally, whose ability does something."""
        return self.ally(card) if card in self.edition.allies else self.card(card)

    def ally_power(self, ally: str) -> str:
        """`Shae (1)`, with the power printed on it."""
        entry = self.edition.allies.get(ally)
        return self.say(VALUED, card=self.ally(ally), value=entry.power) if entry else self.ally(ally)

    def card_value(self, card: str) -> str:
        """`Skirmish (5)`, with the value printed on it."""
        entry = self.edition.influence.get(card)
        return self.say(VALUED, card=self.card(card), value=entry.value) if entry else self.card(card)

    def cards(self, cards: Iterable[str]) -> str:
        """Influence cards joined, each with its value."""
        return self.both(map(self.card_value, cards))

    def allies(self, allies: Iterable[str]) -> str:
        """Allies joined, each with its power."""
        return self.both(map(self.ally_power, allies))

    def council(self, council: str) -> str:
        """`Cersei\u2013Euron`: a council by the two leaders who share it."""
        first, between, second = council.partition("-")
        return f"{self.house(first)}\u2013{self.house(second)}" if between else council

    def season(self, season: str) -> str:
        """The name of a season within a sentence."""
        return self.say(SEASONS.get(season, season))

    def tokens(self, n: int) -> str:
        """`2 tokens`."""
        return self.say_n("{n} token", "{n} tokens", n)

    def sort(self, card: str) -> str:
        """What sort of card it is: its colour, an event, a leader's own."""
        entry = self.edition.influence.get(card)
        if entry is None:
            return ""
        if entry.group == "leader":
            return self.say(OWN_OF, house=self.house(entry.leader))
        return self.say(COLORS[entry.color]) if entry.color else self.say(EVENT)

    def text_of(self, card: str) -> str:
        """What an ally or an influence card says."""
        entry = self.edition.allies.get(card) or self.edition.influence.get(card)
        return entry.text.say(self.words.language) if entry else ""

    def card_line(self, card: str) -> str:
        """A card with its value, sort and text, on one line."""
        entry = self.edition.influence.get(card)
        if entry is None:
            return self.card(card)
        return f"{self.card(card)} ({entry.value}, {self.sort(card)}): {self.text_of(card)}"

    def ally_line(self, ally: str) -> str:
        """An ally with its power and text, on one line."""
        return f"{self.ally_power(ally)}: {self.text_of(ally)}"


# How slots of sentences are said, by the name of a field, or by a name of its own, which a slot gives after a colon.
FORMS: Mapping[str, Form] = {
    **dict.fromkeys(("house", "of", "to"), Voice.house),
    "houses": Voice.houses,
    "ally": Voice.ally_power,
    "allies": Voice.allies,
    "ally-list": lambda v, allies: ", ".join(map(v.ally_power, allies)),
    "text": Voice.text_of,
    "card": Voice.card_value,
    "cards": Voice.cards,
    "council": Voice.council,
    "source": Voice.source,
    "numbers": lambda v, numbers: ", ".join(map(str, numbers)),
}
