"""The phrases of the narration for B'Twixt, also used in email."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import msgspec

from adjudicator.btwixt.editions.loading import HOUSE
from adjudicator.btwixt.rules.seasons import rounds, rounds_in_season
from adjudicator.btwixt.sheets.sheet import Sheet
from adjudicator.btwixt.sheets.wishes import Rule
from adjudicator.btwixt.state import SHORT, Edition
from adjudicator.engine.sheet import messages
from narration.btwixt.notation.statements import DATA as STATEMENTS
from narration.narrator import MailWords, Voice as Common
from narration.phrase_table import Form
from narration.words import N_, word_tables

TABLES = word_tables(__name__)

SEASONS = TABLES["seasons"]
COLORS = TABLES["colors"]
VALUED = N_("{card} ({value})")
# What each kind of question decides, in a word or two, in the order in which a round comes to them.
ASKED = TABLES["asked"]


class Voice(Common):
    """Names and phrases for one reader of a game of B'Twixt."""

    edition: Edition
    module_table = TABLES["modules"]

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
            return self.say("own card of {house}", house=self.house(entry.leader))
        return self.say(COLORS[entry.color]) if entry.color else self.say("event")

    def text_of(self, card: str) -> str:
        """Return the printed text of an ally or influence card; empty if unknown."""
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


TABLE = msgspec.convert(TABLES["table"], MailWords)


def rounds_words(v: Voice) -> str:
    """How long a game is played."""
    whole = sorted(rounds(players, ()) for players in v.edition.player_counts)
    short = sorted(rounds(players, (SHORT,)) for players in v.edition.player_counts)
    return v.say(
        "{least} to {most} rounds; in the short game {few} to {many}",
        least=whole[0],
        most=whole[-1],
        few=short[0],
        many=short[-1],
    )


def goal_words(players: int, houses: Sequence[str], v: Voice) -> str:
    """How a game of so many is won."""
    text = v.say(
        "Each pair of neighbours shares a council. A leader's small council is the weaker of "
        "their two. After the last round of winter, the leader whose small council has the "
        "most power wins. Ties go to the other council, then to the number of allies in both."
    )
    rhythm = v.say("A season has {n} rounds.", n=rounds_in_season(players))
    return f"{text} {rhythm}"


def houses_among(v: Voice, counts: Collection[int]) -> tuple[str, ...]:
    """Return the leaders to choose from: all, if any number of seats leaves a choice."""
    return tuple(v.edition.houses) if any(count < len(v.edition.houses) for count in counts) else ()


def houses_words(players: int, named: tuple[str, ...], v: Voice) -> str:
    """Which leaders so many players have: those `named`, or a choice."""
    if named:
        return v.houses(named)
    return v.say("any {n} of {houses}", n=players, houses=v.houses(v.edition.houses))


DATA = "adjudicator/btwixt/editions/data/house/set.toml"


def texts() -> Iterator[tuple[str, str]]:
    """Every text with the file it stands in."""
    yield from ((text, DATA) for text in HOUSE.reconstructions)
    yield from messages(Sheet, Rule)
    yield from ((text, "narration/btwixt/notation/statements.toml") for text in STATEMENTS.messages())
