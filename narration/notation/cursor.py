"""The tokens of typed orders with their positions, and a cursor over them."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any, TypeVar

from adjudicator.engine.decision import Refusal
from narration.notation.words import IF, NO_CONDITION, SIGNS, Names, Phrases, Sorts, spelt

# Letters of a text, and of what is repeated of it in a refusal.
SHOWN = 80
_TABLE = str.maketrans({sign: alike for alike, signs in SIGNS.items() for sign in signs})
_SIGNS = r",;:|>@(){}\[\]*=<!&"
_TOKEN = re.compile(
    rf'"(?:[^"\\\n]|\\.)*"|-{{1,2}}>|=>(?!=)|(?:[^\s{_SIGNS}"+]|\+(?=[0-9]))+|[{_SIGNS}+]',
)
_COMMENT = re.compile(r"(?:^|(?<=\s))#")
_json = json.JSONDecoder()


class Fault(Exception):
    """A syntax error: code, words for people, position and possible continuations."""

    def __init__(self, code: str, words: str, at: int, expected: str = "", *, ambiguous: bool = False) -> None:
        super().__init__(words)
        self.code, self.words, self.at, self.expected, self.ambiguous = code, words, at, expected, ambiguous
        # A line that is read, for whoever wrote one that is not.
        self.example = ""


class Token:
    """A word, sign, quoted text (`quoted`) or piece of JSON (`value`)."""

    __slots__ = ("end", "quoted", "spelt", "start", "text", "value")

    def __init__(self, text: str, start: int, end: int, quoted: str | None = None) -> None:
        self.text, self.start, self.end, self.quoted = text, start, end, quoted
        self.value: object = None
        self.spelt = ">" if text in ("->", "-->", "=>") else spelt(text)


class Source:
    """A normalized text: its `lines` and where each `starts`.
    `closed` lines take no continuation; `typed` are the original lines of replaced ones, by number."""

    def __init__(self, text: str, closed: Collection[int] = (), typed: Mapping[int, str] | None = None) -> None:
        self.closed, self.typed = frozenset(closed), dict(typed or {})
        self.text = text.replace("\r\n", "\n").replace("\r", "\n").translate(_TABLE)
        self.lines = self.text.split("\n")
        self.starts = [*accumulate((len(line) + 1 for line in self.lines[:-1]), initial=0)]

    def replacing(self, lines: Mapping[int, str]) -> Source:
        """Return a source with these lines replaced, by number from 1.
        Replaced lines take no continuation, but a comment keeps the lines around it together."""
        text = "\n".join(lines.get(at, line) for at, line in enumerate(self.lines, 1))
        typed = {at: self.lines[at - 1].strip() for at in lines} | self.typed
        return Source(text, self.closed.union(at for at, line in lines.items() if line != "#"), typed)

    def line(self, at: int) -> int:
        """The number of the line of a place, from 1."""
        return bisect_right(self.starts, at)

    def line_text(self, at: int) -> str:
        """The whole line of a place, without spaces around it."""
        return self.lines[self.line(at) - 1].strip()

    def refusal(self, fault: Fault) -> Refusal:
        """Convert a fault to a refusal: position, what was understood, what is possible."""
        at = min(fault.at, len(self.text))
        line = self.line(at)
        begin = self.starts[line - 1]
        before = " ".join(self.text[begin:at].split())
        before = before if len(before) <= SHOWN else f"...{before[-SHOWN:]}"
        so_far = f' (understood so far: "{before}")' if before else ""
        expectation = f"; expected {fault.expected}" if fault.expected else ""
        like = f"; for example: {fault.example}" if fault.example and "did you mean" not in fault.words else ""
        return Refusal(fault.code, f"{fault.words}{so_far}{expectation}{like}", f"line {line}, column {at - begin + 1}")


def shown(text: str) -> str:
    """A text as a refusal can repeat it."""
    flat = " ".join(text.split())
    return flat if len(flat) <= SHOWN else f"{flat[:SHOWN]}..."


def tokens(line: str, start: int) -> list[Token]:
    """Split a line into tokens, without comments. Raises Fault (`bad-json`)."""
    line_tokens: list[Token] = []
    at = 0
    # Between words and signs stands nothing that begins a comment.
    while (match := _TOKEN.search(line, at)) is not None:
        at, text = match.start(), match.group()
        if text[0] == "#" and _COMMENT.match(line, at):
            break
        if text == "{":
            token, at = _json_piece(line, at, start)
        else:
            token, at = Token(text, start + at, start + match.end()), match.end()
            if token.text[0] == '"' and len(token.text) > 1:
                token.quoted = _unquote(token, start)
        line_tokens.append(token)
    return line_tokens


def _json_piece(line: str, at: int, start: int) -> tuple[Token, int]:
    """Read JSON that begins `at` an index of a line; return its token and end.
    The line begins at `start` of the text. Raises Fault `bad-json`."""
    try:
        value, end = _json.raw_decode(line, at)
    except (ValueError, RecursionError) as fault:
        raise Fault("bad-json", f"this is not JSON: {shown(line[at:])}", start + at) from fault
    token = Token(line[at:end], start + at, start + end)
    token.value, token.spelt = value, "{"
    return token, end


def _unquote(token: Token, start: int) -> str:
    """Return what stands in quotes; a text that begins with `=` is read as JSON.
    Raises Fault `bad-json`."""
    if not token.text.startswith('"='):
        return token.text[1:-1]
    try:
        return str(json.loads(token.text))
    except ValueError as fault:
        raise Fault("bad-json", f"this is not JSON: {shown(token.text)}", token.start) from fault


Meant = TypeVar("Meant")
# Words of a name.
MAX_SPAN = 8
# Signs that end a name.
ENDS = frozenset(",;:|>@(){}[]*=<!&+-")


@dataclass(frozen=True)
class Tongue:
    """A family's names, conditions and amounts in one game, for reading and writing.
    What is written is read back unchanged. Readers raise Refused as `parse_condition` does."""

    names: Names
    parse_condition: Callable[[str], Any]
    write_condition: Callable[[Any], str]
    parse_amount: Callable[[str], Any]
    write_amount: Callable[[Any], str]
    condition_type: Any
    amount_type: Any
    # The condition of a rule before which `else` stands, of its own condition.
    otherwise: Callable[[Any], Any]
    # In which it is written.
    language: str = "en"
    # Ids of what is the writer's own, and next to it, meant first where a name may be several of them.
    mine: frozenset[str] = frozenset()
    near: frozenset[str] = frozenset()
    # Words that mean something else where a name is written, so that a name like them stands in quotes.
    guard: frozenset[str] = frozenset()
    # Names of several words that count as one, although words of them mean something else: `Books and Wine`.
    whole: Phrases[str] = Phrases(())  # noqa: RUF009
    # What numbers alone are about, in this order, by the statement that they stand in: `BID 2 1 0`.
    in_turn: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    # Statements whose order of lines says the sequence of their keys: by path that of the sequence, and the places of
    # the keys where nothing is said.
    sequences: Mapping[str, tuple[str, Mapping[str, int]]] = field(default_factory=dict)
    # The sorts of names that the rules under a key of a statement choose among, the likelier meaning of a name there.
    among: Callable[[str, str], Sorts] = lambda path, key: ()


class Cursor:
    """The words of an entry from `at` to `end`; `clauses` begin other clauses."""

    def __init__(self, source: Source, tokens: Sequence[Token], tongue: Tongue, over: int) -> None:
        self.source, self.tokens, self.tongue = source, tokens, tongue
        self.at, self.end, self.over = 0, len(tokens), over
        self.clauses: tuple[Phrases[Any], ...] = ()
        self.among: Sorts = ()
        # Whether whoever typed it knows the notation: its keyword is in capitals.
        self.loud = True

    @property
    def done(self) -> bool:
        """Whether nothing is left."""
        return self.at >= self.end

    @property
    def place(self) -> int:
        """Where the next word stands; behind the last one at the end."""
        if self.at < len(self.tokens):
            return self.tokens[self.at].start
        return self.tokens[-1].end if self.tokens else self.over

    @property
    def value(self) -> object:
        """The JSON that comes; None for a word."""
        return None if self.done else self.tokens[self.at].value

    def sign(self, ahead: int = 0) -> str:
        """Return a coming word, normalized; empty at the end and for quoted text."""
        place = self.at + ahead
        if place >= self.end or self.tokens[place].quoted is not None:
            return ""
        return self.tokens[place].spelt

    def take(self) -> Token:
        """The next word."""
        self.at += 1
        return self.tokens[self.at - 1]

    def take_if(self, *signs: str) -> bool:
        """Take the next word if it is one of these."""
        if self.sign() in signs and self.sign():
            self.at += 1
            return True
        return False

    def match_phrase(self, table: Phrases[Meant], at: int | None = None) -> tuple[Meant, int] | None:
        """Return the meaning and end of the longest phrase of the table at this place."""
        begin = self.at if at is None else at
        # Tables know their words without it: `the rest` is `rest`.
        if begin + 1 < self.end and self.tokens[begin].spelt == "the" and self.tokens[begin].quoted is None:
            begin += 1
        if begin >= self.end or self.tokens[begin].spelt not in table.begins:
            return None
        return longest(self.tokens, begin, self.end, table)

    def past(self, table: Phrases[Any], at: int | None = None) -> int:
        """Return where the table's phrase that stands here ends; 0 if none does.
        Takes nothing. `at`: another place than the present one."""
        match = self.match_phrase(table, at)
        return match[1] if match is not None else 0

    def skip(self, table: Phrases[Any]) -> None:
        """Take words of a table before others, which say nothing there."""
        end = self.past(table)
        if end < self.end:
            self.at = end or self.at

    def empty(self) -> bool:
        """Take two brackets, which stand for nothing, if they come."""
        come = self.sign() == "(" and self.sign(1) == ")"
        self.at += 2 * come
        return come

    def phrase(self, table: Phrases[Meant]) -> Meant | None:
        """What the coming words mean, which are taken; None for nothing."""
        match = self.match_phrase(table)
        if match is None:
            return None
        self.at = match[1]
        return match[0]

    def clause_ahead(self, at: int | None = None) -> bool:
        """Whether something else begins here."""
        return any(self.past(table, at) for table in self.clauses)

    def text(self, begin: int, end: int) -> str:
        """The text of some words, as it stands."""
        if begin >= end:
            return ""
        return self.source.text[self.tokens[begin].start : self.tokens[end - 1].end].replace("\n", " ")

    def part(self, begin: int, end: int) -> Cursor:
        """A reading of some of the words."""
        part = Cursor(self.source, self.tokens[begin:end], self.tongue, self.over)
        part.over = self.tokens[end - 1].end if end > begin else self.tokens[begin - 1].end if begin else self.over
        part.clauses, part.among, part.loud = self.clauses, self.among, self.loud
        return part

    def span(self) -> int:
        """Where words without a sign among them end."""
        place = self.at
        while place < min(self.end, self.at + MAX_SPAN):
            token = self.tokens[place]
            if (
                token.quoted is not None
                or token.value is not None
                or token.spelt in ENDS
                and not self._is_sign_of_number(place)
            ):
                break
            place += 1
        return place

    def _is_sign_of_number(self, place: int) -> bool:
        """Whether a plus or minus stands here before one digit, as in `march + 1`."""
        after = self.tokens[place + 1].spelt if place + 1 < self.end else ""
        return self.tokens[place].spelt in ("+", "-") and after.isdecimal() and len(after) == 1

    def condition_at(self, after: int = 0) -> int:
        """Return where the next condition begins; the end if there is none.
        Looks behind the present place, and not before `after`."""
        for place in range(max(self.at + 1, after), self.end - 1):
            pair = (self.tokens[place].spelt, self.tokens[place + 1].spelt)
            if self.past(IF, place) and pair not in NO_CONDITION:
                return place
        return self.end

    def refuse(self, code: str, words: str, expected: str = "", at: int | None = None) -> Fault:
        """What to raise for what comes next."""
        return Fault(code, words, self.place if at is None else at, expected)


def longest(tokens: Sequence[Token], begin: int, end: int, table: Phrases[Meant]) -> tuple[Meant, int] | None:
    """Return the meaning and end of the longest phrase of the table that matches."""
    words, meant = "", None
    for place in range(begin, min(end, begin + table.longest)):
        if tokens[place].quoted is not None:
            break
        words = f"{words} {tokens[place].spelt}" if words else tokens[place].spelt
        if words in table.known:
            meant = table.known[words], place + 1
    return meant


def split_at_phrases(tokens: Sequence[Token], table: Phrases[Any]) -> Iterator[tuple[int, int]]:
    """Yield the begin and end of each stretch of words between phrases of a table."""
    begin = place = 0
    while place < len(tokens):
        meant = longest(tokens, place, len(tokens), table) if tokens[place].spelt in table.begins else None
        if meant is None:
            place += 1
            continue
        yield begin, place
        begin = place = meant[1]
    yield begin, len(tokens)


def join_name_tokens(tokens: Sequence[Token], table: Phrases[Any]) -> Sequence[Token]:
    """The words, those that are whole names of several words by a table put together."""
    if not table.known:
        return tokens
    pieces: list[Token] = []
    place = 0
    while place < len(tokens):
        meant = longest(tokens, place, len(tokens), table)
        end = meant[1] if meant is not None else place + 1
        piece = tokens[place:end]
        whole = Token(" ".join(token.text for token in piece), piece[0].start, piece[-1].end)
        pieces.append(whole if len(piece) > 1 else piece[0])
        place = end
    return pieces
