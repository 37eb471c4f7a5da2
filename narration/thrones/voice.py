"""How the story calls things in one language of one edition: houses, areas, cards, reasons, rules of the rulebook."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from adjudicator.thrones.state.edition import Edition
from narration.narrator import LetterWords
from narration.phrase_table import Plural
from narration.voice import Voice as Common
from narration.words import N_, Words

_PHRASES = frozenset(
    (
        N_("1e rules"),
        N_("2e rules"),
        N_("MoD rules"),
        N_("MoD Westeros cards"),
        N_("Storm of Swords rules"),
        N_("sheet or default"),
        N_("FAQ on the order of texts"),
        N_("FAQ 2.0 on ties"),
        N_("official FAQ on the order of card texts"),
        N_("improvement and degradation"),
        N_("House cards"),
        N_("Tides of Battle"),
        N_("Valyrian steel blade"),
        N_("Westeros cards"),
        N_("Westeros phase"),
        N_("action phase"),
        N_("alliance cards"),
        N_("allied units"),
        N_("assign orders"),
        N_("at any moment"),
        N_("battle"),
        N_("bidding"),
        N_("bids"),
        N_("call for support"),
        N_("casualties"),
        N_("choice cards"),
        N_("choosing vassals"),
        N_("clean-up"),
        N_("combat"),
        N_("combat clean up"),
        N_("combat with vassals"),
        N_("consolidate power"),
        N_("control of Braavos"),
        N_("determine victor"),
        N_("dragons"),
        N_("effects of loans"),
        N_("end of the action phase"),
        N_("establishing control"),
        N_("gaining loyalty tokens"),
        N_("garrisons"),
        N_("gifts of Power"),
        N_("hostages"),
        N_("initial combat strength"),
        N_("last card"),
        N_("leaders"),
        N_("march orders"),
        N_("mustering"),
        N_("negotiating for hostages"),
        N_("neutral forces"),
        N_("obtaining loans"),
        N_("orders in a conquered area"),
        N_("paying interest"),
        N_("pillage"),
        N_("planning phase"),
        N_("ports"),
        N_("raid orders"),
        N_("resolution"),
        N_("resolve Consolidate Power orders"),
        N_("resolve march orders"),
        N_("resolve raid orders"),
        N_("retreats"),
        N_("reveal orders"),
        N_("rewards of Power"),
        N_("routed units"),
        N_("routed units and siege engines"),
        N_("sea order tokens on land"),
        N_("sequence of the round"),
        N_("seven castles and strongholds"),
        N_("ship transport"),
        N_("special Consolidate Power"),
        N_("supply"),
        N_("tactics cards"),
        N_("taking control of enemy ports"),
        N_("the Iron Bank of Braavos"),
        N_("the Messenger Raven"),
        N_("the growing threat"),
        N_("the track of loans"),
        N_("the weather marker"),
        N_("towns"),
        N_("used House cards"),
        N_("victory"),
        N_("wildling attack"),
        N_("wildling cards"),
        N_("winning"),
        N_("winning the game"),
    )
)
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
    parts = [_topic(first, edition, words), whole] if whole else _topics(topics, edition, words)
    return f"{named}: {', '.join(parts)}"


def _topics(topics: str, edition: Edition, words: Words) -> list[str]:
    return [_topic(one, edition, words) for one in topics.split(", ")]


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


MAP = LetterWords(
    seats=N_("House"),
    board=N_("The board in words"),
    would_stand=N_("The board as it would stand, in words"),
    reference=N_("What the board and the cards say"),
    map_brings=N_("MAP brings the board with every border and every card's text."),
    map_tells=N_("the board as it lies, every border and every card's text, in a letter of its own"),
    map_sent=N_("The board with its map comes in a letter of its own."),
    picture=N_("Map of the board as it stands in round {n}"),
    picture_begins=N_("Map of the board as the game begins"),
    picture_would=N_("Map of the board as it would stand"),
    form=N_("Your sheet on the map"),
    left_to_bot=N_(
        "The bot makes every choice but orders and bids, and attacks nobody unless you say whom it may attack."
    ),
    news=(
        N_(
            "Marches are said by wishes now: MARCH: take riverrun if sure; prefer seagard; never leave winterfell. "
            "Goals and worths that you wrote before are read as the nearest wishes; please look them over."
        ),
        N_("The order of your MARCH lines is the order of your marches."),
        N_(
            "What stands behind “else” counts only if the condition before it does not hold; what stands behind the "
            "bar | counts also if what stands before it cannot be done."
        ),
    ),
)


TRACKS = {"iron-throne": N_("Iron Throne"), "fiefdoms": N_("Fiefdoms"), "kings-court": N_("King's Court")}
BADGES = {
    "iron-throne": N_("the Iron Throne"),
    "valyrian-blade": N_("the Valyrian steel blade"),
    "messenger-raven": N_("the Messenger Raven"),
}
PHASES = {
    "westeros": N_("Westeros phase"),
    "planning": N_("Planning"),
    "raven": N_("The Messenger Raven"),
    "raids": N_("Raids"),
    "marches": N_("Marches"),
    "power": N_("Consolidation"),
    "interest": N_("Interest"),
    "tactics": N_("Tactics"),
}
# Auctions that are no tracks; every other name is the one against the wildlings.
AUCTIONS = {"claim": N_("Claim Westeros")}
# Whose cards lie in the alliance decks.
ALLIANCES = {
    "arryn": N_("House Arryn"),
    "frey": N_("House Frey"),
    "tyrell": N_("House Tyrell"),
    "mercenaries": N_("the mercenaries and outlaws"),
}
ORDER_TYPES = {
    "march": N_("March orders"),
    "defense": N_("Defense orders"),
    "support": N_("Support orders"),
    "raid": N_("Raid orders"),
    "consolidate-power": N_("Consolidate Power orders"),
    "footman-support": N_("supporting footmen"),
}
# Units: counted, and one with its article.
UNITS = {
    "footman": (Plural("{n} footman", "{n} footmen"), N_("a footman")),
    "knight": (Plural("{n} knight", "{n} knights"), N_("a knight")),
    "ship": (Plural("{n} ship", "{n} ships"), N_("a ship")),
    "siege-engine": (Plural("{n} siege engine", "{n} siege engines"), N_("a siege engine")),
    "dragon": (Plural("{n} dragon", "{n} dragons"), N_("a dragon")),
    "allied-footman": (Plural("{n} allied footman", "{n} allied footmen"), N_("an allied footman")),
    "allied-knight": (Plural("{n} allied knight", "{n} allied knights"), N_("an allied knight")),
}
REASONS = {
    "supply": N_("supply"),
    "wildlings": N_("the wildlings"),
    "battle": N_("the battle"),
    "retreat": N_("the retreat"),
    "no-retreat": N_("no way to retreat"),
    "routed": N_("routed units cannot flee twice"),
    "no-units": N_("no units there"),
    "port-lost": N_("the port is lost"),
    "bluff": N_("a sea order on land, a bluff"),
    "garrison": N_("garrison"),
    "interest": N_("interest"),
    "vassal-won": N_("victory of a vassal"),
    "muster": N_("mustering"),
    "pillage": N_("pillage"),
    "consolidate": N_("consolidation"),
    "consolidate-power": N_("consolidation"),
    "game-of-thrones": N_("Game of Thrones"),
    "auction": N_("bids"),
    "bids": N_("bids"),
    "played": N_("played"),
    "activate": N_("a leader turned"),
    "losses": N_("in the place of a unit"),
    "negotiation": N_("a negotiation"),
    "objective": N_("its aim is reached"),
    "used": N_("used up"),
    "leader": N_("with its leader"),
    "executed": N_("executed"),
    "allied-alone": N_("allied units never stand alone"),
    "last-card": N_("the last card is used"),
}


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
        e = self.edition
        kinds: tuple[Mapping[str, Any], ...] = (e.cards, e.westeros, e.wildling_cards, e.tide_cards, e.loans)
        kinds = (*kinds, e.tactics, e.alliances, e.leaders)
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
            return self.say_n(*UNITS[unit][0], count)
        return f"{count} {self.kind(unit)}"

    def kind(self, unit: str) -> str:
        """The bare name of a kind of unit."""
        return self.name(self.edition.units, unit)

    def a_unit(self, unit: str) -> str:
        """`a footman`, one unit with its article."""
        return self.say(UNITS[unit][1]) if unit in UNITS else self.unit(unit)

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

    def sign(self, value: int) -> str:
        """A number as it counts in a sum: `+2`, `−1`, `+0`."""
        return f"+{value}" if value >= 0 else f"\u2212{-value}"

    def citation(self, rule: str) -> str:
        """Where the rule stands in the rulebook; empty for a record that follows none."""
        return citation_words(self.edition.citations.get(rule, ""), self.edition, self.words)

    def text_of(self, card: str) -> str:
        """What a House card's text says."""
        entry = self.edition.cards.get(card)
        return self.words.gettext(entry.text) if entry else ""
