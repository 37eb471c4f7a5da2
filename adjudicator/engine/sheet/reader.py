"""Reading and writing conditions as text, whatever their facts are about.

- `condition := ["if" | "unless"] either ["unless" either]`
- `either := part ("or" part)*`, `part := fact ("and" fact)*`
- `fact := "not" fact | "(" condition ")"`, or a fact of the family
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from typing import Any, Self

from adjudicator.engine.decision import Refusal, Refused, Unreadable
from adjudicator.engine.names import NameBook
from adjudicator.engine.sheet.conditions import DEEPEST, Junctions, too_deep
from adjudicator.engine.sheet.facts import (
    OPERATORS,
    FactTable,
    Word,
    Words,
    join_words,
    plain_number,
    signed_parts,
    split_offset,
    split_share,
)

MAX_TEXT = 4000
# Words after a verb that say the contrary.
NEGATIONS = {"is": "not", "has": "no", "holds": "no"}
BOUNDS = {("at", "least"): ">=", ("at", "most"): "<=", ("more", "than"): ">", ("less", "than"): "<"}


class ConditionReader(ABC):
    """A reading of a text; a game gives facts, verbs and numbers, with `expected`."""

    junctions: Junctions
    facts: FactTable
    numbers: FactTable
    number_expected: str
    amount_expected: str = ""
    number_words: tuple[str, ...]
    verbs: Mapping[str, str]
    expected: str

    def __init__(self, words: Words, book: NameBook) -> None:
        self.words, self.book, self._level = words, book, 0

    @classmethod
    @abstractmethod
    def of(cls, text: str, edition: Any, modules: Collection[str] = ()) -> Self:
        """Return a reader of a text, with an edition's names and these modules."""

    @classmethod
    def parse_condition(cls, text: str, edition: Any, modules: Collection[str] = ()) -> Any:
        """Parse a condition; raises as `whole`, and Unreadable (`condition-too-large`)."""
        return cls._short(text, edition, modules).whole()

    @classmethod
    def parse_when(cls, text: str, edition: Any, modules: Collection[str] = ()) -> Any:
        """Parse a rule's condition, which may begin with `else`; see `parse_condition`."""
        return cls._short(text, edition, modules).of_rule()

    @classmethod
    def _short(cls, text: str, edition: Any, modules: Collection[str]) -> Self:
        if len(text) > MAX_TEXT:
            raise Unreadable(Refusal("condition-too-large", f"a condition has at most {MAX_TEXT} characters"))
        return cls.of(text, edition, modules)

    @abstractmethod
    def compare(self, subject: list[Word], operator: str) -> Any:
        """Parse a comparison of the subject's number with what follows. Raises Refused."""

    def compared(self, number: Any, operator: str, against: int) -> Any:
        """Return a comparison of a number with a plain one, where a form says one.

        Raises TypeError by default."""
        raise TypeError(f"no form of {number!r} compares it")

    @abstractmethod
    def unread(self, subject: list[Word], verb: str, phrase: list[Word], column: int) -> Refused:
        """Why something is no fact; what is said of the subject begins in this column."""

    def special(self, subject: list[Word], verb: str, phrase: list[Word]) -> Any:
        """A fact that no form says; None if it is none such."""
        return None

    def term(self, phrase: list[Word]) -> Any:
        """Parse a number; raise Unreadable `unknown-number` with the nearest legal word."""
        read = self.numbers.read(without_article(phrase), self.book, self.words)
        if read is None:
            text = join_words(phrase)
            hint = self.book.hint(text, [], self.number_words)
            got = f'"{text}" is not a number{hint}' if phrase else "a number is missing"
            raise self.words.refuse("unknown-number", got, self.number_expected, phrase[0].column if phrase else None)
        return read[0]

    def shares(self, phrase: list[Word]) -> tuple[list[tuple[Any, int, int]], int]:
        """Return a sum's shared numbers and constant; as `term`, or raises `bad-number`."""
        shares, plus = [], 0
        for sign, part in signed_parts(phrase):
            column = part[0].column if part else self.words.column()
            times, over, part = split_share(part)
            if over == 0:
                raise self.words.refuse("bad-number", "you cannot divide by 0", self.amount_expected, column)
            part, offset = split_offset(part)
            number = plain_number(part) if over == 1 else None
            plus += offset
            if number is not None:
                plus += sign * times * number
                continue
            try:
                shares.append((self.term(part), sign * times, over))
            except Refused as fault:
                raise self.words.placed(fault, column) from fault
        return shares, plus

    def whole(self) -> Any:
        """The condition of the whole text; a word that begins it says nothing.

        Raises Unreadable or Ambiguous with the column, what was understood, what was expected and the nearest legal
        word; Unreadable `condition-too-deep` or `condition-too-large` beyond the limits.
        """
        negated = self.words.take_if("unless")
        self.words.take_any("if", "when", "while")
        condition = self._parse_not() if negated else self._parse_or()
        if self.words.take_if("unless"):
            condition = self.junctions.all_of((condition, self._parse_not()))
        if self.words.peek():
            raise self.words.refuse(
                "unexpected-word", f'"{self.words.peek()}" does not fit here', '"and", "or" or the end'
            )
        outgrown = self.junctions.outgrown(condition)
        if outgrown is not None:
            raise Unreadable(outgrown)
        return condition

    def of_rule(self) -> Any:
        """Parse a rule's condition: as `whole`, with optional `else`, which may be alone."""
        if not self.words.take_any("else", "otherwise"):
            return self.whole()
        return self.junctions.otherwise(self.whole() if self.words.peek() else None)

    def bound(self) -> str:
        """Read an operator, `at least` etc., or equality before a number; else empty."""
        operator = self.words.take_any(*OPERATORS)
        if operator:
            return operator
        for pair, meant in BOUNDS.items():
            if self.words.take_if(*pair):
                return meant
        return "=" if self.words.peek().lstrip("-").isdigit() else ""

    def _parse_or(self) -> Any:
        parts = [self._parse_and()]
        while self.words.take_if("or"):
            parts.append(self._parse_and())
        return parts[0] if len(parts) == 1 else self.junctions.any_of(tuple(parts))

    def _parse_not(self) -> Any:
        condition = self._parse_or()
        return condition.of if isinstance(condition, self.junctions.negation) else self.junctions.negation(condition)

    def _parse_and(self) -> Any:
        parts = [self._parse_fact()]
        while self.words.take_if("and"):
            parts.append(self._parse_fact())
        return parts[0] if len(parts) == 1 else self.junctions.all_of(tuple(parts))

    def _parse_fact(self) -> Any:
        """Parse a fact, a negated one, or a condition in brackets.

        Raises Unreadable if it is nested too deep, and `bracket-not-closed`."""
        self._level += 1
        if self._level > 3 * DEEPEST:
            raise Unreadable(too_deep())
        words = self.words
        if words.take_any("not", "!"):
            condition = self.junctions.negation(self._parse_fact())
        elif words.take_if("("):
            condition = self._parse_or()
            if not words.take_if(")"):
                raise words.refuse("bracket-not-closed", "a bracket is not closed", '")"')
        else:
            condition = self._plain()
        self._level -= 1
        return condition

    def _plain(self) -> Any:
        """A fact without brackets: a subject, and what is said of it."""
        words, column = self.words, self.words.column()
        subject = words.phrase()
        if not subject:
            got = f'"{words.peek()}" cannot begin a condition' if words.peek() else "a condition is missing"
            raise words.refuse("fact-missing", got, self.expected)
        try:
            return self._parse_after_subject(subject)
        except Refused as fault:
            raise words.placed(fault, column) from fault

    def _parse_after_subject(self, subject: list[Word]) -> Any:
        """Parse what follows a subject: an operator, or a verb and a phrase."""
        words = self.words
        operator = words.take_any(*OPERATORS)
        if operator:
            return self.compare(subject, operator)
        at = words.column()
        verb = words.take_any(*self.verbs)
        meant = self.verbs.get(verb, "")
        negated = verb == "isnt" or (meant in NEGATIONS and words.take_if(NEGATIONS[meant]))
        operator = self.bound() if meant == "is" else ""
        condition = self.compare(subject, operator) if operator else self._parse_said_fact(subject, meant, at)
        return self.junctions.negation(condition) if negated else condition

    def _parse_said_fact(self, subject: list[Word], verb: str, at: int) -> Any:
        """Parse what is said of a subject by a verb, or (empty) by itself.

        Raises what `unread` returns if no form fits."""
        column = self.words.column()
        phrase = self.words.phrase()
        special = self.special(subject, verb, phrase)
        if special is not None:
            return special
        # After a verb a name may be missing, and is asked for.
        clause = [*subject, Word(verb, at), *phrase, Word("", self.words.column())] if verb else subject
        reading = self.facts.read(without_article(clause), self.book, self.words)
        if reading is None:
            raise self.unread(subject, verb, phrase, column)
        fact, form = reading
        if form.compared:
            fact = self.compared(fact, *form.compared)
        return self.junctions.negation(fact) if form.negated else fact


def without_article(phrase: list[Word]) -> list[Word]:
    """The words without `the` before them."""
    return phrase[1:] if len(phrase) > 1 and phrase[0].low == "the" else phrase
