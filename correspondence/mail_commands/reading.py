"""Commands read from their lines, all of them or none."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date

from adjudicator.engine.refusal import Refusal, Unreadable
from adjudicator.engine.values import Edition
from correspondence.mail_commands.asked import (
    Absence,
    Ballot,
    Command,
    Help,
    History,
    Map,
    Press,
    Question,
    Status,
    Suggest,
    WhatIf,
)
from correspondence.mail_commands.splitting import Line
from correspondence.mail_commands.vocabulary import BALLOTS, EVERYBODY, NAMELESS, QUESTIONS, UNTIL
from correspondence.sketches.documents import MOST_DRAWS
from narration import command_faults as words
from narration.notation.words import spelt
from narration.typed_sheets import keywords

# A letter of results tells one call; more of them at once nobody reads in a mail.
MOST_CALLS = 4
_DAY = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2})[./](\d{1,2})(?:[./](\d{4})?)?")
_WORD = re.compile(r"[^\s,;&+]+")
_BETWEEN = frozenset({"and", "e", "ed", "y", "to"})
# Behind the mark or number of a list, if it is one of a list.
_CAPITALS = re.compile(r"\s*(?:(?:[-*+\u2022]|\(?[0-9]{1,2}[.)])\s*)?([^\W\d_a-z]{3,})\b")
# A name is told by so many of its first letters, if no other begins so.
_LEAST = 3


class Fault(Exception):
    """What is wrong with one line, with its code."""

    def __init__(self, code: str, told: str) -> None:
        super().__init__(told)
        self.code, self.told = code, told

    def at(self, line: int) -> Refusal:
        """The same as a refusal of a line."""
        return Refusal(self.code, self.told, f"line {line}")


def read_commands(lines: tuple[Line, ...], edition: Edition, today: date) -> tuple[Command, ...]:
    """The commands of a mail; `today` by its writer's clock completes days without a year.

    Raises Unreadable with every fault, each with its line: `unknown-house`, `no-addressee`, `empty-letter`,
    `orders-in-letter`, `unknown-vote`, `unknown-day`, `bad-number`.
    """
    found: list[Command] = []
    faults: list[Refusal] = []
    for line in lines:
        try:
            found.append(_READERS[line.name](line, edition, today))
        except Fault as fault:
            faults.append(fault.at(line.number))
    if faults:
        raise Unreadable(*faults)
    return tuple(found)


def _history(line: Line, edition: Edition, today: date) -> History:
    number = line.rest.strip(" .:;,!?")
    if number and not (number.isdecimal() and 1 <= int(number[:9]) <= MOST_CALLS):
        raise Fault("bad-number", words.HISTORY.format(most=MOST_CALLS, word=number[:40]))
    return History(line.number, int(number) if number else 1)


def _what_if(line: Line, edition: Edition, today: date) -> WhatIf:
    number = line.rest.strip(" .:;,!?")
    if number and not (number.isdecimal() and 1 <= int(number[:9]) <= MOST_DRAWS):
        raise Fault("bad-number", words.DRAW.format(most=MOST_DRAWS, word=number[:40]))
    return WhatIf(line.number, int(number) if number else 1)


def _press(line: Line, edition: Edition, today: date) -> Press:
    named, colon, first = line.rest.partition(":")
    if not colon:
        raise Fault("no-addressee", words.ADDRESSEE)
    body = "\n".join([first.strip(), *line.body]).strip()
    if not body:
        raise Fault("empty-letter", words.EMPTY_LETTER)
    _no_orders(line, edition)
    if spelt(named) in EVERYBODY.known:
        return Press(line.number, "public", (), body)
    if spelt(named) in NAMELESS.known:
        return Press(line.number, "anonymous", (), body)
    return Press(line.number, "houses", _houses(named, edition), body)


def _no_orders(line: Line, edition: Edition) -> None:
    """A plan that stands below a letter by mistake would be read by an enemy."""
    known = keywords(edition)
    for number, text in enumerate(line.body, line.number + 1):
        first = _CAPITALS.match(text)
        if first and spelt(first[1]) in known:
            raise Fault("orders-in-letter", words.ORDERS_IN_LETTER.format(n=number))


def _houses(text: str, edition: Edition) -> tuple[str, ...]:
    named = [word for word in _WORD.findall(text) if spelt(word) not in _BETWEEN]
    if not named:
        raise Fault("no-addressee", words.ADDRESSEE)
    return tuple(dict.fromkeys(house_named(word, edition) for word in named))


def house_named(word: str, edition: Edition) -> str:
    """The house that a word names, in any language or by how it begins. Raises Fault `unknown-house`."""
    names: Mapping[str, set[str]] = {
        house: {spelt(house), *(spelt(kind.name.say(language)) for language in ("en", "it", "es"))}
        for house, kind in edition.houses.items()
    }
    typed = spelt(word)
    exact = [house for house, known in names.items() if typed in known]
    near = [h for h, known in names.items() if len(typed) >= _LEAST and any(name.startswith(typed) for name in known)]
    found = exact or near
    if len(found) != 1:
        told = words.SEVERAL_HOUSES if found else words.NO_HOUSE
        raise Fault("unknown-house", told.format(word=word[:40], known=", ".join(found or edition.houses)))
    return found[0]


def _vote(line: Line, edition: Edition, today: date) -> Ballot | Question:
    said, _, reason = line.rest.partition(":")
    typed = said.strip(" .;,!").split()
    ballots = [BALLOTS.known[spelt(word)] for word in typed if spelt(word) in BALLOTS.known]
    kinds = [QUESTIONS.known[spelt(word)] for word in typed if spelt(word) in QUESTIONS.known]
    if len(ballots) == 1 and len(kinds) <= 1 and len(typed) == 1 + len(kinds):
        return Ballot(line.number, ballots[0], kinds[0] if kinds else "")
    if ballots or not typed or spelt(typed[0]) not in QUESTIONS.known or len(typed) > 2:
        raise Fault("unknown-vote", words.VOTES)
    kind, subject = kinds[0], " ".join(typed[1:])
    if kind == "replace":
        return Question(line.number, kind, house_named(subject, edition), reason.strip())
    if kind == "extend":
        if not subject.isdecimal():
            raise Fault("bad-number", words.HOURS)
        return Question(line.number, kind, subject, reason.strip())
    if subject:
        raise Fault("unknown-vote", words.VOTES)
    if kind == "resume":
        kind, subject = "pause", "resume"
    return Question(line.number, kind, subject, reason.strip())


def _absence(line: Line, edition: Edition, today: date) -> Absence:
    days, _, note = line.rest.partition(":")
    found = [_day(match, today) for match in _DAY.finditer(days)]
    left = [word for word in _DAY.sub(" ", days).split() if spelt(word) not in UNTIL and word.strip("-–—.,")]
    if left or not 1 <= len(found) <= 2:
        raise Fault("unknown-day", words.DAYS)
    return Absence(line.number, found[0], found[-1], note.strip())


def _day(match: re.Match[str], today: date) -> date:
    """A day; one without a year is the next that there is."""
    year, month, day, few, later, whole = match.groups()
    try:
        if year:
            return date(int(year), int(month), int(day))
        if whole:
            return date(int(whole), int(later), int(few))
        this = date(today.year, int(later), int(few))
        return this if this >= today else date(today.year + 1, int(later), int(few))
    except ValueError as error:
        raise Fault("unknown-day", words.NO_DAY.format(word=match.group())) from error


_READERS: Mapping[str, Callable[[Line, Edition, date], Command]] = {
    "help": lambda line, edition, today: Help(line.number),
    "status": lambda line, edition, today: Status(line.number),
    "map": lambda line, edition, today: Map(line.number),
    "suggest": lambda line, edition, today: Suggest(line.number),
    "history": _history,
    "whatif": _what_if,
    "press": _press,
    "vote": _vote,
    "absence": _absence,
}
