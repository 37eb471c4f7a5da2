"""What is wrong with a typed sheet or a command, in other languages: read back by the templates that words fill.

What is typed as an example stays in English, since every language's words are read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Any

from narration.words import N_

TOO_MANY = N_("a mail has at most {most} commands, not {n}")
HISTORY = N_('HISTORY takes a number from 1 to {most}, not "{word}"')
ADDRESSEE = N_("PRESS says to whom, then a colon: PRESS stark, tyrell: Shall we ...")
EMPTY_LETTER = N_("nothing stands behind the colon of PRESS, nor in the lines below it")
ORDERS_IN_LETTER = N_("line {n} looks like instructions, and a letter would tell them; a line END ends a letter")
NO_HOUSE = N_('"{word}" is no house of these: {known}')
SEVERAL_HOUSES = N_('"{word}" may be several houses of these: {known}')
VOTES = N_(
    "VOTE yes, VOTE no (VOTE draw yes, where several votes are open); or a question: VOTE pause, VOTE resume, "
    "VOTE extend 24, VOTE replace stark, VOTE draw, VOTE finish"
)
HOURS = N_("VOTE extend takes a number of hours: VOTE extend 24")
DAYS = N_("ABSENCE takes one day or two: ABSENCE 2027-03-01 2027-03-08, or 1.3. to 8.3.")
DRAW = N_('WHATIF takes a number from 1 to {most}, another draw of chance, not "{word}"')
WHOM = N_("ASSUME says of whom, then a colon: ASSUME stark: ORDERS winterfell M")
NO_WHAT_IF = N_("ASSUME is for what-ifs: a line WHATIF tries the sheet of a mail and hands nothing in")
ONE_WHAT_IF = N_("a mail has one WHATIF at most")
NOT_OF_YOURSELF = N_("{house} is your own house: what it does in a what-if is typed without ASSUME")
WHAT_IF_ALONE = N_(
    "a mail with WHATIF changes nothing: READY, WAIT, STANDING, PRESS, VOTE and ABSENCE go into a mail of their own"
)
NO_DAY = N_('there is no day "{word}"; the day stands before the month')
COMMAND_FAULTS = (
    TOO_MANY,
    HISTORY,
    ADDRESSEE,
    EMPTY_LETTER,
    ORDERS_IN_LETTER,
    NO_HOUSE,
    SEVERAL_HOUSES,
    VOTES,
    HOURS,
    DAYS,
    NO_DAY,
    DRAW,
    WHOM,
    NO_WHAT_IF,
    ONE_WHAT_IF,
    NOT_OF_YOURSELF,
    WHAT_IF_ALONE,
)


_QUOTED, _PLACE = re.compile(r'"\\\{(\w+)\\\}"'), re.compile(r"\\\{(\w+)\\\}")


def read_back(words: str, templates: Iterable[str]) -> tuple[str, dict[str, str]] | None:
    """The first template that the words are made from, and what stands in its places; None where they are from none."""
    for template in templates:
        found = _pattern(template).fullmatch(words)
        if found is not None:
            return template, found.groupdict()
    return None


@cache
def _pattern(template: str) -> re.Pattern[str]:
    """What words from this template look like, each place a group; only between quotation marks may one be empty."""
    escaped = _QUOTED.sub(r'"(?P<\1>.*?)"', re.escape(template))
    return re.compile(_PLACE.sub(r"(?P<\1>.+?)", escaped), re.DOTALL)


_WHOLE = re.compile(
    r"(?:column (?P<column>\d+): )?(?P<body>.*?)"
    r"(?P<near>; did you mean \"(?P<meant>[^\"]*)\"\?)?"
    r"(?P<so_far> \(understood so far: \"(?P<before>.*)\"\))?(?:; expected (?P<wanted>.*?))?"
    r"(?:; for example: (?P<example>[^;]*))?",
    re.DOTALL,
)
COLUMN, NEAR = N_("column {n}: {fault}"), N_('{fault}; did you mean "{word}"?')
EXAMPLE = N_("{fault}; for example: {line}")
SO_FAR, WANTED = N_('{fault} (understood so far: "{before}")'), N_("{fault}; expected {wanted}")
FAULTS = (
    N_('"{word}" does not fit here'),
    N_("a bracket is not closed"),
    N_("the end where a fact should begin"),
    N_('"{word}" where a fact should begin'),
    N_("nothing follows"),
    N_('there is no {sort} "{word}"'),
    N_('"{word}" may be {choices}'),
    N_("a number is missing"),
    N_('"{word}" is no number'),
    N_('"{word}" is no house and no state of an area'),
    N_('"{word}" is no side of a battle'),
    N_('"{word}" is no order and no unit'),
    N_('"{word}" is no order and nobody who has one'),
    N_('"{word}" says nothing by itself'),
    N_('"{word}" is no weather'),
    N_('"{word}" is a wildling card, which only who looks at it sees: write CHOOSE {card}: bottom'),
    N_('"{word}" is no amount'),
    N_('"{word}" is nothing that can be said here'),
    N_('"{word}" is no season'),
    N_('"{word}" cannot be looked into'),
    N_('"{word}" is no council'),
    N_('"{word}" says nothing'),
    N_("a council is missing"),
    N_("nothing is shared among 0"),
    N_("numbers go from -1000 to 1000"),
    N_("numbers of an amount go from 0 to 1000, its shares to 100"),
    N_("an amount has at most {n} parts"),
    N_("an amount has at most {n} letters"),
    N_("a sum has at most {n} parts"),
    N_('a name has at most {most} letters; "{word}..." has {n}'),
    N_("a condition has at most {n} letters"),
    N_("a condition has at most {n} parts"),
    N_("conditions may be nested {n} deep at most"),
    # Of sheets as text.
    N_('"{word}" is no keyword'),
    N_('no keyword stands before "{word}"'),
    N_('"{word}" contradicts line {n}, "{other}": which of them counts?'),
    N_('"{word}" was not read, and seems to order or change something'),
    N_('"{word}" is a question, and no instruction'),
    N_('"{word}" is a keyword of an old release'),
    N_('"{word}" may be for a vassal or to a player'),
    N_("nothing follows {word}"),
    N_("nothing is said"),
    N_('"{word}" is not said'),
    N_('"{word}" is said twice'),
    N_('"{word}" stands before the condition'),
    N_('"{word}" may mean that what stands beside it is said of both: part them by | and say all of each'),
    N_('"{word}" counts units of one kind, and here stands a number alone'),
    N_('"{word}" is whoever is left, and stands at the end of a list'),
    N_("which of them?"),
    N_("a name is missing"),
    N_('"{word}" where a name should stand'),
    N_("a word is missing"),
    N_("a condition is missing"),
    N_("units need somewhere to go"),
    N_("units that go to several areas are told apart"),
    N_('no counts stand beside "{word}", which has them in it'),
    N_('"{word}" may be one more of this list or the next choice'),
    N_("units are counted, as in 2F 1K"),
    N_("an answer is a piece of JSON"),
    N_("an answer is missing"),
    N_('"{word}" is no answer'),
    N_("a question is missing"),
    N_('"{word}" is no question'),
    N_("this is not JSON: {word}"),
    N_("numbers go from 0 to {most}"),
    N_("a text has at most {most} instructions"),
    N_("a text has at most {most} letters, not {n}"),
    N_("a text has at most {most} lines, not {n}"),
    *COMMAND_FAULTS,
)
EXPECTED = (
    N_('"and", "or" or the end'),
    N_("an area, a number, a house or a card"),
    N_("me, opponent or a house"),
    N_("a number: 3, round, lead, odds, strength, fighters, power, throne position, units in AREA, defence of AREA"),
    N_("orders, march orders, stark raid orders"),
    N_("empty, neutral, uncontrolled, mine, enemy or a house"),
    N_("me, enemy, attacker or defender"),
    N_("an order, a unit, a token or support beside"),
    N_('"is", "has", "holds" or a comparison such as ">= 2"'),
    N_("fair or storm"),
    N_("a number, power, stark power, others power, best other power, 1/2 of power"),
    N_("I lead, all others kneel, there is an ally, I hold CARD, ally is NAME, my total < 10"),
    N_("kneeling, standing, tied, dead, played, in COUNCIL"),
    N_("an ally, a tag, alive or dead"),
    N_("summer, autumn or winter"),
    N_("I hold CARD, my pile has CARD, pile of LEADER has CARD"),
    N_("me, left, right, winner or a leader"),
    N_("left, right, weaker or stronger council, council with LEADER, or an id like cersei-euron"),
    N_("a number: 3, my total, best total, total of LEADER, lead, ally power, power of COUNCIL, red in my hand"),
)
# Sorts of names, as the adjudicator calls them.
SORTS = {
    "area": N_("area"),
    "house": N_("house"),
    "card": N_("House card"),
    "westeros": N_("Westeros card"),
    "wildling": N_("wildling card"),
    "order": N_("order"),
    "type": N_("type of orders"),
    "unit": N_("unit"),
    "track": N_("track"),
    "badge": N_("badge"),
    "auction": N_("auction"),
    "ban": N_("ban"),
    "loan": N_("loan"),
    "deck": N_("deck"),
    "leader": N_("leader"),
    "tactic": N_("tactics card"),
    "alliance": N_("alliance card"),
    "ally": N_("ally"),
    "tag": N_("tag"),
    "word": N_("word"),
}


def condition_fault(words: str, v: Any) -> str | None:
    """What is wrong with a condition, in the reader's language; None for words that are not about conditions."""
    parts = _WHOLE.fullmatch(words)
    told = _fault(parts["body"], v) if parts is not None else None
    if parts is None or told is None:
        return None
    if parts["near"]:
        told = v.say(NEAR, fault=told, word=parts["meant"])
    if parts["so_far"]:
        told = v.say(SO_FAR, fault=told, before=parts["before"])
    if wanted := parts["wanted"]:
        # It may hold a brace of JSON, which is no place to be filled.
        told = v.say(WANTED, fault=told, wanted=v.words.gettext(wanted))
    if parts["example"]:
        told = v.say(EXAMPLE, fault=told, line=parts["example"])
    return str(v.say(COLUMN, n=parts["column"], fault=told) if parts["column"] else told)


def _fault(body: str, v: Any) -> str | None:
    found = read_back(body, FAULTS)
    if found is None:
        return None
    template, values = found
    if "sort" in values:
        values["sort"] = v.say(SORTS.get(values["sort"], values["sort"]))
    return str(v.say(template, **values))
