"""Phrases of conditions in these games, as `sheets.conditions.tree` writes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import get_args

from adjudicator.thrones.sheets.conditions.board_facts import Quantity
from adjudicator.thrones.sheets.conditions.tree import JUNCTIONS, Sum, format_condition, parse_when
from adjudicator.thrones.sheets.name_book import name_book
from narration.phrasebook import Phrasebook, Sort, phrases
from narration.thrones.questions import with_names
from narration.thrones.voice import Voice
from narration.words import word_tables

TABLES = word_tables(__name__)

KINDS = TABLES["kinds"]
TYPES = TABLES["types"]
SIDES = TABLES["sides"]
PEOPLE = TABLES["people"]

# What the edition must have for phrases with these words.
_NEEDS = {"neutral": "neutral", "commands": "vassal-card", "weather": "alliance"}
_NEEDS |= {"tide": "tide", "wildlings": "wildling", "loyalty": "loan"}
FACTS = phrases(TABLES["facts"], _NEEDS)
QUANTITIES = TABLES["quantities"]

NUMBERS = phrases(TABLES["numbers"], _NEEDS)
_DOERS, _WHOM = ("anyone", "enemy", "opponent"), ("me", "anyone", "enemy", "opponent")
_HOLDERS, _SIDES = ("me", "any", "enemy", "opponent"), ("me", "enemy", "attacker", "defender")


def _book(sort: str) -> Callable[[Voice], Iterable[str]]:
    """The ids of a sort as the adjudicator reads them."""
    return lambda v: name_book(v.edition).names[sort]


def _cards(v: Voice) -> Iterable[str]:
    """House cards, of a game those that are in its hands."""
    absent = () if v.modules is None else name_book(v.edition, v.modules).later
    return [card for card in v.edition.cards if card not in absent]


def _people(words: Sequence[str]) -> Callable[[Voice], Iterable[str]]:
    """Some words for people, then the houses."""
    return lambda v: (*words, *v.edition.houses)


def _person(v: Voice, person: str) -> str:
    return v.say(PEOPLE[person]) if person in PEOPLE else v.house(person)


def _order(v: Voice, order_id: str) -> str:
    return v.order(order_id) if order_id in v.edition.orders else v.ban(order_id)


def _orders(v: Voice) -> Iterable[str]:
    book = name_book(v.edition).names
    return dict.fromkeys((*book["type"], *book["order"]))


SORTS = {
    "area": Sort(attrgetter("edition.areas"), Voice.area),
    "house": Sort(attrgetter("edition.houses"), Voice.house),
    "type": Sort(_book("type"), lambda v, value: v.say(TYPES[value]) if value in TYPES else v.ban(value)),
    "order": Sort(attrgetter("edition.orders"), _order),
    "kind": Sort(
        lambda v: (*KINDS, *_orders(v)), lambda v, value: v.say(KINDS[value]) if value in KINDS else _order(v, value)
    ),
    "ban": Sort(_book("ban"), Voice.ban),
    "badge": Sort(_book("badge"), Voice.badge),
    "track": Sort(attrgetter("edition.tracks"), Voice.track),
    "auction": Sort(_book("auction"), Voice.track),
    "card": Sort(_cards, Voice.card),
    "westeros": Sort(attrgetter("edition.westeros"), Voice.card),
    "unit": Sort(attrgetter("edition.units"), Voice.kind),
    "quantity": Sort(lambda v: get_args(Quantity), lambda v, value: v.say(QUANTITIES[value])),
    "doer": Sort(_people(_DOERS), _person),
    "whom": Sort(_people(_WHOM), _person),
    "rival": Sort(_people(("opponent", "others")), _person),
    "holder": Sort(_people(_HOLDERS), _person),
    "side": Sort(lambda v: _SIDES, lambda v, value: v.say(SIDES[value])),
    "leader": Sort(attrgetter("edition.leaders"), Voice.card),
    "tactic": Sort(attrgetter("edition.tactics"), Voice.card),
    "alliance": Sort(attrgetter("edition.alliances"), Voice.card),
    "ally": Sort(_book("ally"), Voice.alliance),
    # Never shown: whether the edition has such things.
    "neutral": Sort(attrgetter("edition.areas"), Voice.area),
    "vassal-card": Sort(attrgetter("edition.vassal_cards"), Voice.card),
    "wildling": Sort(_book("wildling"), Voice.card),
    "tide": Sort(attrgetter("edition.tide_cards"), Voice.card),
    "loan": Sort(attrgetter("edition.loans"), Voice.card),
}


# What most plans need: the first page of what is told of conditions has these alone.
FIRST = (
    *("sure", "likely", "lead"),
    *("{area} is empty", "{area} is mine", "{area} is {house}", "{area} has {type}", "{area} is threatened"),
    *("attacker is me", "opponent is {house}", "opponent holds {card}"),
    *("{doer} attacked {whom}", "I lost {area}", "round", "{quantity}"),
)
CONDITIONS = Phrasebook(FACTS, NUMBERS, SORTS, JUNCTIONS, parse_when, format_condition, with_names, FIRST)


def sum_words(amount: Sum, v: Voice) -> str:
    """Describe a computed amount: `1/2 × Power that Stark has + 1`."""
    text = ""
    for share in amount.of:
        count = f"{abs(share.times)}/{share.over} × " if share.over != 1 else f"{abs(share.times)} × "
        much = "" if abs(share.times) == share.over == 1 else count
        text += f" {'−' if share.times < 0 else '+'} {much}{CONDITIONS.fact(share.term.typed(), v)}"
    if amount.plus:
        text += f" {'+' if amount.plus > 0 else '−'} {abs(amount.plus)}"
    return text.strip().removeprefix("+ ")
