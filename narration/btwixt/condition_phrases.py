"""What conditions of these games can say, phrase by phrase: as `sheets.conditions.text` writes it, and in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import permutations
from typing import Any

from adjudicator.btwixt.sheets.conditions import tree as c
from adjudicator.btwixt.sheets.conditions.scene import GROUPS
from adjudicator.btwixt.sheets.conditions.scene import SORTS as CARD_SORTS
from adjudicator.btwixt.sheets.conditions.slots import PLACES
from adjudicator.btwixt.sheets.conditions.text import format_condition, name_book, parse_when
from adjudicator.btwixt.state.edition import groups_played
from narration.btwixt.places import with_names
from narration.btwixt.voice import SEASONS, Voice
from narration.btwixt.wish_phrases import CARDS, COUNCILS
from narration.btwixt.wish_phrases import WHO as PEOPLE
from narration.phrasebook import Phrase, Phrasebook, Sort
from narration.words import N_

BID, ALLIES, HANDS = N_("The bid"), N_("Allies"), N_("Cards in hand and in piles")
TABLE, ALWAYS, POWER = N_("The table"), N_("Always or never"), N_("Councils")

FACTS = (
    Phrase("I kneel", N_("I kneel"), BID),
    Phrase("all others kneel", N_("all others kneel"), BID),
    Phrase("{who} kneels", N_("{who} kneels"), BID),
    Phrase("I stand", N_("I stand"), BID),
    Phrase("all others stand", N_("all others stand"), BID),
    Phrase("{who} stands", N_("{who} stands"), BID),
    Phrase("I lead", N_("I lead"), BID),
    Phrase("{who} leads", N_("{who} leads"), BID),
    Phrase("I am tied", N_("I am tied for the lead"), BID),
    Phrase("{who} is tied", N_("{who} is tied for the lead"), BID),
    Phrase("I won", N_("I won the bid"), BID),
    Phrase("{who} won", N_("{who} won the bid"), BID),
    Phrase("there is an ally", N_("there is an ally to claim"), ALLIES),
    Phrase("ally is of {tag}", N_("the ally bid for belongs to {tag}"), ALLIES),
    Phrase("next ally is of {tag}", N_("the next ally belongs to {tag}"), ALLIES),
    Phrase("ally is {ally}", N_("the ally bid for is {ally}"), ALLIES),
    Phrase("next ally is {ally}", N_("the next ally is {ally}"), ALLIES),
    Phrase("{ally} is dead", N_("{ally} is dead"), ALLIES),
    Phrase("{ally} is in row", N_("{ally} lies in the row"), ALLIES),
    Phrase("{ally} is in {council}", N_("{ally} lies in: {council}"), ALLIES),
    Phrase("I hold {what}", N_("in my hand is {what}"), HANDS),
    Phrase("my pile has {what}", N_("in my bid pile is {what}"), HANDS),
    Phrase("pile of {who} has {what}", N_("in the bid pile of {who} is {what}"), HANDS),
    Phrase("{what} is played", N_("in somebody's bid pile is {what}"), HANDS),
    Phrase("first player is {anybody}", N_("the first player: {anybody}"), TABLE),
    Phrase("season is {season}", N_("it is {season}"), TABLE),
    Phrase("always", N_("always"), ALWAYS),
    Phrase("never", N_("never"), ALWAYS),
)
STATS = {
    "total": N_("total influence"),
    "pile": N_("cards in the bid pile"),
    "hand": N_("cards in hand"),
    "plays": N_("cards played in this round"),
    "small": N_("power of the weaker council"),
    "other": N_("power of the stronger council"),
}
NUMBERS = (
    Phrase("my {stat}", N_("my {stat}"), BID),
    Phrase("best {stat}", N_("most of any other leader: {stat}"), BID),
    Phrase("{stat} of {who}", N_("{stat}: {who}"), BID),
    Phrase("lead", N_("my lead in the bid"), BID),
    Phrase("standing", N_("leaders who stand"), BID),
    Phrase("kneeling", N_("leaders who kneel"), BID),
    Phrase("ally power", N_("power of the ally bid for"), ALLIES),
    Phrase("ally tokens", N_("tokens on the ally bid for"), ALLIES),
    Phrase("next ally power", N_("power of the next ally"), ALLIES),
    Phrase("reward", N_("tokens that the winner takes"), ALLIES),
    Phrase("allies left", N_("allies left in the deck"), ALLIES),
    Phrase("dead", N_("dead allies"), ALLIES),
    Phrase("{what} in my hand", N_("how often in my hand: {what}"), HANDS),
    Phrase("{what} in my pile", N_("how often in my bid pile: {what}"), HANDS),
    Phrase("{what} in pile of {who}", N_("how often in the bid pile of {who}: {what}"), HANDS),
    Phrase("lowest in my hand", N_("value of my lowest card"), HANDS),
    Phrase("highest in my hand", N_("value of my highest card"), HANDS),
    Phrase("cards left", N_("cards left in the deck"), HANDS),
    Phrase("power of {council}", N_("power, as far as I see it: {council}"), POWER),
    Phrase("allies in {council}", N_("number of allies: {council}"), POWER),
    Phrase("tokens in {council}", N_("number of tokens: {council}"), POWER),
    Phrase("seen in {council}", N_("tokens I have looked at, added up: {council}"), POWER),
    Phrase("round", N_("the round"), TABLE),
    Phrase("rounds left", N_("rounds left in the game"), TABLE),
    Phrase("rounds left in season", N_("rounds left in the season"), TABLE),
    Phrase("space", N_("space of the season track"), TABLE),
    Phrase("tokens left", N_("tokens left in the bag"), TABLE),
)
_WHO = {"left": "left", "right": "right", "winner": "winner", "first player": "first-player"}
# How a council is typed, and the word for it.
_TYPED = {typed: word for word, typed in PLACES.items()}
_WITH = "council with "


def _leaders(*words: str) -> Callable[[Voice], Iterable[str]]:
    return lambda v: (*words, *v.edition.houses)


def _who(v: Voice, one: str) -> str:
    word = _WHO.get(one, one)
    return v.say(PEOPLE[word]) if word in PEOPLE else v.house(one)


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
    "who": Sort(_leaders(*_WHO), _who),
    "anybody": Sort(_leaders("me", *_WHO), _who),
    "ally": Sort(lambda v: v.edition.allies, Voice.ally_power),
    "tag": Sort(lambda v: name_book(v.edition).names["tag"], lambda v, one: one.capitalize()),
    "what": Sort(_cards, _what),
    "council": Sort(_councils, _council),
    "season": Sort(lambda v: SEASONS, Voice.season),
    "stat": Sort(lambda v: STATS, lambda v, one: v.say(STATS[one])),
}


def _parse(text: str, edition: Any, modules: Sequence[str]) -> c.When:
    return parse_when(text, edition)


CONDITIONS = Phrasebook(FACTS, NUMBERS, SORTS, c.JUNCTIONS, _parse, format_condition, with_names)
