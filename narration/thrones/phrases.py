"""How slots of sentences and questions are said, and what cards and rules leave to choose."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

import msgspec

from adjudicator.engine import FrozenStruct
from adjudicator.thrones.sheets.effects.table import Asking
from adjudicator.thrones.state import Bank, Board
from adjudicator.thrones.state.decisions import Piece
from narration.phrase_table import Form
from narration.thrones.voice import Voice, cards_with_text
from narration.words import word_tables

TABLES = word_tables(__name__)

# Choices that are neither names nor numbers.
PLAIN = TABLES["plain"]
OCCASIONS = TABLES["occasions"]


class RuleAsking(FrozenStruct):
    """A rule or a badge that leaves something to choose: its name, what it is about, and its question about a
    subject."""

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
    """A choice as people call it: an area, a track, a card, what a Westeros card brings, ships, or a plain word."""
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
    """The name of whatever asks or is asked about: a card, a badge, a house, an area, `port` or `support`."""
    edition = v.edition
    if card in edition.wildling_cards or card in edition.tide_cards:
        return v.card(card)
    if card in edition.badges.values():
        return v.badge(card)
    return v.say(RULES[card].name) if card in RULES else choice_phrase(card, v)


def asking_title(because: str, v: Voice) -> str:
    """The heading over the choices of something that asks."""
    return v.say(RULES[because].name) if because in RULES else card_title(because, v)


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


def asking_default(asking: Asking, v: Voice) -> str:
    """What happens without a wish: the last choice of each occasion, or the track on which least changes."""
    said = []
    for occasion, choices in asking.offers.items():
        tracks = all(choice in v.edition.tracks for choice in choices)
        text = v.say("the track on which least changes") if tracks else choice_phrase(choices[-1], v, asking.because)
        when = v.say(OCCASIONS[occasion]) if occasion in OCCASIONS else ""
        said.append(v.say("{occasion}: {choice}", occasion=when, choice=text) if when else text)
    return "; ".join(said)


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
