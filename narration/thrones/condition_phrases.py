"""What conditions of these games can say, phrase by phrase: as `sheets.conditions.text` writes it, and in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, get_args

from adjudicator.thrones.sheets.conditions import tree as c
from adjudicator.thrones.sheets.conditions.text import format_condition, format_term, parse_when
from adjudicator.thrones.sheets.conditions.tree import Sum
from adjudicator.thrones.sheets.name_book import name_book
from narration.phrasebook import Phrase, Phrasebook, Sort
from narration.thrones.condition_numbers import NUMBERS, QUANTITIES
from narration.thrones.instructions import with_names
from narration.thrones.voice import Voice
from narration.words import N_

AREAS, ORDERS, TRACKS = N_("Areas"), N_("Orders"), N_("Power and tracks")
BATTLE, CARDS = N_("The battle or attack at hand"), N_("Cards")
ROUND, LAST = N_("What was done in the round"), N_("What was done in the last round")
STORM, ALWAYS, VASSALS = N_("Weather, leaders, tactics, alliances"), N_("Always or never"), N_("Vassals")

KINDS = {"special": N_("orders with a star"), "raidable": N_("orders that can be raided")}
TYPES = {
    "march": N_("a March order"),
    "defense": N_("a Defense order"),
    "support": N_("a Support order"),
    "raid": N_("a Raid order"),
    "consolidate-power": N_("a Consolidate Power order"),
}
SIDES = {
    "me": N_("me"),
    "enemy": N_("my opponent"),
    "attacker": N_("the attacker"),
    "defender": N_("the defender"),
}
PEOPLE = {
    "me": N_("me"),
    "anyone": N_("anybody"),
    "any": N_("anybody"),
    "enemy": N_("another house"),
    "opponent": N_("the opponent"),
    "others": N_("all others"),
    "attacker": N_("the attacker"),
    "defender": N_("the defender"),
}

_AREAS = (
    Phrase("{area} is empty", N_("{area} is empty"), AREAS),
    Phrase("{area} is mine", N_("{area} is mine"), AREAS),
    Phrase("{area} is enemy", N_("{area} belongs to another house"), AREAS),
    Phrase("{area} is opponent", N_("{area} belongs to the opponent"), AREAS),
    Phrase("{area} is {house}", N_("{area} belongs to {house}"), AREAS),
    Phrase("{area} is uncontrolled", N_("{area} belongs to nobody"), AREAS),
    Phrase("{area} is neutral", N_("a neutral force stands in {area}"), AREAS, "neutral"),
    Phrase("{area} is held by me", N_("units of mine stand in {area}"), AREAS),
    Phrase("{area} is held by enemy", N_("units of another house stand in {area}"), AREAS),
    Phrase("{area} is held by opponent", N_("units of the opponent stand in {area}"), AREAS),
    Phrase("{area} is held by {house}", N_("units of {house} stand in {area}"), AREAS),
    Phrase("{area} is threatened", N_("a march of another house threatens {area}"), AREAS),
    Phrase("{area} has token", N_("a Power token lies in {area}"), AREAS),
    Phrase("{area} has my token", N_("a Power token of mine lies in {area}"), AREAS),
    Phrase("{area} has enemy token", N_("a Power token of another house lies in {area}"), AREAS),
    Phrase("{area} has opponent token", N_("a Power token of the opponent lies in {area}"), AREAS),
    Phrase("{area} has {house} token", N_("a Power token of {house} lies in {area}"), AREAS),
)
_ORDERS = (
    Phrase("{area} has order", N_("an order lies in {area}"), ORDERS),
    Phrase("{area} has special", N_("an order with a star lies in {area}"), ORDERS),
    Phrase("{area} has raidable", N_("an order that can be raided lies in {area}"), ORDERS),
    Phrase("{area} has {type}", N_("{type} lies in {area}"), ORDERS),
    Phrase("{area} has {order}", N_("in {area} lies {order}"), ORDERS),
    Phrase("{area} has support beside", N_("a Support order beside {area} can help there"), ORDERS),
    Phrase("{area} has my support beside", N_("a Support order of mine beside {area} can help there"), ORDERS),
    Phrase("{area} has enemy support beside", N_("another house's Support order beside {area} can help there"), ORDERS),
    Phrase(
        "{area} has opponent support beside", N_("the opponent's Support order beside {area} can help there"), ORDERS
    ),
    Phrase("{area} has {house} support beside", N_("a Support order of {house} beside {area} can help there"), ORDERS),
    Phrase("{ban} is banned", N_("forbidden in this round: {ban}"), ORDERS),
)
_TRACKS = (
    Phrase("I hold {badge}", N_("I hold {badge}"), TRACKS),
    Phrase("opponent holds {badge}", N_("the opponent holds {badge}"), TRACKS),
    Phrase("{house} holds {badge}", N_("{house} holds {badge}"), TRACKS),
    Phrase("{badge} is used", N_("used in this round: {badge}"), TRACKS),
)
_BATTLE = (
    Phrase("sure", N_("I surely win"), BATTLE),
    Phrase("likely", N_("I likely win"), BATTLE),
    Phrase("attacker is me", N_("I attack"), BATTLE),
    Phrase("defender is me", N_("I defend"), BATTLE),
    Phrase("attacker is opponent", N_("the opponent attacks"), BATTLE),
    Phrase("defender is opponent", N_("the opponent defends"), BATTLE),
    Phrase("opponent is {house}", N_("the opponent is {house}"), BATTLE),
    Phrase("attacker is {house}", N_("the attacker is {house}"), BATTLE),
    Phrase("defender is {house}", N_("the defender is {house}"), BATTLE),
    Phrase("battle in {area}", N_("the battle is for {area}"), BATTLE),
    Phrase("I supports {side}", N_("I support {side}"), BATTLE),
    Phrase("{doer} supports {side}", N_("{doer} supports {side}"), BATTLE),
    Phrase("{card} is played", N_("{card} is turned up"), BATTLE),
)
_CARDS = (
    Phrase("I hold {card}", N_("{card} is in my hand"), CARDS),
    Phrase("opponent holds {card}", N_("the opponent has {card} in hand"), CARDS),
    Phrase("{house} holds {card}", N_("{house} has {card} in hand"), CARDS),
    Phrase("{card} is discarded", N_("{card} is discarded"), CARDS),
    Phrase("{westeros} is revealed", N_("{westeros} was turned up in this round"), CARDS),
)
_ROUND = (
    Phrase("I attacked {whom}", N_("I attacked {whom}"), ROUND),
    Phrase("{doer} attacked {whom}", N_("{doer} attacked {whom}"), ROUND),
    Phrase("I raided {whom}", N_("I raided {whom}"), ROUND),
    Phrase("{doer} raided {whom}", N_("{doer} raided {whom}"), ROUND),
    Phrase("I supported {whom}", N_("I supported {whom}"), ROUND),
    Phrase("{doer} supported {whom}", N_("{doer} supported {whom}"), ROUND),
    Phrase("I opposed {whom}", N_("I supported an enemy of {whom}"), ROUND),
    Phrase("{doer} opposed {whom}", N_("{doer} supported an enemy of {whom}"), ROUND),
    Phrase("I beat {whom}", N_("I beat {whom}"), ROUND),
    Phrase("{doer} beat {whom}", N_("{doer} beat {whom}"), ROUND),
    Phrase("I took {area}", N_("I took {area} in battle"), ROUND),
    Phrase("{doer} took {area}", N_("{doer} took {area} in battle"), ROUND),
    Phrase("I lost {area}", N_("I lost {area} in battle"), ROUND),
    Phrase("{doer} lost {area}", N_("{doer} lost {area} in battle"), ROUND),
    Phrase("I attacked {whom} last round", N_("I attacked {whom} in the last round"), LAST),
    Phrase("{doer} attacked {whom} last round", N_("{doer} attacked {whom} in the last round"), LAST),
    Phrase("I raided {whom} last round", N_("I raided {whom} in the last round"), LAST),
    Phrase("{doer} raided {whom} last round", N_("{doer} raided {whom} in the last round"), LAST),
    Phrase("I supported {whom} last round", N_("I supported {whom} in the last round"), LAST),
    Phrase("{doer} supported {whom} last round", N_("{doer} supported {whom} in the last round"), LAST),
    Phrase("I opposed {whom} last round", N_("I supported an enemy of {whom} in the last round"), LAST),
    Phrase("{doer} opposed {whom} last round", N_("{doer} supported an enemy of {whom} in the last round"), LAST),
    Phrase("I beat {whom} last round", N_("I beat {whom} in the last round"), LAST),
    Phrase("{doer} beat {whom} last round", N_("{doer} beat {whom} in the last round"), LAST),
    Phrase("I took {area} last round", N_("I took {area} in battle in the last round"), LAST),
    Phrase("{doer} took {area} last round", N_("{doer} took {area} in battle in the last round"), LAST),
    Phrase("I lost {area} last round", N_("I lost {area} in battle in the last round"), LAST),
    Phrase("{doer} lost {area} last round", N_("{doer} lost {area} in battle in the last round"), LAST),
)
_OTHERS = (
    Phrase("I commands {house}", N_("I command {house}"), VASSALS, "vassal-card"),
    Phrase("anyone commands {house}", N_("somebody commands {house}"), VASSALS, "vassal-card"),
    Phrase("{doer} commands {house}", N_("{doer} commands {house}"), VASSALS, "vassal-card"),
    Phrase("weather is fair", N_("the weather is fair"), STORM, "alliance"),
    Phrase("weather is storm", N_("there is a storm"), STORM, "alliance"),
    Phrase("{leader} is in {area}", N_("{leader} is in {area}"), STORM),
    Phrase("{leader} is a hostage", N_("{leader} is a hostage"), STORM),
    Phrase("{leader} is a hostage of {holder}", N_("{leader} is a hostage of {holder}"), STORM),
    Phrase("{leader} serves {holder}", N_("{leader} serves {holder}"), STORM),
    Phrase("{tactic} is lasting", N_("{tactic} lies open and lasts"), STORM),
    Phrase("{tactic} is lasting for {holder}", N_("{tactic} lies open and lasts, played by {holder}"), STORM),
    Phrase("I hold {alliance}", N_("I hold the alliance card {alliance}"), STORM),
    Phrase("opponent holds {alliance}", N_("the opponent holds the alliance card {alliance}"), STORM),
    Phrase("{house} holds {alliance}", N_("{house} holds the alliance card {alliance}"), STORM),
    Phrase("{alliance} is face-up", N_("{alliance} lies face up on its deck"), STORM),
    Phrase("{holder} is allied with {ally}", N_("allied with {ally}: {holder}"), STORM),
    Phrase("always", N_("always"), ALWAYS),
    Phrase("never", N_("never"), ALWAYS),
)
FACTS = (*_AREAS, *_ORDERS, *_TRACKS, *_BATTLE, *_CARDS, *_ROUND, *_OTHERS)
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


def _person(v: Voice, one: str) -> str:
    return v.say(PEOPLE[one]) if one in PEOPLE else v.house(one)


def _order(v: Voice, one: str) -> str:
    return v.order(one) if one in v.edition.orders else v.ban(one)


def _kind(v: Voice, one: str) -> str:
    return v.say(KINDS[one]) if one in KINDS else _order(v, one)


def _orders(v: Voice) -> Iterable[str]:
    book = name_book(v.edition).names
    return dict.fromkeys((*book["type"], *book["order"]))


SORTS = {
    "area": Sort(lambda v: v.edition.areas, Voice.area),
    "house": Sort(lambda v: v.edition.houses, Voice.house),
    "type": Sort(_book("type"), lambda v, one: v.say(TYPES[one]) if one in TYPES else v.ban(one)),
    "order": Sort(lambda v: v.edition.orders, _order),
    "kind": Sort(lambda v: (*KINDS, *_orders(v)), _kind),
    "ban": Sort(_book("ban"), Voice.ban),
    "badge": Sort(_book("badge"), Voice.badge),
    "track": Sort(lambda v: v.edition.tracks, Voice.track),
    "auction": Sort(_book("auction"), Voice.track),
    "card": Sort(_cards, Voice.card),
    "westeros": Sort(lambda v: v.edition.westeros, Voice.card),
    "unit": Sort(lambda v: v.edition.units, Voice.kind),
    "quantity": Sort(lambda v: get_args(c.Quantity), lambda v, one: v.say(QUANTITIES[one])),
    "doer": Sort(_people(_DOERS), _person),
    "whom": Sort(_people(_WHOM), _person),
    "rival": Sort(_people(("opponent", "others")), _person),
    "holder": Sort(_people(_HOLDERS), _person),
    "side": Sort(lambda v: _SIDES, lambda v, one: v.say(SIDES[one])),
    "leader": Sort(lambda v: v.edition.leaders, Voice.card),
    "tactic": Sort(lambda v: v.edition.tactics, Voice.card),
    "alliance": Sort(lambda v: v.edition.alliances, Voice.card),
    "ally": Sort(_book("ally"), Voice.alliance),
    # Never shown: whether the edition has such things.
    "neutral": Sort(lambda v: v.edition.areas, Voice.area),
    "vassal-card": Sort(lambda v: v.edition.vassal_cards, Voice.card),
    "wildling": Sort(_book("wildling"), Voice.card),
    "tide": Sort(lambda v: v.edition.tide_cards, Voice.card),
    "loan": Sort(lambda v: v.edition.loans, Voice.card),
}


def _parse(text: str, edition: Any, modules: Sequence[str]) -> c.When:
    return parse_when(text, edition, modules)


# What most plans need: the first page of what is told of conditions has these alone.
FIRST = (
    *("sure", "likely", "lead"),
    *("{area} is empty", "{area} is mine", "{area} is {house}", "{area} has {type}", "{area} is threatened"),
    *("attacker is me", "opponent is {house}", "opponent holds {card}"),
    *("{doer} attacked {whom}", "I lost {area}", "round", "{quantity}"),
)
CONDITIONS = Phrasebook(FACTS, NUMBERS, SORTS, c.JUNCTIONS, _parse, format_condition, with_names, FIRST)


def sum_words(amount: Sum, v: Voice) -> str:
    """An amount that is worked out when it is asked for: `1/2 × Power that Stark has + 1`."""
    text = ""
    for share in amount.of:
        count = f"{abs(share.times)}/{share.over} × " if share.over != 1 else f"{abs(share.times)} × "
        much = "" if abs(share.times) == share.over == 1 else count
        text += f" {'−' if share.times < 0 else '+'} {much}{CONDITIONS.fact(format_term(share.term), v)}"
    if amount.plus:
        text += f" {'+' if amount.plus > 0 else '−'} {abs(amount.plus)}"
    return text.strip().removeprefix("+ ")
