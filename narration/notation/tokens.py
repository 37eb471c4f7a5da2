"""The text of a sheet in words and signs, each with its place: line and column."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator

from adjudicator.engine.refusal import Refusal
from narration.notation.said import spelt

# Letters of a text, and of what is repeated of it in a refusal.
SHOWN = 80
_DROPPED = "\u200b\u200c\u200d\u2060\ufeff\u00ad"
_ALIKE = {
    **dict.fromkeys("\u00a0\u2007\u2009\u202f\t\u3000\u2002\u2003", " "),
    **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u00b4`", "'"),
    **dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033", '"'),
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
    **dict.fromkeys("\u2192\u21d2\u27a1\u2794\u27f6\u21a6\u203a", ">"),
    **dict.fromkeys("\u00a6\u2016\u2223", "|"),
    **dict.fromkeys("\u2028\u2029\x0b\x0c\x85", "\n"),
    **dict.fromkeys("\uff1b\u037e", ";"),
    **dict.fromkeys("\uff0c", ","),
    **dict.fromkeys("\uff1a", ":"),
    **dict.fromkeys("\u2022\u00b7", "\u2022"),
    **dict.fromkeys("\u2605\u2606", "*"),
    **dict.fromkeys(_DROPPED, None),
}
_TABLE = str.maketrans(_ALIKE)
_SIGNS = r",;:|>@(){}\[\]*=<!&"
_TOKEN = re.compile(
    rf'"(?:[^"\\\n]|\\.)*"|-{{1,2}}>|=>(?!=)|(?:[^\s{_SIGNS}"+]|\+(?=[0-9]))+|[{_SIGNS}+]',
)
_COMMENT = re.compile(r"(?:^|(?<=\s))#")
_json = json.JSONDecoder()


class Fault(Exception):
    """Something in the text that cannot be read: a code, words for people, the place, and what is possible there."""

    def __init__(self, code: str, words: str, at: int, expected: str = "", *, ambiguous: bool = False) -> None:
        super().__init__(words)
        self.code, self.words, self.at, self.expected, self.ambiguous = code, words, at, expected, ambiguous
        # A line that is read, for whoever wrote one that is not.
        self.example = ""


def refuse(code: str, words: str, at: int, expected: str = "", *, ambiguous: bool = False) -> Fault:
    """What to raise for something that cannot be read."""
    return Fault(code, words, at, expected, ambiguous=ambiguous)


class Token:
    """A word, a sign, something in quotes (`quoted` is what they hold) or a piece of JSON (`value`)."""

    __slots__ = ("end", "quoted", "spelt", "start", "text", "value")

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text, self.start, self.end = text, start, end
        self.quoted: str | None = None
        self.value: object = None
        self.spelt = ">" if text in ("->", "-->", "=>") else spelt(text)


class Source:
    """A whole text, as it is read: signs that look alike made one, line by line."""

    def __init__(self, text: str) -> None:
        self.text = text.replace("\r\n", "\n").replace("\r", "\n").translate(_TABLE)
        self.starts = [0]
        for line in self.text.split("\n")[:-1]:
            self.starts.append(self.starts[-1] + len(line) + 1)

    def line(self, at: int) -> int:
        """The number of the line of a place, from 1."""
        return bisect_right(self.starts, at)

    def lines(self) -> Iterator[tuple[int, str]]:
        """Every line with the place where it begins."""
        yield from zip(self.starts, self.text.split("\n"), strict=True)

    def line_text(self, at: int) -> str:
        """The whole line of a place, without spaces around it."""
        begin = self.starts[self.line(at) - 1]
        end = self.text.find("\n", begin)
        return self.text[begin : end if end >= 0 else len(self.text)].strip()

    def refusal(self, fault: Fault) -> Refusal:
        """A fault as a refusal: where it is, what was understood before it, what is possible."""
        at = min(fault.at, len(self.text))
        line = self.line(at)
        begin = self.starts[line - 1]
        before = " ".join(self.text[begin:at].split())
        before = before if len(before) <= SHOWN else f"...{before[-SHOWN:]}"
        so_far = f' (understood so far: "{before}")' if before else ""
        wanted = f"; expected {fault.expected}" if fault.expected else ""
        like = f"; for example: {fault.example}" if fault.example and "did you mean" not in fault.words else ""
        return Refusal(fault.code, f"{fault.words}{so_far}{wanted}{like}", f"line {line}, column {at - begin + 1}")


def shown(text: str) -> str:
    """A text as a refusal can repeat it."""
    flat = " ".join(text.split())
    return flat if len(flat) <= SHOWN else f"{flat[:SHOWN]}..."


def tokens(line: str, start: int) -> list[Token]:
    """The words and signs of a line that begins at a place; a comment is left out. Raises Fault (`bad-json`)."""
    found: list[Token] = []
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
                token.quoted = _unquoted(token, start)
        found.append(token)
    return found


def _json_piece(line: str, at: int, start: int) -> tuple[Token, int]:
    try:
        value, end = _json.raw_decode(line, at)
    except (ValueError, RecursionError) as fault:
        raise refuse("bad-json", f"this is not JSON: {shown(line[at:])}", start + at) from fault
    token = Token(line[at:end], start + at, start + end)
    token.value, token.spelt = value, "{"
    return token, end


def _unquoted(token: Token, start: int) -> str:
    """What stands in quotes; after `=` as JSON has it, letter by letter."""
    if not token.text.startswith('"='):
        return token.text[1:-1]
    try:
        return str(json.loads(token.text))
    except ValueError as fault:
        raise refuse("bad-json", f"this is not JSON: {shown(token.text)}", token.start) from fault
