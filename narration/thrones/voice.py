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
from adjudicator.thrones.state.decisions import Piece
from narration.narrator import MailWords, Voice as Common
from narration.phrase_table import Form, Plural
from narration.thrones.notation.rows import DATA as STATEMENTS
from narration.words import N_, Words, capital, word_tables

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
    """Translate an edition's citation; numbers and unnamed parts stay as they are."""
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
    parts = [_topic(topic, edition, words) for topic in named_topics] + ([whole] if whole else [])
    return f"{named}: {', '.join(parts)}"


def _topic(topic: str, edition: Edition, words: Words) -> str:
    if topic in _PHRASES:
        return words.gettext(topic)
    for pattern, template in _NUMBERED:
        match = pattern.fullmatch(topic)
        if match:
            return words.say(template, n=match[1])
    both = _STEPS.fullmatch(topic)
    if both:
        return words.say(N_("steps {a} and {b}"), a=both[1], b=both[2])
    return _card(topic, edition, words) or topic


def _card(name: str, edition: Edition, words: Words) -> str:
    """Return the translated name of a Westeros card by its English one, or empty."""
    cards = edition.westeros.values()
    return next((card.name.say(words.language) for card in cards if card.name.en == name), "")


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
        return citation_words(self.edition.citations.get(rule, ""), self.edition, self.words)

    def text_of(self, card: str) -> str:
        """What a House card's text says."""
        entry = self.edition.cards.get(card)
        return self.words.gettext(entry.text) if entry else ""


# The name of each optional part of the rules, and what it brings.
MODULES = TABLES["modules"]


def vassals_known(edition: Edition) -> bool:
    """Whether houses without a player can be vassals."""
    return bool(edition.vassal_cards)


def loans_known(edition: Edition) -> bool:
    """Whether there are loans to take."""
    return bool(edition.loans)


def leaders_known(edition: Edition) -> bool:
    """Whether leaders march with units."""
    return bool(edition.leaders)


def tactics_known(edition: Edition) -> bool:
    """Whether there are tactics cards."""
    return bool(edition.tactics)


def gifts_known(edition: Edition) -> bool:
    """Whether Power may be given away."""
    return bool(edition.variant.gifts)


def causes_known(edition: Edition) -> bool:
    """Whether a house wins by loyalty."""
    return bool(edition.causes)


def claim_known(edition: Edition) -> bool:
    """Whether claim decides the game."""
    return bool(edition.claimed)


def wildlings_known(edition: Edition) -> bool:
    """Whether the wildlings can attack."""
    return len(edition.wildling_track) > 1


def module_name(module: str, v: Voice) -> str:
    """What an optional part of the rules is called."""
    return capital(v.say(MODULES[module][0])) if module in MODULES else module.replace("-", " ")


def settled_with_cities(v: Voice) -> bool:
    """Whether the edition calls its smaller settlements cities, not castles."""
    return any(area.settlement == "city" for area in v.edition.areas.values())


def counted_name(v: Voice) -> str:
    """The heading over what is counted to win."""
    return capital(v.say("claim")) if v.edition.claimed else v.say("Castles")


def castles_words(v: Voice) -> str:
    """What is counted as a castle, or as claim."""
    if v.edition.claimed:
        return v.say("Your claim is the value of the flags of areas you control, plus your tokens on the claim track.")
    if settled_with_cities(v):
        return v.say("Castles are cities and strongholds.")
    return v.say("Strongholds count as castles.")


def winning_words(victory: int, v: Voice) -> str:
    """How many castles, or how much claim, win at once."""
    if v.edition.claimed:
        template = N_(
            "Your claim is the value of the flags of areas you control, plus your tokens on the "
            "claim track; whoever has {n} wins at once."
        )
        return v.say(template, n=victory)
    if settled_with_cities(v):
        return v.say("Castles are cities and strongholds; whoever controls {n} wins at once.", n=victory)
    return v.say("Strongholds count as castles; whoever controls {n} castles wins at once.", n=victory)


def loyalty_words(houses: Iterable[str], v: Voice) -> list[str]:
    """How those of the houses win that gather loyalty."""
    template = N_("{house} wins by its place on the victory track, not by castles.")
    return [v.say(template, house=v.house(house)) for house in houses if house in v.edition.causes]


def deck_name(deck: str, v: Voice) -> str:
    """What a deck is called: by its number, or by what it holds."""
    if deck == "wildlings":
        return capital(v.say("wildling cards"))
    if deck in v.edition.alliance_decks:
        return v.say("Alliance deck of {deck}", deck=v.alliance(deck))
    if deck == LOANS:
        return capital(v.say("loans"))
    return module_name(deck, v) if deck in MODULES else v.deck(deck)


def rounds_words(v: Voice) -> str:
    """How long a game is played, if nobody wins before."""
    return v.say_n("{n} round at most", "{n} rounds at most", v.edition.rounds)


def players_words(v: Voice) -> str:
    """`3 to 6 players`."""
    counts = sorted(v.edition.setups)
    return v.say("{least} to {most} players", least=counts[0], most=counts[-1])


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
        left = game.left_to_vassals(v.edition, players, named)
        words = v.houses(named)
        return v.say("{houses}; vassals: {vassals}", houses=words, vassals=v.houses(left)) if left else words
    least = len(v.edition.setups[players].houses) - players
    most = len(able) - players
    vassals = v.both((str(least),)) if least == most else v.either((str(least), str(most)))
    missing = v.houses(house for house in v.edition.houses if house not in able)
    if missing:
        return v.say("any {n} houses except {houses}; vassals: {vassals}", n=players, houses=missing, vassals=vassals)
    return v.say("any {n} houses; vassals: {vassals}", n=players, vassals=vassals)


def vassals_words(v: Voice) -> str:
    """What becomes of houses that nobody plays."""
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


def rule_question(because: str, subject: str, v: Voice) -> str:
    """What a rule asks about a subject: a house, a port, a card or a leader."""
    names = {"house": v.house(subject), "port": v.area(subject), "leader": v.leader(subject)}
    return v.say(RULES[because].question, card=v.card(subject), text=card_text(subject, v), **names)


def choice_phrase(choice: str, v: Voice, because: str = "") -> str:
    """Return the usual name of a choice: area, track, card, effect, ships or word."""
    edition = v.edition
    if because == "port" and choice.isdecimal():
        return v.unit("ship", int(choice)) if int(choice) else v.say("no ship")
    if choice.isdecimal() and because in edition.cards:
        return v.power(int(choice))
    if choice.isdecimal() and because in edition.westeros:
        return v.say("the token of round {n}", n=choice)
    kinds: tuple[tuple[Collection[str], Callable[[str], str]], ...] = (
        (edition.houses, v.house),
        (edition.areas, v.area),
        (edition.units, v.a_unit),
        (edition.tracks, v.track),
        (edition.westeros_decks, v.deck),
        (edition.alliance_decks, v.alliance),
        (edition.leaders, v.leader),
        *((cards, v.card) for cards in cards_with_text(edition)),
    )
    for names, say in kinds:
        if choice in names:
            return say(choice)
    if choice in edition.orders or choice in {token.type for token in edition.orders.values()}:
        return v.say("not this round: {orders}", orders=v.ban(choice))
    return v.say(PLAIN[choice]) if choice in PLAIN else choice.replace("-", " ")


def card_title(card: str, v: Voice) -> str:
    """Return the name of what asks or is asked about: card, house, area, `port`."""
    edition = v.edition
    if card in edition.wildling_cards or card in edition.tide_cards:
        return v.card(card)
    if card in edition.badges.values():
        return v.badge(card)
    return capital(v.say(RULES[card].name)) if card in RULES else choice_phrase(card, v)


def asking_title(because: str, v: Voice) -> str:
    """The heading over the choices of something that asks."""
    return capital(v.say(RULES[because].name)) if because in RULES else card_title(because, v)


def named_asking(word: str, v: Voice) -> str:
    """The name of a card or badge that asks for choices; empty for any other word."""
    if any(word in cards for cards in cards_with_text(v.edition)):
        return v.card(word)
    return v.badge(word) if word in v.edition.badges.values() else ""


def card_text(card: str, v: Voice) -> str:
    """What a card says; empty for what is none."""
    text = next((cards[card].text for cards in cards_with_text(v.edition) if card in cards), "")
    return v.words.gettext(text)


def asking_hint(because: str, v: Voice) -> str:
    """What a card or rule that asks is about."""
    return v.say(RULES[because].meaning) if because in RULES else card_text(because, v)


def asking_default(asking: QuestionSource, v: Voice) -> str:
    """Describe the default: the last choice, or the track on which least changes."""
    phrases = []
    for occasion, choices in asking.offers.items():
        tracks = all(choice in v.edition.tracks for choice in choices)
        text = v.say("the track with the least change") if tracks else choice_phrase(choices[-1], v, asking.because)
        when = v.say(OCCASIONS[occasion]) if occasion in OCCASIONS else ""
        phrases.append(v.say("{occasion}: {choice}", occasion=when, choice=text) if when else text)
    return "; ".join(phrases)


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
    "title": lambda v, card: card_title(card, v),
    "text": lambda v, card: card_text(card, v),
    "orders": lambda v, orders: ", ".join(map(v.order, orders)),
    "unit": Voice.a_unit,
    "hostages": Voice.leaders,
    "limits": lambda v, limits: "/".join(map(str, limits)),
    "marks": lambda v, marks: marks_phrase(marks, v),
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


def area_with_units(area: str, board: Board, v: Voice) -> str:
    """`Winterfell (1 footman and 1 knight)`."""
    force = board.forces.get(area)
    if force is None:
        return v.area(area)
    led = v.leaders(name for name, leader in board.leaders.items() if leader.area == area)
    standing = v.units(force.units)
    routed = v.say("{units} routed", units=v.units(force.routed)) if force.routed else ""
    return f"{v.area(area)} ({', '.join(part for part in (standing, routed, led) if part)})"


def pieces_named(pieces: Iterable[Piece], v: Voice) -> tuple[str, ...]:
    """Units to choose from, one a line."""
    return tuple(v.say("{unit} in {at}", unit=v.a_unit(piece.unit), at=v.area(piece.area)) for piece in pieces)


def options_named(options: Mapping[str, tuple[str, ...]], none: str, v: Voice) -> tuple[str, ...]:
    """Where units may go from each area, one area a line."""
    return tuple(f"{v.area(area)} \u2192 {', '.join(map(v.area, goals)) or none}" for area, goals in options.items())


def price_phrase(power: int, hostages: Iterable[str], v: Voice) -> str:
    """What is offered for leaders: `4 power and Balon Greyjoy`, or nothing."""
    parts = [v.power(power)] if power else []
    return v.both([*parts, *map(v.leader, hostages)]) or v.say("nothing")


def marks_phrase(marks: Iterable[str], v: Voice) -> str:
    """Tokens on an area: `a barrel and a crown`."""
    return v.both(v.say(MARKS.get(mark, mark)) for mark in marks)


def bank_phrase(bank: Bank, v: Voice) -> str:
    """The loans to be had, who took which, and whose the token is, on one line."""
    parts = [", ".join(v.card(loan) if loan else "\u2013" for loan in bank.slots)]
    parts += [f"{v.house(house)}: {v.cards(loans)}" for house, loans in bank.loans.items()]
    parts += [v.say("{house} holds the token of Braavos", house=v.house(bank.token))] if bank.token else []
    return "; ".join(parts)


def weather_phrase(place: int, v: Voice) -> str:
    """What the weather is on a place of its track."""
    track = v.edition.weather
    fair = place < len(track) and track[place] == "fair"
    return v.say("fair, the fords are open") if fair else v.say("a storm, the fords are closed")
