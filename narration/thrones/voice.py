"""Names in one language and edition: houses, areas, cards, reasons, rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from adjudicator import games
from adjudicator.engine import FrozenStruct
from adjudicator.engine.sheet import messages
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.sheets.effects.table import QuestionSource
from adjudicator.thrones.sheets.fields import Entry
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.state import LOANS, Bank, Board, Edition
from narration.narrator import MailWords, Voice as Common
from narration.phrase_table import Form, Plural
from narration.thrones.notation.rows import DATA as STATEMENTS
from narration.words import N_, capital, word_tables

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


MAP = msgspec.convert(TABLES["map"], MailWords)


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
    module_table = TABLES["modules"]

    def area(self, area: str) -> str:
        """The name of an area."""
        return self.name(self.edition.areas, area)

    def areas(self, areas: Iterable[str]) -> str:
        """Area names joined."""
        return self.both(self.area(a) for a in areas)

    def card(self, card: str) -> str:
        """Return the name of a card of any kind, or of a leader."""
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
        return capital(self.say(PHASES.get(phase, phase)))

    def ban(self, ban: str) -> str:
        """What a Westeros card forbids."""
        return self.say(ORDER_TYPES[ban]) if ban in ORDER_TYPES else self.order(ban)

    def supporting(self, ban: str) -> bool:
        """Return whether a ban is about what units add when they support."""
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
        """Return `1 knight and 2 footmen`, in the order of counts, leaders last."""
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
        citation = self.edition.citations.get(rule, "")
        if self.words.language == "en":
            return citation
        # Numbers and parts without a name stay as they are.
        return "; ".join(self._source_phrase(piece) for piece in citation.split("; "))

    def _source_phrase(self, piece: str) -> str:
        """Translate one source of a citation: its title, page and topics."""
        source, colon, topics = piece.partition(": ")
        page = _PAGE.search(source)
        named = self._topic(source[: page.start()] if page else source) + (page.group() if page else "")
        if not colon:
            return named
        # A card may have a comma in its name.
        first, _, rest = topics.partition(", ")
        whole = self._card(rest)
        named_topics = [first] if whole else topics.split(", ")
        parts = [self._topic(topic) for topic in named_topics] + ([whole] if whole else [])
        return f"{named}: {', '.join(parts)}"

    def _topic(self, topic: str) -> str:
        """Translate a title or topic of a citation; unknown ones stay as they are."""
        if topic in _PHRASES:
            return self.words.gettext(topic)
        for pattern, template in _NUMBERED:
            match = pattern.fullmatch(topic)
            if match:
                return self.say(template, n=match[1])
        both = _STEPS.fullmatch(topic)
        if both:
            return self.say(N_("steps {a} and {b}"), a=both[1], b=both[2])
        return self._card(topic) or topic

    def _card(self, name: str) -> str:
        """Return the translated name of a Westeros card by its English one, or empty."""
        cards = self.edition.westeros.values()
        return next((card.name.say(self.words.language) for card in cards if card.name.en == name), "")

    def text_of(self, card: str) -> str:
        """Return the text of a House card in the reader's language; empty if unknown."""
        entry = self.edition.cards.get(card)
        return self.words.gettext(entry.text) if entry else ""

    def settled_with_cities(self) -> bool:
        """Whether the edition calls its smaller settlements cities, not castles."""
        return any(area.settlement == "city" for area in self.edition.areas.values())

    def castles_words(self) -> str:
        """What is counted as a castle, or as claim."""
        if self.edition.claimed:
            return self.say(
                "Your claim is the value of the flags of areas you control, plus your tokens on the claim track."
            )
        if self.settled_with_cities():
            return self.say("Castles are cities and strongholds.")
        return self.say("Strongholds count as castles.")

    def winning_words(self, victory: int) -> str:
        """How many castles, or how much claim, win at once."""
        if self.edition.claimed:
            template = N_(
                "Your claim is the value of the flags of areas you control, plus your tokens on the "
                "claim track; whoever has {n} wins at once."
            )
            return self.say(template, n=victory)
        if self.settled_with_cities():
            return self.say("Castles are cities and strongholds; whoever controls {n} wins at once.", n=victory)
        return self.say("Strongholds count as castles; whoever controls {n} castles wins at once.", n=victory)

    def loyalty_words(self, houses: Iterable[str]) -> list[str]:
        """How those of the houses win that gather loyalty."""
        template = N_("{house} wins by its place on the victory track, not by castles.")
        return [self.say(template, house=self.house(house)) for house in houses if house in self.edition.causes]

    def rule_question(self, because: str, subject: str) -> str:
        """What a rule asks about a subject: a house, a port, a card or a leader."""
        names = {"house": self.house(subject), "port": self.area(subject), "leader": self.leader(subject)}
        return self.say(RULES[because].question, card=self.card(subject), text=self.card_text(subject), **names)

    def choice_phrase(self, choice: str, because: str = "") -> str:
        """Return the usual name of a choice: area, track, card, effect, ships or word."""
        edition = self.edition
        if because == "port" and choice.isdecimal():
            return self.unit("ship", int(choice)) if int(choice) else self.say("no ship")
        if choice.isdecimal() and because in edition.cards:
            return self.power(int(choice))
        if choice.isdecimal() and because in edition.westeros:
            return self.say("the token of round {n}", n=choice)
        kinds: tuple[tuple[Collection[str], Callable[[str], str]], ...] = (
            (edition.houses, self.house),
            (edition.areas, self.area),
            (edition.units, self.a_unit),
            (edition.tracks, self.track),
            (edition.westeros_decks, self.deck),
            (edition.alliance_decks, self.alliance),
            (edition.leaders, self.leader),
            *((cards, self.card) for cards in cards_with_text(edition)),
        )
        for names, say in kinds:
            if choice in names:
                return say(choice)
        if choice in edition.orders or choice in {token.type for token in edition.orders.values()}:
            return self.say("not this round: {orders}", orders=self.ban(choice))
        return self.say(PLAIN[choice]) if choice in PLAIN else choice.replace("-", " ")

    def card_title(self, card: str) -> str:
        """Return the name of what asks or is asked about: card, house, area, `port`."""
        edition = self.edition
        if card in edition.wildling_cards or card in edition.tide_cards:
            return self.card(card)
        if card in edition.badges.values():
            return self.badge(card)
        return capital(self.say(RULES[card].name)) if card in RULES else self.choice_phrase(card)

    def asking_title(self, because: str) -> str:
        """The heading over the choices of something that asks."""
        return capital(self.say(RULES[because].name)) if because in RULES else self.card_title(because)

    def named_asking(self, word: str) -> str:
        """The name of a card or badge that asks for choices; empty for any other word."""
        if any(word in cards for cards in cards_with_text(self.edition)):
            return self.card(word)
        return self.badge(word) if word in self.edition.badges.values() else ""

    def card_text(self, card: str) -> str:
        """What a card says; empty for what is none."""
        text = next((cards[card].text for cards in cards_with_text(self.edition) if card in cards), "")
        return self.words.gettext(text)

    def asking_hint(self, because: str) -> str:
        """What a card or rule that asks is about."""
        return self.say(RULES[because].meaning) if because in RULES else self.card_text(because)

    def asking_default(self, asking: QuestionSource) -> str:
        """Describe the default: the last choice, or the track on which least changes."""
        phrases = []
        for occasion, choices in asking.offers.items():
            tracks = all(choice in self.edition.tracks for choice in choices)
            text = (
                self.say("the track with the least change")
                if tracks
                else self.choice_phrase(choices[-1], asking.because)
            )
            when = self.say(OCCASIONS[occasion]) if occasion in OCCASIONS else ""
            phrases.append(self.say("{occasion}: {choice}", occasion=when, choice=text) if when else text)
        return "; ".join(phrases)

    def area_with_units(self, area: str, board: Board) -> str:
        """`Winterfell (1 footman and 1 knight)`."""
        force = board.forces.get(area)
        if force is None:
            return self.area(area)
        led = self.leaders(name for name, leader in board.leaders.items() if leader.area == area)
        standing = self.units(force.units)
        routed = self.say("{units} routed", units=self.units(force.routed)) if force.routed else ""
        return f"{self.area(area)} ({', '.join(part for part in (standing, routed, led) if part)})"

    def options_named(self, options: Mapping[str, tuple[str, ...]], none: str) -> tuple[str, ...]:
        """Where units may go from each area, one area a line."""
        return tuple(
            f"{self.area(area)} \u2192 {', '.join(map(self.area, goals)) or none}" for area, goals in options.items()
        )

    def price_phrase(self, power: int, hostages: Iterable[str]) -> str:
        """What is offered for leaders: `4 power and Balon Greyjoy`, or nothing."""
        parts = [self.power(power)] if power else []
        return self.both([*parts, *map(self.leader, hostages)]) or self.say("nothing")

    def marks_phrase(self, marks: Iterable[str]) -> str:
        """Tokens on an area: `a barrel and a crown`."""
        return self.both(self.say(MARKS.get(mark, mark)) for mark in marks)

    def bank_phrase(self, bank: Bank) -> str:
        """The loans to be had, who took which, and whose the token is, on one line."""
        parts = [", ".join(self.card(loan) if loan else "\u2013" for loan in bank.slots)]
        parts += [f"{self.house(house)}: {self.cards(loans)}" for house, loans in bank.loans.items()]
        parts += [self.say("{house} holds the token of Braavos", house=self.house(bank.token))] if bank.token else []
        return "; ".join(parts)

    def weather_phrase(self, place: int) -> str:
        """Return the weather at a place of its track, counted from 0, in words."""
        track = self.edition.weather
        fair = place < len(track) and track[place] == "fair"
        return self.say("fair, the fords are open") if fair else self.say("a storm, the fords are closed")


def has_vassals(edition: Edition) -> bool:
    """Whether houses without a player can be vassals."""
    return bool(edition.vassal_cards)


def has_loans(edition: Edition) -> bool:
    """Whether there are loans to take."""
    return bool(edition.loans)


def has_leaders(edition: Edition) -> bool:
    """Whether leaders march with units."""
    return bool(edition.leaders)


def has_tactics(edition: Edition) -> bool:
    """Whether there are tactics cards."""
    return bool(edition.tactics)


def has_gifts(edition: Edition) -> bool:
    """Whether Power may be given away."""
    return bool(edition.variant.gifts)


def has_causes(edition: Edition) -> bool:
    """Whether a house wins by loyalty."""
    return bool(edition.causes)


def has_claim(edition: Edition) -> bool:
    """Whether claim decides the game."""
    return bool(edition.claimed)


def has_wildlings(edition: Edition) -> bool:
    """Whether the wildlings can attack."""
    return len(edition.wildling_track) > 1


def counted_name(v: Voice) -> str:
    """The heading over what is counted to win."""
    return capital(v.say("claim")) if v.edition.claimed else v.say("Castles")


def deck_name(deck: str, v: Voice) -> str:
    """What a deck is called: by its number, or by what it holds."""
    if deck == "wildlings":
        return capital(v.say("wildling cards"))
    if deck in v.edition.alliance_decks:
        return v.say("Alliance deck of {deck}", deck=v.alliance(deck))
    if deck == LOANS:
        return capital(v.say("loans"))
    return v.module_name(deck) if deck in v.module_table else v.deck(deck)


def rounds_words(v: Voice) -> str:
    """How long a game is played, if nobody wins before."""
    return v.say_n("{n} round at most", "{n} rounds at most", v.edition.rounds)


def houses_among(v: Voice, counts: Collection[int]) -> tuple[str, ...]:
    """Return the houses to choose from if a number leaves a choice; else none."""
    able = [games.of_edition(v.edition.id).candidates(v.edition, players) for players in counts]
    choice = any(len(houses) > players for houses, players in zip(able, counts, strict=True))
    return max(able, key=len) if choice else ()


def houses_words(players: int, named: tuple[str, ...], v: Voice) -> str:
    """Describe the houses for this number of players, and the vassals left."""
    game = games.of_edition(v.edition.id)
    able = game.candidates(v.edition, players)
    if len(able) == players:
        return v.houses(able)
    if named:
        left = game.possible_vassals(v.edition, players, named)
        words = v.houses(named)
        return v.say("{houses}; vassals: {vassals}", houses=words, vassals=v.houses(left)) if left else words
    if v.edition.setups[players].absent:
        return v.say("any {n} houses", n=players)
    least = len(v.edition.setups[players].houses) - players
    most = len(able) - players
    vassals = v.both((str(least),)) if least == most else v.either((str(least), str(most)))
    missing = v.houses(house for house in v.edition.houses if house not in able)
    if missing:
        return v.say("any {n} houses except {houses}; vassals: {vassals}", n=players, houses=missing, vassals=vassals)
    return v.say("any {n} houses; vassals: {vassals}", n=players, vassals=vassals)


def vassals_words(v: Voice) -> str:
    """What becomes of houses that nobody plays."""
    if not v.edition.vassal_cards:
        return v.say("A house that nobody plays is not in the game.")
    text = v.say("A house without a player is a vassal: each round, a player commands it.")
    for house, cause in v.edition.causes.items():
        text += " " + v.say(
            "{house} needs at least {n} players and is never a vassal: if nobody plays it, it is not in the game.",
            house=v.house(house),
            n=cause.players,
        )
    return text


DATA = "adjudicator/thrones/editions/data"


def texts() -> Iterator[tuple[str, str]]:
    """Every text with the file it stands in."""
    editions = THRONES.editions
    for name, edition in editions.items():
        # The cards' own texts stand in the edition's data; letters show them beside what came of them.
        card_texts = (card.text for cards in cards_with_text(edition) for card in cards.values())
        yield from ((text, f"{DATA}/{name}") for text in card_texts if text)
    for name, edition in editions.items():
        # Help says what the sources leave open.
        yield from ((text, f"{DATA}/{name}") for text in edition.reconstructions)
    yield from messages(Sheet, Entry)
    yield from ((text, "narration/thrones/notation/statements.toml") for text in STATEMENTS.messages())


# Choices that are neither names nor numbers.
PLAIN = TABLES["plain"]
OCCASIONS = TABLES["occasions"]


class RuleAsking(FrozenStruct):
    """A rule or badge with a choice: name, topic and question about a subject."""

    name: str
    meaning: str
    question: str


# By `because`; what cards ask is said by their own texts.
RULES: Mapping[str, RuleAsking] = msgspec.convert(TABLES["rules"], dict[str, RuleAsking])


# Forms that the voice has under the same name.
VOICED = (
    *("houses", "areas", "cards", "order", "kind", "units", "leader", "leaders"),
    *("alliance", "track", "badge", "phase", "reason", "power", "sign"),
)
# By the name of a field, or by a name of its own, which a slot gives after a colon.
FORMS: Mapping[str, Form] = {
    **dict.fromkeys(("house", "victim", "commander", "by", "opponent", "mover", "holder", "offerer"), Voice.house),
    **dict.fromkeys(("area", "origin", "to", "at", "target", "destination"), Voice.area),
    **dict.fromkeys(("card", "loan"), Voice.card),
    **{name: getattr(Voice, name) for name in VOICED},
    "house-list": lambda v, houses: ", ".join(map(v.house, houses)),
    "card-list": lambda v, cards: ", ".join(map(v.card, cards)),
    "title": Voice.card_title,
    "text": Voice.card_text,
    "orders": lambda v, orders: ", ".join(map(v.order, orders)),
    "unit": Voice.a_unit,
    "hostages": Voice.leaders,
    "limits": lambda v, limits: "/".join(map(str, limits)),
    "marks": Voice.marks_phrase,
    "count": lambda v, things: len(things),
}
# Slots of any row in which no field has their name.
SLOTS = {
    "reason": "because:reason",
    "card": "because:card",
    "text": "card:text",
    "power": "amount:power",
    "figure": "strength:sign",
    "track": "auction:track",
}
MARKS = TABLES["marks"]
