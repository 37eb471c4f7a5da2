"""Commands read from the lines of a mail, all of them or none."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from adjudicator.engine import Edition, Refusal, Unreadable
from correspondence.what_ifs import MAX_DRAWS
from narration import faults as words
from narration.faults import TOO_MANY
from narration.notation.words import phrases, spelt, wording
from narration.typed_sheets import begins_instruction, ends_text, keywords
from narration.words import word_tables

_TABLES = tomllib.loads(Path(__file__).with_name("commands.toml").read_text(encoding="utf-8"))
COMMANDS, ASSUMING, BALLOTS, QUESTIONS, PACES, EVERYBODY, NAMELESS, OVER = (
    phrases({name: wording(*words) for name, words in _TABLES[table].items()})
    for table in ("commands", "assuming", "ballots", "questions", "paces", "everybody", "nameless", "over")
)
# Those that are no command unless they stand alone on their line.
ALONE = frozenset({"help", "status", "map", "suggest"})


# What commands do, in words.
_SENTENCES: dict[str, str] = word_tables(__name__)["sentences"]
# A template of the catalogs, and what fills it; values named `house` or `houses` are ids.
Sentence = tuple[str, dict[str, str | int]]


@dataclass(frozen=True)
class Tell:
    """A request for information: `help` (words to type) or `status` (open turn).
    Or `map` (the board, in an email of its own), or `suggest` (the bot's order sheet for the open turn)."""

    what: str


@dataclass(frozen=True)
class History:
    """What the last turns brought."""

    turns: int


@dataclass(frozen=True)
class WhatIfCommand:
    """A what-if of the mail's sheet with this random draw; nothing is submitted."""

    line: int
    draw: int


@dataclass(frozen=True)
class Wrong:
    """Lines of the last mail, by number, that are taken back."""

    line: int
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class MessageCommand:
    """An email to `houses`; to everybody, signed (`public`) or not (`anonymous`)."""

    to: str
    houses: tuple[str, ...]
    body: str

    def sentence(self) -> Sentence:
        """Return the text, with its values, of what this message command does."""
        to: dict[str, str | int] = {"houses": ",".join(self.houses)} if self.houses else {}
        return _SENTENCES[self.to], {**to, "text": self.body}


@dataclass(frozen=True)
class Ballot:
    """`yes` or `no` in an open vote; `kind` says in which, if there are several."""

    choice: str
    kind: str

    def sentence(self) -> Sentence:
        """Return the text, with its values, of what this ballot does."""
        return _SENTENCES[self.choice], {}


@dataclass(frozen=True)
class Question:
    """A vote that is asked for: `subject` is a house, hours, or `resume`."""

    kind: str
    subject: str
    reason: str

    def sentence(self) -> Sentence:
        """Return the text, with its values, of what asking for this vote does."""
        values: dict[str, str | int] = {"subject": self.subject, "house": self.subject}
        return _SENTENCES["resume" if self.subject == "resume" else self.kind], values


@dataclass(frozen=True)
class Absence:
    """Days on which somebody is away, the first and the last included."""

    first: date
    last: date
    note: str

    def sentence(self) -> Sentence:
        """Return the text, with its values, of what entering this absence does."""
        values: dict[str, str | int] = {"first": self.first.isoformat(), "last": self.last.isoformat()}
        return _SENTENCES["absence"], values


Telling = Tell | History | WhatIfCommand
Binding = MessageCommand | Ballot | Question | Absence
Command = Telling | Binding | Wrong


# A text has no more lines than can be counted so.
MAX_DIGITS = 4
# More of them in one mail are a mistake.
MAX_COMMANDS = 12
_FIRST = re.compile(r"what[ -]?if\b|[^\W\d_]+", re.IGNORECASE)
_ENDS = " \t.:;,!?"


@dataclass(frozen=True)
class Line:
    """A command as it was typed.
    `number`: its place among the lines (from 1); `name`: which one; `rest`: what stands behind it; `body`: the further
    lines of a message, the first at `number` + 1. `loud`: its word was in capitals, so that nothing else is meant."""

    number: int
    name: str
    rest: str
    loud: bool
    body: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Parted:
    """A text without its commands, which are empty lines there; and the commands."""

    text: str
    commands: tuple[Line, ...]


def split_commands(text: str) -> Parted:
    """Split a mail's text into its commands and the rest.
    Raises Unreadable (`too-many-commands`)."""
    text_lines: list[str] = []
    commands: list[Line] = []
    mail: Line | None = None
    for number, line in enumerate(text.split("\n"), 1):
        command = parse_command_line(line, number)
        if mail is not None and (command is None or command.name != "press"):
            if spelt(line.strip(_ENDS)) in OVER.known:
                mail = None
            else:
                mail.body.append(line)
            text_lines.append("")
            continue
        text_lines.append("" if command else line)
        if command is not None:
            commands.append(command)
            mail = command if command.name == "press" else None
    if len(commands) > MAX_COMMANDS:
        raise Unreadable(Refusal("too-many-commands", TOO_MANY.format(most=MAX_COMMANDS, n=len(commands))))
    return Parted("\n".join(text_lines), tuple(commands))


def parse_command_line(line: str, number: int) -> Line | None:
    """Parse a line as a command; None if it is none.
    A word in capitals always is one. In small letters it stands alone, or as `history 2`, `whatif 2`,
    `wrong 2`, `messages:`, `absence` with a figure, or `vote` with one or two words."""
    stripped = line.strip()
    first = _FIRST.match(stripped)
    name = COMMANDS.known.get(spelt(first.group()), "") if first else ""
    if first is None or not name:
        return None
    rest = stripped[first.end() :].strip()
    loud = first.group().isupper() and len(first.group()) > 1
    bare = not rest.strip(_ENDS)
    if name in ALONE and not bare:
        return None
    if loud or (bare and name != "wrong"):
        return Line(number, name, rest, loud)
    looks = {
        "history": rest.rstrip(_ENDS).isdecimal(),
        "whatif": rest.rstrip(_ENDS).isdecimal(),
        # `Message-ID:` is a line of a header.
        "press": ":" in rest and not rest.startswith("-"),
        "absence": any(mail.isdecimal() for mail in rest),
        "vote": len(rest.partition(":")[0].split()) <= 2,
        "wrong": bool(_numbers(rest)),
    }[name]
    return Line(number, name, rest, loud) if looks else None


def _numbers(rest: str) -> tuple[int, ...]:
    """The numbers of lines behind a word; none if anything else stands there."""
    plain = [
        word for word in re.split(r"[\s,;&+:.#!()]+", spelt(rest)) if word not in ("", *_TABLES["between"]["lines"])
    ]
    numbers = all(word.isdecimal() and len(word) <= MAX_DIGITS for word in plain)
    return tuple(dict.fromkeys(map(int, plain))) if numbers else ()


# An email of results tells one turn; more of them at once nobody reads in a mail.
MAX_TURNS = 4
_DAY = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2})[./](\d{1,2})(?:[./](\d{4})?)?")
_WORD = re.compile(r"[^\s,;&+]+")
# Behind the mark or number of a list, if it is one of a list.
_CAPITALS = re.compile(r"\s*(?:(?:[-*+\u2022]|\(?[0-9]{1,2}[.)])\s*)?([^\W\d_a-z]{3,})\b")
# A name is told by so many of its first letters, if no other begins so.
MIN_TYPED = 3


class Fault(Exception):
    """What is wrong with one line, with its code."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code, self.told = code, text

    def at(self, line: int) -> Refusal:
        """Return this fault as a Refusal that names the line's number."""
        return Refusal(self.code, self.told, f"line {line}")


def read_commands(lines: tuple[Line, ...], edition: Edition, today: date) -> tuple[Command, ...]:
    """Read the commands of a mail; `today` (its writer's) completes yearless days.

    Raises Unreadable with all faults and their lines: `unknown-house`, `no-addressee`, `empty-message`,
    `orders-in-message`, `unknown-vote`, `unknown-day`, `bad-number`.
    """
    commands: list[Command] = []
    faults: list[Refusal] = []
    for line in lines:
        try:
            commands.append(_READERS[line.name](line, edition, today))
        except Fault as fault:
            faults.append(fault.at(line.number))
    if faults:
        raise Unreadable(*faults)
    return tuple(commands)


def _count(line: Line, most: int, template: str) -> int:
    """Return the number behind a command word, 1 to `most`; 1 if none is there.
    Raises Fault `bad-number`, whose text is made from `template`."""
    number = line.rest.strip(" .:;,!?")
    if number and not (number.isdecimal() and 1 <= int(number[:9]) <= most):
        raise Fault("bad-number", template.format(most=most, word=number[:40]))
    return int(number) if number else 1


def _wrong(line: Line, edition: Edition, today: date) -> Wrong:
    numbers = _numbers(line.rest)
    if not numbers:
        raise Fault("bad-number", words.WHICH_LINES)
    return Wrong(line.number, numbers)


def _message(line: Line, edition: Edition, today: date) -> MessageCommand:
    """Parse a message command: who it is to, a colon, the text.
    Raises Fault (`no-addressee`, `empty-message`, `orders-in-message`, `unknown-house`)."""
    named, colon, first = line.rest.partition(":")
    if not colon:
        raise Fault("no-addressee", words.ADDRESSEE)
    body = "\n".join([first.strip(), *line.body]).strip()
    if not body:
        raise Fault("empty-message", words.EMPTY_MESSAGE)
    # A plan that stands below an email by mistake would be read by an enemy.
    order_keywords = keywords(edition)
    for number, text in enumerate(line.body, line.number + 1):
        order = _CAPITALS.match(text)
        if order and spelt(order[1]) in order_keywords:
            raise Fault("orders-in-message", words.ORDERS_IN_MESSAGE.format(n=number))
    if spelt(named) in EVERYBODY.known:
        return MessageCommand("public", (), body)
    if spelt(named) in NAMELESS.known:
        return MessageCommand("anonymous", (), body)
    houses = [word for word in _WORD.findall(named) if spelt(word) not in _TABLES["between"]["houses"]]
    if not houses:
        raise Fault("no-addressee", words.ADDRESSEE)
    return MessageCommand("houses", tuple(dict.fromkeys(find_house(word, edition) for word in houses)), body)


def find_house(word: str, edition: Edition) -> str:
    """Return the house a word or prefix names in any language; Fault `unknown-house`."""
    names: Mapping[str, set[str]] = {
        house: {spelt(house), *(spelt(kind.name.say(language)) for language in ("en", "it", "es"))}
        for house, kind in edition.houses.items()
    }
    typed = spelt(word)
    exact = [house for house, forms in names.items() if typed in forms]
    near = [
        h for h, forms in names.items() if len(typed) >= MIN_TYPED and any(name.startswith(typed) for name in forms)
    ]
    houses = exact or near
    if len(houses) != 1:
        message = words.SEVERAL_HOUSES if houses else words.NO_HOUSE
        raise Fault("unknown-house", message.format(word=word[:40], known=", ".join(houses or edition.houses)))
    return houses[0]


def _vote(line: Line, edition: Edition, today: date) -> Ballot | Question:
    """Parse a vote command: a ballot in an open vote, or a new vote asked for.
    Raises Fault (`unknown-vote`, `unknown-house`, `unknown-pace`, `bad-number`)."""
    text, _, reason = line.rest.partition(":")
    typed = text.strip(" .;,!").split()
    ballots = [BALLOTS.known[spelt(word)] for word in typed if spelt(word) in BALLOTS.known]
    kinds = [QUESTIONS.known[spelt(word)] for word in typed if spelt(word) in QUESTIONS.known]
    if len(ballots) == 1 and len(kinds) <= 1 and len(typed) == 1 + len(kinds):
        return Ballot(ballots[0], kinds[0] if kinds else "")
    if ballots or not typed or spelt(typed[0]) not in QUESTIONS.known or len(typed) > 2:
        raise Fault("unknown-vote", words.VOTES)
    kind, subject = kinds[0], " ".join(typed[1:])
    if kind == "replace":
        return Question(kind, find_house(subject, edition), reason.strip())
    if kind == "extend":
        if not subject.isdecimal():
            raise Fault("bad-number", words.HOURS)
        return Question(kind, subject, reason.strip())
    if kind == "pace":
        if not subject.isdecimal() and spelt(subject) not in PACES.known:
            raise Fault("unknown-pace", words.PACES)
        return Question(kind, PACES.known.get(spelt(subject), subject), reason.strip())
    if subject:
        raise Fault("unknown-vote", words.VOTES)
    if kind == "resume":
        kind, subject = "pause", "resume"
    return Question(kind, subject, reason.strip())


def _absence(line: Line, edition: Edition, today: date) -> Absence:
    """Parse an absence command: one day or two, a colon, a note.
    Raises Fault `unknown-day`; `today` completes days without a year."""
    days, _, note = line.rest.partition(":")
    dates = [_day(match, today) for match in _DAY.finditer(days)]
    left = [
        word
        for word in _DAY.sub(" ", days).split()
        if spelt(word) not in _TABLES["between"]["days"] and word.strip("-–—.,")
    ]
    if left or not 1 <= len(dates) <= 2:
        raise Fault("unknown-day", words.DAYS)
    return Absence(dates[0], dates[-1], note.strip())


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
    **{name: lambda line, edition, today: Tell(line.name) for name in ALONE},
    "history": lambda line, edition, today: History(_count(line, MAX_TURNS, words.HISTORY)),
    "whatif": lambda line, edition, today: WhatIfCommand(line.number, _count(line, MAX_DRAWS, words.DRAW)),
    "wrong": _wrong,
    "press": _message,
    "vote": _vote,
    "absence": _absence,
}


_ASSUME = re.compile(r"\s*([^\W\d_]+)\b")


@dataclass(frozen=True)
class Assumption:
    """What a text assumes of a house: its first line, and the lines about it alone.
    Each line keeps its place."""

    line: int
    house: str
    text: str


@dataclass(frozen=True)
class Apart:
    """A text with the lines on others left empty, and these lines by house."""

    text: str
    assumed: tuple[Assumption, ...]


def assumptions(text: str, edition: Edition) -> Apart:
    """Split a text into the reader's own lines and assumptions about others.

    After `ASSUME stark:` the line and its continuations are of that house; if nothing follows, all lines down to the
    next blank one. Raises Unreadable by line: `whom-to-assume`, `unknown-house`.
    """
    lines = text.split("\n")
    assumed_lines: dict[str, tuple[int, list[str]]] = {}
    faults: list[Refusal] = []
    house, lasting = "", False
    for place, line in enumerate(lines):
        if ends_text(line):
            break
        try:
            begun = _assumed_house(line, edition)
        except Fault as fault:
            faults.append(fault.at(place + 1))
            continue
        if begun is not None:
            house, content = begun
            lasting = not content.strip()
        elif house and line.strip() and (lasting or not begins_instruction(line, edition)):
            content = line
        else:
            house = ""
            continue
        assumed_lines.setdefault(house, (place + 1, [""] * len(lines)))[1][place] = content
        lines[place] = ""
    if faults:
        raise Unreadable(*faults)
    assumed = tuple(Assumption(first, owner, "\n".join(content)) for owner, (first, content) in assumed_lines.items())
    return Apart("\n".join(lines), assumed)


def _assumed_house(line: str, edition: Edition) -> tuple[str, str] | None:
    """Return the house a line begins to assume, and the rest in place. Raises Fault."""
    first = _ASSUME.match(line)
    if first is None or spelt(first[1]) not in ASSUMING.known:
        return None
    named, colon, rest = line[first.end() :].partition(":")
    if not colon or not named.strip():
        if first[1].isupper():
            raise Fault("whom-to-assume", words.WHOM)
        return None
    return find_house(named.strip(), edition), " " * (len(line) - len(rest)) + rest
