"""What conditions and wishes can say: as they are typed, and in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import permutations

from adjudicator.btwixt.sheets.conditions.scene import GROUPS, SORTS as CARD_SORTS
from adjudicator.btwixt.sheets.conditions.text import format_condition, name_book, parse_when
from adjudicator.btwixt.sheets.conditions.tree import JUNCTIONS, PLACES
from adjudicator.btwixt.sheets.sheet import SECTIONS
from adjudicator.btwixt.sheets.wishes import split
from adjudicator.btwixt.state import groups_played
from narration.btwixt.voice import ASKED, SEASONS, Voice
from narration.instruction_words import LEFT_OPEN, LEFT_OPEN_WORDS
from narration.phrasebook import Phrasebook, Sort, phrases
from narration.words import word_tables

TABLES = word_tables(__name__)

RULES = TABLES["rules"]
WHOLE = {**{name: section.name for name, section in SECTIONS.items()}, **TABLES["whole"]}
FIELDS = TABLES["fields"]
# Why an instruction was passed over, for readers of other languages; in English the resolver's own words say more.
_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_PARTS = re.compile(r"[^.\[\]]+|\[\d+\]")


def place_in_sheet(where: str, v: Voice) -> str:
    """`bid[2].when` as `rule 3 of your programme, its condition`; of several each."""
    return "; ".join(_place_words(place, v) for place in where.split(", "))


def _place_words(where: str, v: Voice) -> str:
    """Name one place in a sheet: `bid[2].when` as `rule 3 of your programme, ...`."""
    if where.startswith(LEFT_OPEN):
        return v.say(LEFT_OPEN_WORDS)
    parts = _PARTS.findall(where)
    place_phrases: list[str] = []
    while parts and parts[0] in ("standing", "taken-over"):
        place_phrases.append(v.say(WHOLE[parts.pop(0)]))
    section, has_section = "", False
    while parts:
        part = parts.pop(0)
        if not has_section and part in RULES and parts and parts[0].startswith("["):
            place_phrases.append(v.say(RULES[part], n=int(parts.pop(0)[1:-1]) + 1))
        elif not has_section and part in WHOLE:
            place_phrases.append(v.say(WHOLE[part]))
        elif part.startswith("["):
            place_phrases.append(v.say("number {n}", n=int(part[1:-1]) + 1))
        elif section != "answers":
            plain = part.replace("_", "-")
            place_phrases.append(v.say(FIELDS[plain]) if plain in FIELDS else with_names(part, v).replace("-", " "))
        else:
            # The id of a question: `d12-play-or-kneel-cersei`.
            kind = part.partition("-")[2].rpartition("-")[0]
            place_phrases.append(v.say(ASKED[kind]) if kind in ASKED else part.replace("-", " "))
        section, has_section = (part, True) if not has_section else (section, has_section)
    return ", ".join(place_phrases)


def with_names(text: str, v: Voice) -> str:
    """Return a text of the adjudicator with names in place of ids."""

    def name(match: re.Match[str]) -> str:
        name_id = match.group()
        if name_id in v.edition.houses:
            return v.house(name_id)
        if name_id in v.edition.allies or name_id in v.edition.influence:
            return v.source(name_id)
        first, between, second = name_id.partition("-")
        return v.council(name_id) if between and {first, second} <= set(v.edition.houses) else name_id

    return _ID.sub(name, text)


CARDS = TABLES["cards"]
COUNCILS = TABLES["councils"]
LEADERS = TABLES["leaders"]
ALLIES = TABLES["allies"]
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
WHO = TABLES["who"]


def wish(section: str, text: str, v: Voice) -> str:
    """Describe one wish of a section: an id, or words that must all apply."""
    return " + ".join(_wish_word(section, word, v) for word in text.split())


def _wish_word(section: str, word: str, v: Voice) -> str:
    """Describe one word of a wish: a phrase of its section, a card, ally or tag."""
    phrases = PHRASES.get(section, CARDS)
    first, name = split(word)
    if first in phrases:
        return v.say(phrases[first], house=_whose(name, v), council=_which_council(name, v))
    if word in v.edition.influence:
        return v.card_value(word)
    if word in v.edition.allies:
        return v.ally_power(word)
    if section in ("allies", "arrange"):
        return v.say("an ally of {tag}", tag=word.capitalize())
    return with_names(word, v)


def _whose(name: str, v: Voice) -> str:
    return v.say(WHO[name]) if name in WHO else v.house(name)


def _which_council(name: str, v: Voice) -> str:
    """A council that follows a word: by name, or by one of the words for councils."""
    first, rest = split(name)
    if first in COUNCILS:
        return v.say(COUNCILS[first], house=_whose(rest, v))
    return v.council(name)


FACTS = phrases(TABLES["facts"])
STATS = TABLES["stats"]
NUMBERS = phrases(TABLES["numbers"])
_TYPED_WHO = {"left": "left", "right": "right", "winner": "winner", "first player": "first-player"}
# How a council is typed, and the word for it.
_TYPED = {typed: word for word, typed in PLACES.items()}
_WITH = "council with "


def _leaders(*words: str) -> Callable[[Voice], Iterable[str]]:
    return lambda v: (*words, *v.edition.houses)


def _who(v: Voice, code: str) -> str:
    word = _TYPED_WHO.get(code, code)
    return v.say(WHO[word]) if word in WHO else v.house(code)


def _cards(v: Voice) -> Iterable[str]:
    """List sorts of cards and cards of the game, or all if its parts are unknown."""
    groups = groups_played(v.modules if v.modules is not None else v.edition.modules)
    sorts = (word for word in CARD_SORTS if GROUPS.get(word, "standard") in groups)
    return (*sorts, *(card.id for card in v.edition.influence.values() if card.group in groups))


def _councils(v: Voice) -> Iterable[str]:
    shared = (f"{first}-{second}" for first, second in permutations(v.edition.houses, 2))
    return (*_TYPED, *(f"{_WITH}{leader}" for leader in v.edition.houses), *shared)


def _council(v: Voice, name: str) -> str:
    if name in _TYPED:
        return v.say(COUNCILS[_TYPED[name]])
    shared = COUNCILS["with-"]
    return v.say(shared, house=v.house(name.removeprefix(_WITH))) if name.startswith(_WITH) else v.council(name)


SORTS = {
    "who": Sort(_leaders(*_TYPED_WHO), _who),
    "anybody": Sort(_leaders("me", *_TYPED_WHO), _who),
    "ally": Sort(lambda v: v.edition.allies, Voice.ally_power),
    "tag": Sort(lambda v: name_book(v.edition).names["tag"], lambda v, value: value.capitalize()),
    "what": Sort(_cards, lambda v, value: v.say(CARDS[value]) if value in CARDS else v.card_value(value)),
    "council": Sort(_councils, _council),
    "season": Sort(lambda v: SEASONS, Voice.season),
    "stat": Sort(lambda v: STATS, lambda v, value: v.say(STATS[value])),
}


CONDITIONS = Phrasebook(
    FACTS,
    NUMBERS,
    SORTS,
    JUNCTIONS,
    parse_when,
    format_condition,
    with_names,
)
