"""How the story calls things in one language of one edition: houses, areas, cards, reasons, rules of the rulebook."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from adjudicator.thrones.state import Edition
from narration.narrator import LetterWords, Voice as Common
from narration.phrase_table import Plural
from narration.words import N_, Words, word_tables

TABLES = word_tables(__name__)

_PHRASES = frozenset(TABLES["phrases"])
_NUMBERED = (
    (re.compile(r"phase (\w+)"), N_("phase {n}")),
    (re.compile(r"step (\w+)"), N_("step {n}")),
    (re.compile(r"option (\w+)"), N_("option {n}")),
    (re.compile(r"end of round (\w+)"), N_("end of round {n}")),
)
_STEPS = re.compile(r"steps (\w+) and (\w+)")
_PAGE = re.compile(r" p\.[\d-]+$")


def citation_words(citation: str, edition: Edition, words: Words) -> str:
    """A citation of an edition in a language; numbers and what has no other name stay as they are."""
    if words.language == "en":
        return citation
    return "; ".join(_piece(piece, edition, words) for piece in citation.split("; "))


def _piece(piece: str, edition: Edition, words: Words) -> str:
    source, colon, topics = piece.partition(": ")
    page = _PAGE.search(source)
    named = _topic(source[: page.start()] if page else source, edition, words) + (page.group() if page else "")
    if not colon:
        return named
    # A card may have a comma in its name.
    first, _, rest = topics.partition(", ")
    whole = _card(rest, edition, words)
    named_topics = [first] if whole else topics.split(", ")
    parts = [_topic(one, edition, words) for one in named_topics] + ([whole] if whole else [])
    return f"{named}: {', '.join(parts)}"


def _topic(topic: str, edition: Edition, words: Words) -> str:
    if topic in _PHRASES:
        return words.gettext(topic)
    for pattern, said in _NUMBERED:
        found = pattern.fullmatch(topic)
        if found:
            return words.say(said, n=found[1])
    both = _STEPS.fullmatch(topic)
    if both:
        return words.say(N_("steps {a} and {b}"), a=both[1], b=both[2])
    return _card(topic, edition, words) or topic


def _card(name: str, edition: Edition, words: Words) -> str:
    """The name of a Westeros card that is called so in English; empty if there is none."""
    cards = edition.westeros.values()
    return next((card.name.say(words.language) for card in cards if card.name.say("en") == name), "")


MAP = msgspec.convert(TABLES["map"], LetterWords)


TRACKS = TABLES["tracks"]
BADGES = TABLES["badges"]
PHASES = TABLES["phases"]
# Auctions that are no tracks; every other name is the one against the wildlings.
AUCTIONS = {"claim": N_("Claim Westeros")}
# Whose cards lie in the alliance decks.
ALLIANCES = TABLES["alliances"]
ORDER_TYPES = TABLES["order-types"]
# Units: counted, and one with its article.
UNITS = {kind: Plural(row["one"], row["many"]) for kind, row in TABLES["units"].items()}
A_UNIT = TABLES["a-unit"]
REASONS = TABLES["reasons"]


def cards_with_text(edition: Edition) -> tuple[Mapping[str, Any], ...]:
    """The tables of cards that say something, of every kind."""
    e = edition
    return e.cards, e.westeros, e.wildling_cards, e.loans, e.tactics, e.alliances


class Voice(Common):
    """Names and phrases for one reader of a Westeros board game."""

    edition: Edition

    def area(self, area: str) -> str:
        """The name of an area."""
        return self.name(self.edition.areas, area)

    def areas(self, areas: Iterable[str]) -> str:
        """Area names joined."""
        return self.both(self.area(a) for a in areas)

    def card(self, card: str) -> str:
        """The name of a card of any kind (a House card, of Westeros, of the wildlings, a tide, a loan, tactics, an
        alliance), or of a leader."""
        kinds = (*cards_with_text(self.edition), self.edition.tide_cards, self.edition.leaders)
        return self.name(next((cards for cards in kinds if card in cards), {}), card)

    def cards(self, cards: Iterable[str]) -> str:
        """Cards' names joined."""
        return self.both(map(self.card, cards))

    def loan(self, choice: str) -> str:
        """The name of a loan of the Iron Bank, or what is done instead of taking one."""
        return self.card(choice) if choice in self.edition.loans else choice.replace("-", " ")

    def deck(self, deck: str) -> str:
        """The name of a Westeros deck."""
        return self.say("Westeros deck {deck}", deck=deck)

    def leader(self, leader: str) -> str:
        """The name of a leader."""
        return self.name(self.edition.leaders, leader)

    def leaders(self, leaders: Iterable[str]) -> str:
        """Leaders' names joined."""
        return self.both(self.leader(leader) for leader in leaders)

    def alliance(self, deck: str) -> str:
        """Whose alliance cards a deck holds."""
        return self.say(ALLIANCES[deck]) if deck in ALLIANCES else deck

    def order(self, order: str) -> str:
        """The name of an order token."""
        return self.name(self.edition.orders, order)

    def track(self, track: str) -> str:
        """The name of an influence track, or of another auction."""
        named = TRACKS.get(track) or AUCTIONS.get(track)
        return self.say(named) if named else self.say("the wildlings")

    def badge(self, badge: str) -> str:
        """The name of a token that goes with the head of a track."""
        return self.say(BADGES.get(badge, badge))

    def phase(self, phase: str) -> str:
        """The heading of a phase."""
        return self.say(PHASES.get(phase, phase.capitalize()))

    def ban(self, ban: str) -> str:
        """What a Westeros card forbids."""
        return self.say(ORDER_TYPES[ban]) if ban in ORDER_TYPES else self.order(ban)

    def supporting(self, ban: str) -> bool:
        """Whether a ban is about what units add when they support."""
        return ban.removesuffix("-support") in self.edition.units

    def unit(self, unit: str, count: int = 1) -> str:
        """`1 footman`, `2 knights`."""
        if unit in UNITS:
            return self.say_n(*UNITS[unit], count)
        return f"{count} {self.kind(unit)}"

    def kind(self, unit: str) -> str:
        """The bare name of a kind of unit."""
        return self.name(self.edition.units, unit)

    def a_unit(self, unit: str) -> str:
        """`a footman`, one unit with its article."""
        return self.say(A_UNIT[unit]) if unit in A_UNIT else self.unit(unit)

    def units(self, units: Mapping[str, int], leaders: Iterable[str] = ()) -> str:
        """`1 knight and 2 footmen`, strongest kind first as the counts give them; those who lead them come last."""
        counted = (self.unit(kind, count) for kind, count in units.items() if count)
        return self.both([*counted, *map(self.leader, leaders)])

    def reason(self, because: str) -> str:
        """Why something happened: a rule's name, a card's, or the code in plain letters."""
        if because in REASONS:
            return self.say(REASONS[because])
        named = self.card(because)
        return named if named != because else because.replace("-", " ")

    def power(self, amount: int) -> str:
        """`3 power`."""
        return self.say_n("{n} power", "{n} power", amount)

    def citation(self, rule: str) -> str:
        """Where the rule stands in the rulebook; empty for a record that follows none."""
        return citation_words(self.edition.citations.get(rule, ""), self.edition, self.words)

    def text_of(self, card: str) -> str:
        """What a House card's text says."""
        entry = self.edition.cards.get(card)
        return self.words.gettext(entry.text) if entry else ""
