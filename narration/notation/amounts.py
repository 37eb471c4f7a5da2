"""Numbers, sums and unit counts of orders, read from text and written as text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from adjudicator.engine.decision import Refused
from narration.notation.cursor import Cursor, Fault, Tongue
from narration.notation.values import Name, Value, convert_plain_data, fault_of_whole_text
from narration.notation.words import Phrases, Wording, phrases

# More words than a sum has are not tried.
MAX_AMOUNT = 400
MAX_NUMBER = 1000
COUNTED = re.compile(r"([0-9]{1,4}) ?([^\W\d].*)?")


def is_number(text: str) -> bool:
    """Whether a text is a number in plain digits."""
    return text.isascii() and text.isdecimal()


def bounded_number(c: Cursor, number: int, at: int | None = None) -> int:
    """Return a number if a sheet may hold it. Raises Fault `number-too-large`.
    `at` is the place of the fault; by default the word that was taken last."""
    if not 0 <= number <= MAX_NUMBER:
        raise c.refuse(
            "number-too-large",
            f"numbers go from 0 to {MAX_NUMBER}",
            at=at if at is not None else c.tokens[c.at - 1].start,
        )
    return number


class Number(Value):
    """A whole number."""

    greedy = False

    def ahead(self, c: Cursor) -> bool:
        """Whether a number comes."""
        return c.sign().lstrip("+-").isdecimal()

    def read(self, c: Cursor) -> int:
        """The number."""
        counted = COUNTED.fullmatch(c.sign())
        if counted is not None and counted[2]:
            words = f'write only a number here, not "{c.tokens[c.at].text}"'
            raise c.refuse("number-missing", words, counted[1])
        if not self.ahead(c) or not c.sign().isascii():
            raise c.refuse("number-missing", f'"{c.sign()}" is not a number' if c.sign() else "a number is missing")
        return bounded_number(c, int(c.take().spelt[:9]))

    def write(self, value: int, tongue: Tongue) -> str:
        """Write a number in digits."""
        return str(value)


class Amount(Value):
    """A number or a sum, as the family reads it: as many words as make one."""

    loose = True

    def read(self, c: Cursor) -> Any:
        """The amount of as many words as make one."""
        if c.value is not None:
            return convert_plain_data(c, c.take().value, c.tongue.amount_type)
        ends = self._ends(c)
        if not ends:
            raise c.refuse("number-missing", "a number is missing", "3, half of power, stark power + 1")
        first: Fault | None = None
        for end in reversed(ends):
            try:
                amount = c.tongue.parse_amount(c.text(c.at, end))
            except Refused as refused:
                first = first or fault_of_whole_text(refused, c.place)
                continue
            c.at = end
            return amount
        raise first or c.refuse("number-missing", "a number is missing")

    def _ends(self, c: Cursor) -> list[int]:
        """Return possible ends of the amount: before commas or words that begin a clause."""
        ends, place = [], c.at
        while place < c.end and c.tokens[place].spelt not in (",", ";", "|") and c.tokens[place].quoted is None:
            if c.tokens[place].end - c.place > MAX_AMOUNT:
                break
            if place > c.at and c.clause_ahead(place):
                ends.append(place)
            place += 1
        return [*ends[:20], place] if place > c.at else []

    def write(self, value: Any, tongue: Tongue) -> str:
        """The amount; as JSON if its text would be read otherwise."""
        if isinstance(value, int):
            return str(value)
        text = tongue.write_amount(value)
        try:
            if "," not in text and tongue.parse_amount(text) == value:
                return text
        except Refused:
            pass
        return msgspec.json.encode(value).decode()


class Price(Amount):
    """An amount that needs no keyword before a number and may be followed by a unit."""

    greedy = False

    def __init__(self, unit: Wording) -> None:
        self._unit: Phrases[str] = phrases({"": unit})

    def ahead(self, c: Cursor) -> bool:
        """Whether a number comes."""
        return c.sign().isdecimal()

    def read(self, c: Cursor) -> Any:
        """The amount, and its unit if that is named."""
        plain = is_number(c.sign()) and c.past(self._unit, c.at + 1) > 0
        amount = bounded_number(c, int(c.take().spelt[:9])) if plain else super().read(c)
        after = c.past(self._unit)
        if after and (after >= c.end or c.tokens[after].spelt == "," or c.clause_ahead(after)):
            c.at = after
        return amount


class Units(Value):
    """Counts by kind (`2F 1K`, `2 footmen 1 knight`), or a word for all of them."""

    greedy = False
    loose = True

    def __init__(self, also: Mapping[str, Wording] | None = None) -> None:
        """Accept counts of units, and the words of `also`, by what they mean."""
        self.kind = Name("unit")
        self.knows(also or {})

    def ahead(self, c: Cursor) -> bool:
        """Whether a count or one of the words comes."""
        return bool(c.past(self.own_words) or COUNTED.fullmatch(c.sign())) or c.sign() == "("

    def read(self, c: Cursor) -> Any:
        """The word, or the counts that stand together."""
        word = c.phrase(self.own_words)
        if word is not None:
            return word
        if c.take_if("("):
            if not c.take_if(")"):
                raise c.refuse("unknown-word", f'"{c.sign()}" does not fit here', '")"')
            return {}
        unit_counts: dict[str, int] = {}
        while (counted := COUNTED.fullmatch(c.sign())) is not None:
            count = bounded_number(c, int(counted[1]), c.place)
            kind = self._take_kind(c, counted[2])
            unit_counts[kind] = unit_counts.get(kind, 0) + count
        if not unit_counts:
            raise c.refuse("number-missing", "give the number of units, as in 2F 1K", ", ".join(self.options) or "1F")
        return unit_counts

    def _take_kind(self, c: Cursor, letters: str | None) -> str:
        """Take a count; return its kind of unit by `letters`, else by the next words.
        Raises Fault if no kind, or several, have that name."""
        token = c.take()
        if letters is None:
            return self.kind.read(c)
        matches = c.tongue.names.matches(letters, self.kind.sorts)
        if len(matches) != 1:
            raise self.kind.fault(c, letters, matches, token.start)
        return matches[0]

    def write(self, value: Any, tongue: Tongue) -> str:
        """The word, or the counts."""
        if isinstance(value, str):
            return self.options[value].write(tongue.language)
        counts = (f"{count} {self.kind.write(kind, tongue)}" for kind, count in value.items())
        return " ".join(counts) or "()"
