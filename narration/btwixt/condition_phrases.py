"""What conditions and wishes can say: as they are typed, and in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import permutations
from typing import Any

from adjudicator.btwixt.sheets.conditions.scene import GROUPS
from adjudicator.btwixt.sheets.conditions.scene import SORTS as CARD_SORTS
from adjudicator.btwixt.sheets.conditions.slots import PLACES
from adjudicator.btwixt.sheets.conditions.text import format_condition, name_book, parse_when
from adjudicator.btwixt.sheets.conditions.tree import JUNCTIONS, When
from adjudicator.btwixt.sheets.wishes import split
from adjudicator.btwixt.state.edition import groups_played
from narration.btwixt.places import with_names
from narration.btwixt.voice import SEASONS, Voice
from narration.phrasebook import Phrasebook, Sort, phrases
from narration.words import N_

CARDS = {
    "lowest": N_("the lowest card"),
    "highest": N_("the highest card"),
    "enough": N_("the cheapest card that takes the lead"),
    "stay": N_("the lowest card while I lead and somebody else stands"),
    "red": N_("a red card"),
    "green": N_("a green card"),
    "purple": N_("a purple card"),
    "event": N_("an event"),
    "own": N_("a leader's own card"),
    "mine": N_("cards of mine"),
    "not-mine": N_("cards of others"),
    "of-": N_("cards of {house}"),
}
COUNCILS = {
    "left": N_("my left council"),
    "right": N_("my right council"),
    "weaker": N_("my weaker council"),
    "stronger": N_("my stronger council"),
    "mine": N_("my councils"),
    "not-mine": N_("councils of others"),
    "weakest": N_("the weakest council"),
    "strongest": N_("the strongest council"),
    "more-tokens": N_("the council with the most tokens"),
    "fewer-tokens": N_("the council with the fewest tokens"),
    "more-allies": N_("the council with the most allies"),
    "fewer-allies": N_("the council with the fewest allies"),
    "claimed": N_("where the ally of the round went"),
    "with-": N_("my council with {house}"),
    "of-": N_("the councils of {house}"),
}
LEADERS = {
    "left": N_("my left neighbour"),
    "right": N_("my right neighbour"),
    "leader": N_("whoever leads the bid"),
    "winner": N_("whoever won the bid"),
    "first-player": N_("the first player"),
    "strongest": N_("whoever has the strongest small council"),
    "weakest": N_("whoever has the weakest small council"),
    "most-cards": N_("whoever holds most cards"),
    "fewest-cards": N_("whoever holds fewest cards"),
    "largest-pile": N_("whoever has the largest bid pile"),
    "standing": N_("those who stand"),
    "kneeling": N_("those who kneel"),
}
ALLIES = {
    "lowest": N_("the weakest ally"),
    "highest": N_("the strongest ally"),
    "mine": N_("allies in my councils"),
    "not-mine": N_("allies outside my councils"),
    "in-": N_("allies in the council {council}"),
    "of-": N_("allies in the councils of {house}"),
}
# By the section of the sheet.
PHRASES = {
    "bid": CARDS,
    "cards": CARDS,
    "keep": CARDS,
    "order": CARDS,
    "councils": COUNCILS,
    "leaders": LEADERS,
    "allies": ALLIES,
    "arrange": ALLIES,
}
WHO = {
    "me": N_("me"),
    "left": N_("my left neighbour"),
    "right": N_("my right neighbour"),
    "winner": N_("whoever won the bid"),
    "first-player": N_("the first player"),
}
TAGGED = N_("an ally of {tag}")


def wish(section: str, text: str, v: Voice) -> str:
    """One wish: an id, or words that must all apply."""
    return " + ".join(_word(section, word, v) for word in text.split())


def _word(section: str, word: str, v: Voice) -> str:
    phrases = PHRASES.get(section, CARDS)
    first, name = split(word)
    if first in phrases:
        return v.say(phrases[first], house=_whose(name, v), council=_which_council(name, v))
    if word in v.edition.influence:
        return v.card_value(word)
    if word in v.edition.allies:
        return v.ally_power(word)
    if section in ("allies", "arrange"):
        return v.say(TAGGED, tag=word.capitalize())
    return with_names(word, v)


def _whose(name: str, v: Voice) -> str:
    return v.say(WHO[name]) if name in WHO else v.house(name)


def _which_council(name: str, v: Voice) -> str:
    """A council that follows a word: by name, or by one of the words for councils."""
    first, rest = split(name)
    if first in COUNCILS:
        return v.say(COUNCILS[first], house=_whose(rest, v))
    return v.council(name)


BID, ALLY, HANDS = N_("The bid"), N_("Allies"), N_("Cards in hand and in piles")
TABLE, ALWAYS, POWER = N_("The table"), N_("Always or never"), N_("Councils")

FACTS = phrases(
    {
        BID: {
            "I kneel": N_("I kneel"),
            "all others kneel": N_("all others kneel"),
            "{who} kneels": N_("{who} kneels"),
            "I stand": N_("I stand"),
            "all others stand": N_("all others stand"),
            "{who} stands": N_("{who} stands"),
            "I lead": N_("I lead"),
            "{who} leads": N_("{who} leads"),
            "I am tied": N_("I am tied for the lead"),
            "{who} is tied": N_("{who} is tied for the lead"),
            "I won": N_("I won the bid"),
            "{who} won": N_("{who} won the bid"),
        },
        ALLY: {
            "there is an ally": N_("there is an ally to claim"),
            "ally is of {tag}": N_("the ally bid for belongs to {tag}"),
            "next ally is of {tag}": N_("the next ally belongs to {tag}"),
            "ally is {ally}": N_("the ally bid for is {ally}"),
            "next ally is {ally}": N_("the next ally is {ally}"),
            "{ally} is dead": N_("{ally} is dead"),
            "{ally} is in row": N_("{ally} lies in the row"),
            "{ally} is in {council}": N_("{ally} lies in: {council}"),
        },
        HANDS: {
            "I hold {what}": N_("in my hand is {what}"),
            "my pile has {what}": N_("in my bid pile is {what}"),
            "pile of {who} has {what}": N_("in the bid pile of {who} is {what}"),
            "{what} is played": N_("in somebody's bid pile is {what}"),
        },
        TABLE: {
            "first player is {anybody}": N_("the first player: {anybody}"),
            "season is {season}": N_("it is {season}"),
        },
        ALWAYS: {
            "always": N_("always"),
            "never": N_("never"),
        },
    },
)
STATS = {
    "total": N_("total influence"),
    "pile": N_("cards in the bid pile"),
    "hand": N_("cards in hand"),
    "plays": N_("cards played in this round"),
    "small": N_("power of the weaker council"),
    "other": N_("power of the stronger council"),
}
NUMBERS = phrases(
    {
        BID: {
            "my {stat}": N_("my {stat}"),
            "best {stat}": N_("most of any other leader: {stat}"),
            "{stat} of {who}": N_("{stat}: {who}"),
            "lead": N_("my lead in the bid"),
            "standing": N_("leaders who stand"),
            "kneeling": N_("leaders who kneel"),
        },
        ALLY: {
            "ally power": N_("power of the ally bid for"),
            "ally tokens": N_("tokens on the ally bid for"),
            "next ally power": N_("power of the next ally"),
            "reward": N_("tokens that the winner takes"),
            "allies left": N_("allies left in the deck"),
            "dead": N_("dead allies"),
        },
        HANDS: {
            "{what} in my hand": N_("how often in my hand: {what}"),
            "{what} in my pile": N_("how often in my bid pile: {what}"),
            "{what} in pile of {who}": N_("how often in the bid pile of {who}: {what}"),
            "lowest in my hand": N_("value of my lowest card"),
            "highest in my hand": N_("value of my highest card"),
            "cards left": N_("cards left in the deck"),
        },
        POWER: {
            "power of {council}": N_("power, as far as I see it: {council}"),
            "allies in {council}": N_("number of allies: {council}"),
            "tokens in {council}": N_("number of tokens: {council}"),
            "seen in {council}": N_("tokens I have looked at, added up: {council}"),
        },
        TABLE: {
            "round": N_("the round"),
            "rounds left": N_("rounds left in the game"),
            "rounds left in season": N_("rounds left in the season"),
            "space": N_("space of the season track"),
            "tokens left": N_("tokens left in the bag"),
        },
    },
)
_TYPED_WHO = {"left": "left", "right": "right", "winner": "winner", "first player": "first-player"}
# How a council is typed, and the word for it.
_TYPED = {typed: word for word, typed in PLACES.items()}
_WITH = "council with "


def _leaders(*words: str) -> Callable[[Voice], Iterable[str]]:
    return lambda v: (*words, *v.edition.houses)


def _who(v: Voice, one: str) -> str:
    word = _TYPED_WHO.get(one, one)
    return v.say(WHO[word]) if word in WHO else v.house(one)


def _cards(v: Voice) -> Iterable[str]:
    """Sorts of cards, and cards, as far as the game has them: where its parts are not known, all."""
    groups = groups_played(v.modules if v.modules is not None else v.edition.modules)
    sorts = (word for word in CARD_SORTS if GROUPS.get(word, "standard") in groups)
    return (*sorts, *(card.id for card in v.edition.influence.values() if card.group in groups))


def _what(v: Voice, one: str) -> str:
    return v.say(CARDS[one]) if one in CARDS else v.card_value(one)


def _councils(v: Voice) -> Iterable[str]:
    shared = (f"{first}-{second}" for first, second in permutations(v.edition.houses, 2))
    return (*_TYPED, *(f"{_WITH}{leader}" for leader in v.edition.houses), *shared)


def _council(v: Voice, one: str) -> str:
    if one in _TYPED:
        return v.say(COUNCILS[_TYPED[one]])
    shared = COUNCILS["with-"]
    return v.say(shared, house=v.house(one.removeprefix(_WITH))) if one.startswith(_WITH) else v.council(one)


SORTS = {
    "who": Sort(_leaders(*_TYPED_WHO), _who),
    "anybody": Sort(_leaders("me", *_TYPED_WHO), _who),
    "ally": Sort(lambda v: v.edition.allies, Voice.ally_power),
    "tag": Sort(lambda v: name_book(v.edition).names["tag"], lambda v, one: one.capitalize()),
    "what": Sort(_cards, _what),
    "council": Sort(_councils, _council),
    "season": Sort(lambda v: SEASONS, Voice.season),
    "stat": Sort(lambda v: STATS, lambda v, one: v.say(STATS[one])),
}


def _parse(text: str, edition: Any, modules: Sequence[str]) -> When:
    return parse_when(text, edition)


CONDITIONS = Phrasebook(FACTS, NUMBERS, SORTS, JUNCTIONS, _parse, format_condition, with_names)
