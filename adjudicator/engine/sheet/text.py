"""Words of a condition's text with columns, refusals with places, sums as text."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from adjudicator.engine.decision import Refusal, Refused, Unreadable

_TOKEN = re.compile(r"\(|\)|<=|>=|!=|==|[<>=≤≥≠]|[^\s()<>=!≤≥≠]+|!")
_SAME = {"≤": "<=", "≥": ">=", "≠": "!=", "==": "="}
# Letters at either end of a text that a refusal repeats.
SHOWN = 200
OPERATORS = ("<", "<=", "=", "!=", ">=", ">")


class Word:
    """A word of the text: as written, in lower case, and its first column, from 1."""

    def __init__(self, text: str, column: int) -> None:
        self.text, self.column = text, column
        self.low = _SAME.get(text, text).casefold().replace("'", "").replace("’", "")


class Words:
    """Words of a text, read left to right; `stops` have a meaning of their own."""

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
        """Return an error with column, what was understood, what is wrong and expected."""
        at = self.column() if column is None else column
        before, words = _short(self.text[: at - 1].strip()), _short(words)
        understood = f' (understood so far: "{before}")' if before else ""
        expectation = f"; expected {expected}" if expected else ""
        return Unreadable(Refusal(code, f"column {at}: {words}{understood}{expectation}", f"column {at}"))

    def placed(self, fault: Refused, column: int) -> Refused:
        """Add to a refused name the fact's column and what was understood before it."""
        placed = [r if r.where else self.refuse(r.code, r.words, "", column).reasons[0] for r in fault.reasons]
        return type(fault)(*placed)


def joined(words: list[Word]) -> str:
    """The words as one text."""
    return " ".join(word.text for word in words)


def _short(text: str) -> str:
    """A text as a refusal can repeat it: the beginning and the end of a long one."""
    return text if len(text) <= 2 * SHOWN else f"{text[:SHOWN]} ... {text[-SHOWN:]}"


_PARTS = {"half": 2, "third": 3, "thirds": 3, "quarter": 4, "quarters": 4, "fifth": 5, "fifths": 5}
_COUNTS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4}
_TIMES = {"twice": 2, "double": 2, "thrice": 3}


def bounded(number: int) -> int:
    """The number, if conditions know it. Raises Unreadable `number-too-large`."""
    if abs(number) > 1000:
        raise Unreadable(Refusal("number-too-large", "numbers go from -1000 to 1000"))
    return number


def plain_number(phrase: list[Word]) -> int | None:
    """Return the number of a single word of digits, signed or not; else None."""
    if len(phrase) != 1 or not re.fullmatch(r"[+-]?\d+", phrase[0].low):
        return None
    return int(phrase[0].low[:9])


def split_offset(phrase: list[Word]) -> tuple[list[Word], int]:
    """Split a constant from a number: `enemy + 1` and `enemy+1` give `enemy` and 1."""
    if len(phrase) >= 3 and phrase[-2].text in ("+", "-") and phrase[-1].text.isdecimal():
        return phrase[:-2], bounded(int((phrase[-2].text + phrase[-1].text)[:9]))
    # Digits with a sign are a word of their own, or hang on a name.
    signed = re.search(r"[+-]\d+$", phrase[-1].text) if phrase else None
    name = phrase[-1].text[: signed.start()] if signed else ""
    if signed and (len(phrase) > 1 if not name else any(letter.isalpha() for letter in name)):
        rest = [Word(name, phrase[-1].column)] if name else []
        return [*phrase[:-1], *rest], bounded(int(signed[0][:9]))
    return phrase, 0


def signed_parts(phrase: list[Word]) -> Iterator[tuple[int, list[Word]]]:
    """What stands between the signs, each with its sign."""
    sign, part, begun = 1, list[Word](), False
    for word in phrase:
        if word.text[0] in "+-" and (word.text in "+-" or not part or word.text[1:2].isalnum()):
            if begun and part:
                yield sign, part
            sign, begun = (-1 if word.text[0] == "-" else 1), True
            part = [Word(word.text[1:], word.column + 1)] if len(word.text) > 1 else []
        else:
            part, begun = [*part, word], True
    yield sign, part


def split_share(phrase: list[Word]) -> tuple[int, int, list[Word]]:
    """Split a share from a number: `half of power` gives 1, 2 and `power`."""
    low = [word.low for word in phrase]
    times, over, prefix_length = 1, 1, 0
    fraction = re.fullmatch(r"([0-9]{1,3})(?:/([0-9]{1,3})|%)", low[0]) if low else None
    if fraction:
        times, over, prefix_length = int(fraction[1]), int(fraction[2] or 100), 1
    elif low and low[0] in _TIMES:
        times, prefix_length = _TIMES[low[0]], 1
    elif low and low[0] in _PARTS:
        over, prefix_length = _PARTS[low[0]], 1
    elif len(low) > 1 and low[0] in _COUNTS and low[1] in _PARTS:
        times, over, prefix_length = _COUNTS[low[0]], _PARTS[low[1]], 2
    elif len(low) > 2 and low[1] in ("times", "*", "x") and re.fullmatch(r"[0-9]{1,9}", low[0]):
        times, prefix_length = int(low[0]), 2
    if prefix_length and low[prefix_length : prefix_length + 1] == ["of"]:
        prefix_length += 1
    return times, over, phrase[prefix_length:]


def sum_text(shares: Iterable[Any], plus: int) -> str:
    """Write a sum with ids for names; shares have `times`, `term`, perhaps `over`."""
    text = ""
    for share in shares:
        count, over = abs(share.times), getattr(share, "over", 1)
        much = f"{count}/{over} of " if over != 1 else f"{count} times " if count != 1 else ""
        text += f" {'-' if share.times < 0 else '+'} {much}{share.term.typed()}"
    if plus:
        text += f" {'+' if plus > 0 else '-'} {abs(plus)}"
    return text.strip().removeprefix("+ ")
