"""Conditions in a reader's words and back: a list of phrases, typed and told.

A typed fact (`blackwater is baratheon`) fits one phrase (`{area} is {house}`); so the same list translates conditions
and offers what a condition can consist of.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, NamedTuple

from adjudicator.engine.sheet import Junctions
from narration.words import N_

OPERATORS = {"<": "<", "<=": "≤", "=": "=", "!=": "≠", ">=": "≥", ">": ">"}
_SLOT = re.compile(r"\\\{(\w+)\\\}")
_COMPARED = re.compile(r"(?P<left>.+) (?P<op><=|>=|!=|=|<|>) (?P<right>.+?)(?: (?P<sign>[+-]) (?P<plus>\d+))?")
JOINTS, NOT = {"and": N_(" and "), "or": N_(" or ")}, N_("not ({fact})")
# Of rules: what `else` before them says.
ELSE = N_("only if the condition before it does not hold")
ELSE_IF = N_("only if the condition before it does not hold, and if {condition}")


class Phrase(NamedTuple):
    """A fact or number: typed form with `{sort}` for ids, its words and its heading.
    Without the sort `needs` it is not offered."""

    typed: str
    said: str
    about: str
    needs: str = ""

    @property
    def slots(self) -> tuple[str, ...]:
        """The sorts that its places take, in the order of the typed form."""
        return tuple(re.findall(r"\{(\w+)\}", self.typed))


def phrases(texts: Iterable[Mapping[str, Any]], needs: Mapping[str, str] | None = None) -> tuple[Phrase, ...]:
    """Return the phrases by heading (`about`); `needs` goes by a typed word."""
    return tuple(
        Phrase(
            typed,
            text,
            group["about"],
            next((need for word, need in (needs or {}).items() if word in typed.split()), ""),
        )
        for group in texts
        for typed, text in group["phrases"].items()
    )


class Sort(NamedTuple):
    """The ids of a sort in the edition of a voice, and the name of one."""

    ids: Callable[[Any], Iterable[str]]
    name: Callable[[Any, str], str]


@dataclass(frozen=True)
class Row:
    """A fact in the condition builder: a phrase's typed form and its ids.
    Comparisons have two, an operator and an addend; `typed` alone if no phrase fits. `negated`: must not hold."""

    typed: str
    values: tuple[str, ...] = ()
    negated: bool = False
    op: str = ""
    right: str = ""
    right_values: tuple[str, ...] = ()
    plus: int = 0
    whole: bool = True


@cache
def _pattern(typed: str) -> re.Pattern[str]:
    """What a fact of this phrase looks like, each id a group."""
    return re.compile(_SLOT.sub(r"(.+?)", re.escape(typed).replace(r"\ ", " ")))


class Phrasebook:
    """What conditions of a family can say; `parse` and `write` read and write them.
    `named` replaces ids in texts that no phrase fits; `first` are the most used typed forms, shown first."""

    def __init__(
        self,
        facts: Sequence[Phrase],
        numbers: Sequence[Phrase],
        sorts: Mapping[str, Sort],
        junctions: Junctions,
        parse: Callable[[str, Any, Sequence[str]], Any],
        write: Callable[[Any], str],
        named: Callable[[str, Any], str],
        first: Sequence[str] = (),
    ) -> None:
        self.first = tuple(first)
        self.facts, self.numbers, self.sorts = tuple(facts), tuple(numbers), dict(sorts)
        self._junctions, self.parse, self.write, self._named = junctions, parse, write, named
        self._of_typed = {phrase.typed: phrase for phrase in (*numbers, *facts)}

    def tell(self, condition: Any, v: Any) -> str:
        """A condition in the reader's words."""
        kind = self._junctions
        if joint := self._joint(condition):
            return str(v.words.joined(JOINTS[joint], (self._inner(part, v) for part in condition.of)))
        if isinstance(condition, kind.negation):
            return str(v.say(NOT, fact=self.tell(condition.of, v)))
        if isinstance(condition, kind.otherwise):
            return str(v.say(ELSE_IF, condition=self.tell(condition.of, v)) if condition.of else v.say(ELSE))
        return self.fact(self.write(condition), v)

    def rule(self, when: Any, choice: str, v: Any) -> str:
        """What a rule chooses, with its condition."""
        if when is None:
            return choice
        if isinstance(when, self._junctions.otherwise):
            return f"{self.tell(when, v)}: {choice}"
        return str(v.say("if {condition}: {choice}", condition=self.tell(when, v), choice=choice))

    def fact(self, text: str, v: Any) -> str:
        """A single fact, or a number, from its line of text."""
        row = self._parse_fact(text, v)
        if row is None:
            return self._named(text, v)
        if not row.op:
            return self._value_phrase(row.typed, row.values, v)
        right = self._value_phrase(row.right, row.right_values, v)
        plus = f" {'+' if row.plus > 0 else '−'} {abs(row.plus)}" if row.plus else ""
        return f"{self._value_phrase(row.typed, row.values, v)} {OPERATORS[row.op]} {right}{plus}"

    def rows(self, condition: Any, v: Any) -> tuple[str, list[Row]]:
        """Return the facts of a condition and their joint (`and`, `or`); one if nested."""
        joint = self._joint(condition)
        return joint or "and", [self._row_of_condition(part, v) for part in (condition.of if joint else [condition])]

    def _joint(self, condition: Any) -> str:
        """What joins the parts of a condition; empty where it has none."""
        if isinstance(condition, self._junctions.all_of):
            return "and"
        return "or" if isinstance(condition, self._junctions.any_of) else ""

    def offered(self, phrases: Iterable[Phrase], v: Any) -> list[Phrase]:
        """Return those phrases for which the voice's edition has ids of every sort."""
        return [item for item in phrases if all(self.ids(sort, v) for sort in (*item.slots, item.needs) if sort)]

    def ids(self, sort: str, v: Any) -> tuple[str, ...]:
        """The ids of a sort in the edition of a voice."""
        return tuple(self.sorts[sort].ids(v))

    def name(self, sort: str, item_id: str, v: Any) -> str:
        """The name of an id."""
        return self.sorts[sort].name(v, item_id)

    def _row_of_condition(self, condition: Any, v: Any) -> Row:
        """Return a condition, or its negation, as a row of the condition builder.
        One that no phrase fits is its bare text, in brackets if it is nested, and not `whole`."""
        negated = isinstance(condition, self._junctions.negation)
        inner = condition.of if negated else condition
        text = self.write(inner)
        whole = isinstance(inner, self._junctions.otherwise)
        nested = isinstance(inner, tuple(self._junctions)) and not whole
        row = None if nested or whole else self._parse_fact(text, v)
        if row is None:
            return Row(f"({text})" if nested else text, negated=negated, whole=False)
        return replace(row, negated=negated)

    def _inner(self, condition: Any, v: Any) -> str:
        words = self.tell(condition, v)
        return f"({words})" if self._joint(condition) else words

    def _parse_fact(self, text: str, v: Any) -> Row | None:
        """Return the row of a fact or comparison in text; None if no phrase fits."""
        compared = _COMPARED.fullmatch(text)
        if compared is None:
            row_parts = self._match_phrase(text, (*self.facts, *self.numbers), v)
            return Row(*row_parts) if row_parts else None
        left, right = (self._match_number(compared[side], v) for side in ("left", "right"))
        if left is None or right is None:
            return None
        plus = int(f"{compared['sign']}{compared['plus']}") if compared["plus"] else 0
        return Row(*left, op=compared["op"], right=right[0], right_values=right[1], plus=plus)

    def _match_number(self, text: str, v: Any) -> tuple[str, tuple[str, ...]] | None:
        """Return a number, or the number phrase that fits with its ids; None if none."""
        if text.lstrip("-").isdigit():
            return text, ()
        return self._match_phrase(text, self.numbers, v)

    def _match_phrase(self, text: str, phrases: Sequence[Phrase], v: Any) -> tuple[str, tuple[str, ...]] | None:
        """Return the first phrase that a text fits, as it is typed, with its ids.
        Returns None if none fits, or an id is not of the voice's edition."""
        for phrase in phrases:
            hit = _pattern(phrase.typed).fullmatch(text)
            if hit and all(name in self.ids(sort, v) for sort, name in zip(phrase.slots, hit.groups(), strict=True)):
                return phrase.typed, hit.groups()
        return None

    def _value_phrase(self, typed: str, values: Sequence[str], v: Any) -> str:
        """A phrase by its typed form, or a number as it is."""
        phrase = self._of_typed.get(typed)
        if phrase is None:
            return typed
        names = {sort: self.name(sort, item_id, v) for sort, item_id in zip(phrase.slots, values, strict=True)}
        return str(v.say(phrase.said, **names))
