"""Fields of a form: which stand where, reading words, numbers and rows out of them, and writing them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from typing import Any, NamedTuple, Self, TypeVar

import msgspec

from adjudicator.engine.refusal import Refusal, Refused

Fields = dict[str, list[str]]
T = TypeVar("T")
S = TypeVar("S", bound=msgspec.Struct)

LARGEST_NUMBER = 1000
# More rows than a sheet may have rules; a form with more is not from our page.
MOST_ROWS = 400
# A name longer or deeper than this is none of ours.
LONGEST_NAME, DEEPEST_NAME = 200, 10
_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d{1,4})\]")


def plainly(part: S) -> S:
    """A sheet, or a part of one, with the very defaults in empty sections, so that its JSON leaves them out."""
    defaults = type(part)()
    empty = {n: getattr(defaults, n) for n in part.__struct_fields__ if getattr(part, n) == getattr(defaults, n)}
    return msgspec.structs.replace(part, **empty)


class Typed(NamedTuple):
    """How conditions and sums stand in a field: reading the condition of a rule, any other condition and an amount of a
    game from one line, and writing conditions and sums."""

    when: Callable[[str], Any]
    condition: Callable[[str], Any]
    amount: Callable[[str], Any]
    condition_text: Callable[[Any], str]
    sum_text: Callable[[Any], str]


class FieldIndex:
    """Places of a form's fields; `filled`: of those alone in which something stands. Linear in the form's size."""

    def __init__(self, fields: Mapping[str, Sequence[str]], *, filled: bool) -> None:
        self._keys: dict[str, dict[str, None]] = {}
        self._rows: dict[str, set[int]] = {}
        self._places: set[str] = set()
        for name, values in fields.items():
            if len(name) <= LONGEST_NAME and (not filled or any(value.strip() for value in values)):
                self._add(name)

    def _add(self, name: str) -> None:
        head = re.split(r"[.\[]", name, maxsplit=1)[0]
        at, place = len(head), head
        self._places.add(place)
        for _ in range(DEEPEST_NAME):
            step = _STEP.match(name, at)
            if step is None:
                break
            if step[1] is not None:
                self._keys.setdefault(place, {})[step[1]] = None
            else:
                self._rows.setdefault(place, set()).add(int(step[2]))
            at, place = step.end(), name[: step.end()]
            self._places.add(place)

    def keys(self, place: str) -> list[str]:
        """The keys of the fields `place.<key>...`, in the order of the form."""
        return list(self._keys.get(place, ()))

    def rows(self, place: str) -> list[int]:
        """The numbers of the rows `place[n]`, from the first to the last."""
        return sorted(self._rows.get(place, ()))

    def __contains__(self, place: str) -> bool:
        """Whether there is a field of this name or below it."""
        return place in self._places


class Reader:
    """Reads a form; whatever cannot be understood is kept in `faults`, with the name of its field."""

    def __init__(self, fields: Mapping[str, Sequence[str]], typed: Typed) -> None:
        self._fields, self._typed = fields, typed
        self._index = FieldIndex(fields, filled=True)
        self._place = ""
        self.faults: list[Refusal] = []

    def within(self, place: str) -> Self:
        """The same form below a place: what is called `raids` there is `<place>.raids` here. Faults are shared."""
        inner = copy(self)
        inner._place = f"{self._place}{place}."
        return inner

    def one(self, name: str) -> str:
        """A field's value, without spaces around it; empty if it is not there."""
        values = self._fields.get(self._place + name) or [""]
        return values[0].strip()

    def many(self, name: str) -> tuple[str, ...]:
        """The values of a field that can be chosen several times, in order, blank ones left out."""
        return tuple(value.strip() for value in self._fields.get(self._place + name, ()) if value.strip())

    def among(self, name: str, known: Sequence[str], otherwise: str) -> str:
        """One of some words; a fault for another word, `otherwise` for none."""
        value = self.one(name)
        if value and value not in known:
            self.fault("unknown-choice", f"{value!r} is none of {', '.join(known)}", name)
        return value if value in known else otherwise

    def count(self, name: str, largest: int = LARGEST_NUMBER) -> int | None:
        """A whole number from 0 to `largest`, None for a blank field; a fault for anything else."""
        text = self.one(name)
        if not text:
            return None
        if not text.isascii() or not text.isdigit() or len(text) > 9 or int(text) > largest:
            self.fault("bad-number", f"{text[:20]!r} is not a whole number from 0 to {largest}", name)
            return None
        return int(text)

    def counts(self, prefix: str) -> dict[str, int]:
        """Numbers by key from the fields `prefix.<key>`, blank ones left out."""
        found = {key: self.count(f"{prefix}.{key}") for key in self.keys(prefix)}
        return {key: number for key, number in found.items() if number is not None}

    def parsed(self, name: str, parse: Callable[[str], T]) -> T | None:
        """A text that `parse` understands, None for a blank field; a fault says what it refuses."""
        text = self.one(name)
        if not text:
            return None
        try:
            return parse(text)
        except Refused as refused:
            for reason in refused.reasons:
                self.fault(reason.code, reason.words, name)
        return None

    def when(self, name: str) -> Any:
        """The condition of a rule, written on one line; a fault says what is wrong with it."""
        return self.parsed(name, self._typed.when)

    def condition(self, name: str) -> Any:
        """A condition that is no rule's."""
        return self.parsed(name, self._typed.condition)

    def amount(self, name: str) -> Any:
        """A whole number, or a sum written on one line; None for a blank field."""
        if not any(letter.isalpha() for letter in self.one(name)):
            return self.count(name)
        return self.parsed(name, self._typed.amount)

    def fault(self, code: str, words: str, where: str) -> None:
        """Remember what is wrong with a field."""
        self.faults.append(Refusal(code, words, self._place + where))

    def rows(self, prefix: str) -> list[str]:
        """The rows `prefix[n]` in which something stands, in order."""
        return [f"{prefix}[{n}]" for n in self._index.rows(self._place + prefix)[:MOST_ROWS]]

    def read_rows(self, prefix: str, read: Callable[[Self, str], T | None]) -> tuple[T, ...]:
        """Every row in which something stands, read by a function; None leaves a row out."""
        found = (read(self, row) for row in self.rows(prefix))
        return tuple(entry for entry in found if entry is not None)

    def keys(self, prefix: str) -> list[str]:
        """The keys of the fields `prefix.<key>...` in which something stands, in the order of the form."""
        return self._index.keys(self._place + prefix)


class Writer:
    """Writes fields. Blank values are not written."""

    def __init__(self, typed: Typed) -> None:
        self.fields: Fields = {}
        self._typed = typed
        self._place = ""

    def within(self, place: str) -> Self:
        """Writes the same fields below a place."""
        inner = copy(self)
        inner._place = f"{self._place}{place}."
        return inner

    def one(self, name: str, value: object) -> None:
        """A field with one value."""
        if value is not None and value != "":
            self.fields[self._place + name] = [str(value)]

    def many(self, name: str, values: Iterable[str]) -> None:
        """A field that is chosen several times."""
        found = list(values)
        if found:
            self.fields[self._place + name] = found

    def when(self, name: str, condition: Any) -> None:
        """A condition on one line."""
        if condition is not None:
            self.one(name, self._typed.condition_text(condition))

    def amount(self, name: str, amount: Any) -> None:
        """A number, or a sum on one line."""
        self.one(name, amount if amount is None or isinstance(amount, int) else self._typed.sum_text(amount))

    def counts(self, prefix: str, counts: Mapping[str, int]) -> None:
        """Numbers by key."""
        for key, number in counts.items():
            self.one(f"{prefix}.{key}", number)

    def rows(self, prefix: str, entries: Iterable[T], write: Callable[[Self, str, T], None]) -> None:
        """Rows, each written by a function."""
        for number, entry in enumerate(entries):
            write(self, f"{prefix}[{number}]", entry)
