"""Reading a condition from one line of text, and writing it: what stands around its facts, whatever these are about.

condition := ["if" | "unless"] either ["unless" either]
either    := part ("or" part)*        part := fact ("and" fact)*
fact      := "not" fact | "(" condition ")" | what the family knows of
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from adjudicator.engine.condition_tree import DEEPEST, Junctions, too_deep
from adjudicator.engine.condition_words import OPERATORS, Word, Words
from adjudicator.engine.refusal import Refusal, Refused, Unreadable

LONGEST_TEXT = 4000
BOUNDS = {("at", "least"): ">=", ("at", "most"): "<=", ("more", "than"): ">", ("less", "than"): "<"}


def refuse_length(text: str) -> None:
    """Raises Unreadable (`condition-too-large`) for a text that is longer than a condition may be."""
    if len(text) > LONGEST_TEXT:
        raise Unreadable(Refusal("condition-too-large", f"a condition has at most {LONGEST_TEXT} letters"))


class ConditionReader(ABC):
    """One reading of one text. A family says what a fact is (`said`), and what a fact may begin with (`expected`)."""

    junctions: Junctions
    expected: str

    def __init__(self, words: Words) -> None:
        self.words, self._level = words, 0

    @abstractmethod
    def said(self, subject: list[Word]) -> Any:
        """The fact that begins with this subject; what is said of it follows in `words`. Raises Refused."""

    def whole(self) -> Any:
        """The condition of the whole text; a word that begins it says nothing.

        Raises Unreadable or Ambiguous with the column, what was understood, what was expected and the nearest legal
        word; Unreadable `condition-too-deep` or `condition-too-large` beyond the limits.
        """
        negated = self.words.take_if("unless")
        self.words.take_any("if", "when", "while")
        found = self._negated() if negated else self._either()
        if self.words.take_if("unless"):
            found = self.junctions.all_of((found, self._negated()))
        if self.words.peek():
            raise self.words.refuse(
                "unexpected-word", f'"{self.words.peek()}" does not fit here', '"and", "or" or the end'
            )
        outgrown = self.junctions.outgrown(found)
        if outgrown is not None:
            raise Unreadable(outgrown)
        return found

    def of_rule(self) -> Any:
        """The condition of a rule: as `whole`, with or without `else` before it, which may also stand alone."""
        if not self.words.take_any("else", "otherwise"):
            return self.whole()
        return self.junctions.otherwise(self.whole() if self.words.peek() else None)

    def bound(self) -> str:
        """An operator, `at least` and its like, or what stands for equal before a number; empty if there is none."""
        operator = self.words.take_any(*OPERATORS)
        if operator:
            return operator
        for pair, meant in BOUNDS.items():
            if self.words.take_if(*pair):
                return meant
        return "=" if self.words.peek().lstrip("-").isdigit() else ""

    def _either(self) -> Any:
        found = [self._both()]
        while self.words.take_if("or"):
            found.append(self._both())
        return found[0] if len(found) == 1 else self.junctions.any_of(tuple(found))

    def _negated(self) -> Any:
        found = self._either()
        return found.of if isinstance(found, self.junctions.negation) else self.junctions.negation(found)

    def _both(self) -> Any:
        found = [self._fact()]
        while self.words.take_if("and"):
            found.append(self._fact())
        return found[0] if len(found) == 1 else self.junctions.all_of(tuple(found))

    def _fact(self) -> Any:
        self._level += 1
        if self._level > 3 * DEEPEST:
            raise Unreadable(too_deep())
        words = self.words
        if words.take_any("not", "!"):
            found = self.junctions.negation(self._fact())
        elif words.take_if("("):
            found = self._either()
            if not words.take_if(")"):
                raise words.refuse("bracket-not-closed", "a bracket is not closed", '")"')
        else:
            found = self._plain()
        self._level -= 1
        return found

    def _plain(self) -> Any:
        """A fact without brackets: a subject, and what is said of it."""
        words, column = self.words, self.words.column()
        subject = words.phrase()
        if not subject:
            got = f'"{words.peek()}"' if words.peek() else "the end"
            raise words.refuse("fact-missing", f"{got} where a fact should begin", self.expected)
        try:
            return self.said(subject)
        except Refused as fault:
            raise words.placed(fault, column) from fault


def junction_texts(junctions: Junctions, told: Callable[[Any], str]) -> dict[type[Any], Callable[[Any], str]]:
    """How the conditions that hold others are written, so that they are read back unchanged; `told` writes any."""

    def inner(condition: Any) -> str:
        words = told(condition)
        return f"({words})" if isinstance(condition, (junctions.all_of, junctions.any_of)) else words

    return {
        junctions.all_of: lambda both: " and ".join(map(inner, both.of)),
        junctions.any_of: lambda either: " or ".join(map(inner, either.of)),
        junctions.negation: lambda not_so: f"not ({told(not_so.of)})",
        junctions.otherwise: lambda rule: "else" if rule.of is None else f"else if {told(rule.of)}",
    }
