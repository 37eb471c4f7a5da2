"""The words of a condition's text with their columns, and refusals that name the place and what was understood."""

from __future__ import annotations

import re
from collections.abc import Collection

from adjudicator.engine.refusal import Refusal, Refused, Unreadable

_TOKEN = re.compile(r"\(|\)|<=|>=|!=|==|[<>=≤≥≠]|[^\s()<>=!≤≥≠]+|!")
_SAME = {"≤": "<=", "≥": ">=", "≠": "!=", "==": "="}
# Letters at either end of a text that a refusal repeats.
SHOWN = 200
OPERATORS = ("<", "<=", "=", "!=", ">=", ">")


class Word:
    """A word of the text: as written, in lower case, and the column of its first letter, from 1."""

    def __init__(self, text: str, column: int) -> None:
        self.text, self.column = text, column
        self.low = _SAME.get(text, text).casefold().replace("'", "").replace("’", "")


class Words:
    """The words of a text, read from left to right; `stops` are those with a meaning of their own."""

    def __init__(self, text: str, stops: Collection[str]) -> None:
        self.text, self.stops = text, stops
        self._words = [Word(match.group(), match.start() + 1) for match in _TOKEN.finditer(text)]
        self._next = 0

    def peek(self, ahead: int = 0) -> str:
        """A coming word in lower case; empty at the end."""
        place = self._next + ahead
        return self._words[place].low if place < len(self._words) else ""

    def take(self) -> Word:
        """The next word; its text is empty at the end."""
        if self._next >= len(self._words):
            return Word("", len(self.text) + 1)
        self._next += 1
        return self._words[self._next - 1]

    def take_if(self, *words: str) -> bool:
        """Take these words if they come next."""
        if all(self.peek(place) == word for place, word in enumerate(words)):
            self._next += len(words)
            return True
        return False

    def take_any(self, *words: str) -> str:
        """Take the next word if it is one of these; the word, or an empty string."""
        return self.take().low if self.peek() in words else ""

    def phrase(self) -> list[Word]:
        """All words up to the next one with a meaning of its own, or the end."""
        begin = self._next
        while self._next < len(self._words) and self.peek() not in self.stops:
            self._next += 1
        return self._words[begin : self._next]

    def rest(self) -> list[Word]:
        """All words that are left."""
        begin, self._next = self._next, len(self._words)
        return self._words[begin:]

    def column(self) -> int:
        """The column of the next word."""
        return self._words[self._next].column if self._next < len(self._words) else len(self.text) + 1

    def refuse(self, code: str, words: str, expected: str, column: int | None = None) -> Unreadable:
        """What to raise: the column, what was understood before it, what is wrong and what was expected."""
        at = self.column() if column is None else column
        before, words = _short(self.text[: at - 1].strip()), _short(words)
        understood = f' (understood so far: "{before}")' if before else ""
        wanted = f"; expected {expected}" if expected else ""
        return Unreadable(Refusal(code, f"column {at}: {words}{understood}{wanted}", f"column {at}"))

    def placed(self, fault: Refused, column: int) -> Refused:
        """A refusal about a name, with the column where the fact begins and what was understood before it."""
        placed = [r if r.where else self.refuse(r.code, r.words, "", column).reasons[0] for r in fault.reasons]
        return type(fault)(*placed)


def joined(words: list[Word]) -> str:
    """The words as one text."""
    return " ".join(word.text for word in words)


def _short(text: str) -> str:
    """A text as a refusal can repeat it: the beginning and the end of a long one."""
    return text if len(text) <= 2 * SHOWN else f"{text[:SHOWN]} ... {text[-SHOWN:]}"
