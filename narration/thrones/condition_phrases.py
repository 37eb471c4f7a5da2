"""What conditions of these games can say, phrase by phrase: as `sheets.conditions.tree` writes it, and in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, get_args

from adjudicator.thrones.sheets.conditions.board_facts import Quantity
from adjudicator.thrones.sheets.conditions.tree import JUNCTIONS, Sum, When, format_condition, format_term, parse_when
from adjudicator.thrones.sheets.name_book import name_book
from narration.phrasebook import Phrasebook, Sort, phrases
from narration.thrones.instructions import with_names
from narration.thrones.voice import Voice
from narration.words import N_

GAME, AREAS, ORDERS, TRACKS = N_("The game"), N_("Areas"), N_("Orders"), N_("Power and tracks")
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

# What the edition must have for phrases with these words.
_NEEDS = {"neutral": "neutral", "commands": "vassal-card", "weather": "alliance"}
_NEEDS |= {"tide": "tide", "wildlings": "wildling", "loyalty": "loan"}
FACTS = phrases(
    {
        AREAS: {
            "{area} is empty": N_("{area} is empty"),
            "{area} is mine": N_("{area} is mine"),
            "{area} is enemy": N_("{area} belongs to another house"),
            "{area} is opponent": N_("{area} belongs to the opponent"),
            "{area} is {house}": N_("{area} belongs to {house}"),
            "{area} is uncontrolled": N_("{area} belongs to nobody"),
            "{area} is neutral": N_("a neutral force stands in {area}"),
            "{area} is held by me": N_("units of mine stand in {area}"),
            "{area} is held by enemy": N_("units of another house stand in {area}"),
            "{area} is held by opponent": N_("units of the opponent stand in {area}"),
            "{area} is held by {house}": N_("units of {house} stand in {area}"),
            "{area} is threatened": N_("a march of another house threatens {area}"),
            "{area} has token": N_("a Power token lies in {area}"),
            "{area} has my token": N_("a Power token of mine lies in {area}"),
            "{area} has enemy token": N_("a Power token of another house lies in {area}"),
            "{area} has opponent token": N_("a Power token of the opponent lies in {area}"),
            "{area} has {house} token": N_("a Power token of {house} lies in {area}"),
        },
        ORDERS: {
            "{area} has order": N_("an order lies in {area}"),
            "{area} has special": N_("an order with a star lies in {area}"),
            "{area} has raidable": N_("an order that can be raided lies in {area}"),
            "{area} has {type}": N_("{type} lies in {area}"),
            "{area} has {order}": N_("in {area} lies {order}"),
            "{area} has support beside": N_("a Support order beside {area} can help there"),
            "{area} has my support beside": N_("a Support order of mine beside {area} can help there"),
            "{area} has enemy support beside": N_("another house's Support order beside {area} can help there"),
            "{area} has opponent support beside": N_("the opponent's Support order beside {area} can help there"),
            "{area} has {house} support beside": N_("a Support order of {house} beside {area} can help there"),
            "{ban} is banned": N_("forbidden in this round: {ban}"),
        },
        TRACKS: {
            "I hold {badge}": N_("I hold {badge}"),
            "opponent holds {badge}": N_("the opponent holds {badge}"),
            "{house} holds {badge}": N_("{house} holds {badge}"),
            "{badge} is used": N_("used in this round: {badge}"),
        },
        BATTLE: {
            "sure": N_("I surely win"),
            "likely": N_("I likely win"),
            "attacker is me": N_("I attack"),
            "defender is me": N_("I defend"),
            "attacker is opponent": N_("the opponent attacks"),
            "defender is opponent": N_("the opponent defends"),
            "opponent is {house}": N_("the opponent is {house}"),
            "attacker is {house}": N_("the attacker is {house}"),
            "defender is {house}": N_("the defender is {house}"),
            "battle in {area}": N_("the battle is for {area}"),
            "I supports {side}": N_("I support {side}"),
            "{doer} supports {side}": N_("{doer} supports {side}"),
            "{card} is played": N_("{card} is turned up"),
        },
        CARDS: {
            "I hold {card}": N_("{card} is in my hand"),
            "opponent holds {card}": N_("the opponent has {card} in hand"),
            "{house} holds {card}": N_("{house} has {card} in hand"),
            "{card} is discarded": N_("{card} is discarded"),
            "{westeros} is revealed": N_("{westeros} was turned up in this round"),
        },
        ROUND: {
            "I attacked {whom}": N_("I attacked {whom}"),
            "{doer} attacked {whom}": N_("{doer} attacked {whom}"),
            "I raided {whom}": N_("I raided {whom}"),
            "{doer} raided {whom}": N_("{doer} raided {whom}"),
            "I supported {whom}": N_("I supported {whom}"),
            "{doer} supported {whom}": N_("{doer} supported {whom}"),
            "I opposed {whom}": N_("I supported an enemy of {whom}"),
            "{doer} opposed {whom}": N_("{doer} supported an enemy of {whom}"),
            "I beat {whom}": N_("I beat {whom}"),
            "{doer} beat {whom}": N_("{doer} beat {whom}"),
            "I took {area}": N_("I took {area} in battle"),
            "{doer} took {area}": N_("{doer} took {area} in battle"),
            "I lost {area}": N_("I lost {area} in battle"),
            "{doer} lost {area}": N_("{doer} lost {area} in battle"),
        },
        LAST: {
            "I attacked {whom} last round": N_("I attacked {whom} in the last round"),
            "{doer} attacked {whom} last round": N_("{doer} attacked {whom} in the last round"),
            "I raided {whom} last round": N_("I raided {whom} in the last round"),
            "{doer} raided {whom} last round": N_("{doer} raided {whom} in the last round"),
            "I supported {whom} last round": N_("I supported {whom} in the last round"),
            "{doer} supported {whom} last round": N_("{doer} supported {whom} in the last round"),
            "I opposed {whom} last round": N_("I supported an enemy of {whom} in the last round"),
            "{doer} opposed {whom} last round": N_("{doer} supported an enemy of {whom} in the last round"),
            "I beat {whom} last round": N_("I beat {whom} in the last round"),
            "{doer} beat {whom} last round": N_("{doer} beat {whom} in the last round"),
            "I took {area} last round": N_("I took {area} in battle in the last round"),
            "{doer} took {area} last round": N_("{doer} took {area} in battle in the last round"),
            "I lost {area} last round": N_("I lost {area} in battle in the last round"),
            "{doer} lost {area} last round": N_("{doer} lost {area} in battle in the last round"),
        },
        VASSALS: {
            "I commands {house}": N_("I command {house}"),
            "anyone commands {house}": N_("somebody commands {house}"),
            "{doer} commands {house}": N_("{doer} commands {house}"),
        },
        STORM: {
            "weather is fair": N_("the weather is fair"),
            "weather is storm": N_("there is a storm"),
            "{leader} is in {area}": N_("{leader} is in {area}"),
            "{leader} is a hostage": N_("{leader} is a hostage"),
            "{leader} is a hostage of {holder}": N_("{leader} is a hostage of {holder}"),
            "{leader} serves {holder}": N_("{leader} serves {holder}"),
            "{tactic} is lasting": N_("{tactic} lies open and lasts"),
            "{tactic} is lasting for {holder}": N_("{tactic} lies open and lasts, played by {holder}"),
            "I hold {alliance}": N_("I hold the alliance card {alliance}"),
            "opponent holds {alliance}": N_("the opponent holds the alliance card {alliance}"),
            "{house} holds {alliance}": N_("{house} holds the alliance card {alliance}"),
            "{alliance} is face-up": N_("{alliance} lies face up on its deck"),
            "{holder} is allied with {ally}": N_("allied with {ally}: {holder}"),
        },
        ALWAYS: {
            "always": N_("always"),
            "never": N_("never"),
        },
    },
    _NEEDS,
)
QUANTITIES = {
    "power": N_("Power"),
    "supply": N_("supply"),
    "settlements": N_("cities and strongholds"),
    "barrels": N_("barrels"),
    "crowns": N_("crowns"),
    "cards": N_("House cards"),
    "points": N_("loyalty points"),
    "loans": N_("loans"),
    "claim": N_("claim"),
    "hostages": N_("hostages"),
    "alliances": N_("alliance cards"),
}

NUMBERS = phrases(
    {
        BATTLE: {
            "strength": N_("my strength"),
            "enemy strength": N_("the enemy's strength"),
            "attacker strength": N_("the attacker's strength"),
            "defender strength": N_("the defender's strength"),
            "lead": N_("my lead in strength"),
            "lead with all support": N_("my lead with all the support I could get"),
            "lead against all support": N_("my lead against all the support the enemy could get"),
            "odds": N_("my chance to win in percent"),
            "my best card": N_("the number of my best card"),
            "my middling card": N_("the number of my middling card"),
            "my worst card": N_("the number of my worst card"),
            "opponent best card": N_("the number of the opponent's best card"),
            "opponent middling card": N_("the number of the opponent's middling card"),
            "opponent worst card": N_("the number of the opponent's worst card"),
            "{house} best card": N_("the number of the best card of {house}"),
            "{house} middling card": N_("the number of the middling card of {house}"),
            "{house} worst card": N_("the number of the worst card of {house}"),
            "fighters": N_("my fighting units"),
            "enemy fighters": N_("the enemy's fighting units"),
            "attacker fighters": N_("the attacker's fighting units"),
            "defender fighters": N_("the defender's fighting units"),
            "fighting {unit}": N_("my fighting units of this kind: {unit}"),
            "enemy fighting {unit}": N_("the enemy's fighting units of this kind: {unit}"),
            "attacker fighting {unit}": N_("the attacker's fighting units of this kind: {unit}"),
            "defender fighting {unit}": N_("the defender's fighting units of this kind: {unit}"),
            "tide": N_("the number on my card of the tides"),
            "opponent tide": N_("the number on the opponent's card of the tides"),
            "{house} tide": N_("the number on the card of the tides of {house}"),
        },
        GAME: {
            "round": N_("the round"),
            "wildlings": N_("the strength of the wildlings"),
        },
        TRACKS: {
            "{quantity}": N_("{quantity} that I have"),
            "opponent {quantity}": N_("{quantity} that the opponent has"),
            "others {quantity}": N_("{quantity} that all others have together"),
            "best other {quantity}": N_("{quantity} that the best of the others has"),
            "{house} {quantity}": N_("{quantity} that {house} has"),
            "{track} position": N_("my place on this track: {track}"),
            "opponent {track} position": N_("the opponent's place on this track: {track}"),
            "{house} {track} position": N_("the place of {house} on this track: {track}"),
            "{auction} bid": N_("my bid in this round for: {auction}"),
            "opponent {auction} bid": N_("the opponent's bid in this round for: {auction}"),
            "{house} {auction} bid": N_("the bid of {house} in this round for: {auction}"),
        },
        AREAS: {
            "units in {area}": N_("units in {area}"),
            "{unit} in {area}": N_("units in {area} of this kind: {unit}"),
            "defence of {area}": N_("what defends {area}"),
            "loyalty in {area}": N_("loyalty tokens in {area}"),
        },
        ORDERS: {
            "orders": N_("my open orders"),
            "other orders": N_("my other open orders"),
            "{kind} orders": N_("my open orders of this kind: {kind}"),
            "other {kind} orders": N_("my other open orders of this kind: {kind}"),
            "opponent orders": N_("the opponent's open orders"),
            "opponent {kind} orders": N_("the opponent's open orders of this kind: {kind}"),
            "others orders": N_("open orders of all others"),
            "others {kind} orders": N_("open orders of all others of this kind: {kind}"),
            "{house} orders": N_("open orders of {house}"),
            "{house} {kind} orders": N_("open orders of {house} of this kind: {kind}"),
            "{rival} other orders": N_("open orders of {rival} but the one at hand"),
            "{rival} other {kind} orders": N_("open orders of {rival} but the one at hand, of this kind: {kind}"),
            "battles won": N_("battles that I won in this round"),
            "battles lost": N_("battles that I lost in this round"),
            "opponent battles won": N_("battles that the opponent won in this round"),
            "opponent battles lost": N_("battles that the opponent lost in this round"),
            "{house} battles won": N_("battles that {house} won in this round"),
            "{house} battles lost": N_("battles that {house} lost in this round"),
            "battles won last round": N_("battles that I won in the last round"),
            "battles lost last round": N_("battles that I lost in the last round"),
            "opponent battles won last round": N_("battles that the opponent won in the last round"),
            "opponent battles lost last round": N_("battles that the opponent lost in the last round"),
            "{house} battles won last round": N_("battles that {house} won in the last round"),
            "{house} battles lost last round": N_("battles that {house} lost in the last round"),
        },
    },
    _NEEDS,
)
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
    "quantity": Sort(lambda v: get_args(Quantity), lambda v, one: v.say(QUANTITIES[one])),
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


def _parse(text: str, edition: Any, modules: Sequence[str]) -> When:
    return parse_when(text, edition, modules)


# What most plans need: the first page of what is told of conditions has these alone.
FIRST = (
    *("sure", "likely", "lead"),
    *("{area} is empty", "{area} is mine", "{area} is {house}", "{area} has {type}", "{area} is threatened"),
    *("attacker is me", "opponent is {house}", "opponent holds {card}"),
    *("{doer} attacked {whom}", "I lost {area}", "round", "{quantity}"),
)
CONDITIONS = Phrasebook(FACTS, NUMBERS, SORTS, JUNCTIONS, _parse, format_condition, with_names, FIRST)


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
