"""The help for typed orders of an edition, generated from the grammar tables."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from adjudicator.engine.decision import Refused
from adjudicator.engine.values import Edition
from narration.notation.grammar import AboutData, Notation, Statement
from narration.notation.reading import read_text
from narration.notation.words import COMMON, NONE, Names, Wording
from narration.notation.writing import write_text
from narration.words import LANGUAGES, N_, Words

# Longer ones are words, and no letters that stand for something.
_LETTERS = 2
# What of a short form is told: its number with a sign, but for none.
_NUMBER = re.compile(r"([+-][1-9])?")
_LINES = {
    "clear": N_("deletes everything you sent before; without it, a text replaces only what it mentions"),
    "ready": N_("others need not wait for you"),
    "wait": N_("others must wait for you again"),
    "end": N_("everything below is ignored; a line -- does the same"),
}
_STANDING = N_("what follows, on this line or down to the next empty line, applies to the whole game")


@dataclass(frozen=True)
class Keyword:
    """A keyword in capitals in the reader's language, with its synonyms there,
    and those of other languages by language."""

    written: str
    also: tuple[str, ...]
    elsewhere: Mapping[str, str]


@dataclass(frozen=True)
class Clause:
    """Words that introduce a clause, their effect, and the words that may follow."""

    word: str
    does: str
    words: tuple[str, ...]


@dataclass(frozen=True)
class StatementHelp:
    """The help for a statement: purpose, entry, words, clauses and an example.
    `module` is the optional rule that it needs; `rare`: most turns do not need it."""

    keyword: Keyword
    purpose: str
    entry: str
    words: tuple[str, ...]
    clauses: tuple[Clause, ...]
    example: tuple[str, ...]
    module: str
    rare: bool


@dataclass(frozen=True)
class Short:
    """Letters that stand for a name."""

    name: str
    letters: tuple[str, ...]


@dataclass(frozen=True)
class Reference:
    """The whole help: statements, general lines, abbreviations and a short sheet."""

    statements: tuple[StatementHelp, ...]
    lines: tuple[tuple[Keyword, str], ...]
    shorts: Mapping[str, tuple[Short, ...]]
    sample: tuple[str, ...]


def plain_reference(words: Words) -> Reference:
    """What can be typed around a sheet that is JSON."""
    return Reference((), tuple(_lines(words)), {}, ())


def reference(notation: Notation, edition: Edition, modules: Collection[str], words: Words) -> Reference:
    """Return the help for typed orders in a reader's language with these modules."""
    teller = _Teller(notation, edition, modules, words)
    lines = [*_lines(words), (keyword(COMMON["standing"]["standing"], words), words.gettext(_STANDING))]
    return Reference(tuple(teller.statements()), tuple(lines), teller.shorts(), teller.example(notation.data.sample))


def keyword(phrase: Wording, words: Words) -> Keyword:
    """A keyword for a reader of a language, first as the rulebook prints it."""
    own: tuple[str, ...] = getattr(phrase, words.language, ()) or phrase.en
    first = phrase.in_book(words)
    elsewhere = {other: phrase.write(other).upper() for other in LANGUAGES if other != words.language}
    return Keyword(first.upper(), tuple(word.upper() for word in own if word != first), elsewhere)


def _lines(words: Words) -> Iterator[tuple[Keyword, str]]:
    for name, phrase in COMMON["command"].items():
        yield keyword(phrase, words), words.gettext(_LINES[name])


class _Teller:
    """Tells of the grammar of one edition in one language."""

    def __init__(self, notation: Notation, edition: Edition, modules: Collection[str], words: Words) -> None:
        self.notation, self.edition, self.modules, self.words = notation, edition, modules, words
        self.language = words.language
        self.names: Names = notation.tongue(edition, modules).names

    def statements(self) -> Iterator[StatementHelp]:
        """The statements that the edition knows, that for others' sheets last."""
        behalf = self.notation.behalf
        for about in (*self.notation.statements, *((behalf,) if behalf is not None else ())):
            if self.notation.knows(self.edition, about.editions):
                yield self._statement_help(about)

    def _statement_help(self, about: AboutData) -> StatementHelp:
        """A statement, or the words before sheets within the sheet."""
        term = about.words
        words: tuple[str, ...] = ()
        clauses: tuple[Clause, ...] = ()
        if isinstance(about, Statement):
            if about.heading is not None:
                term = Wording(
                    *((*getattr(about.heading, language), *getattr(term, language)) for language in LANGUAGES)
                )
            words = self._printed_phrases(_statement_words(about))
            clauses = self._clauses(about, words)
        return StatementHelp(
            keyword(term, self.words),
            self.words.gettext(about.purpose),
            self.words.gettext(about.entry),
            words,
            clauses,
            self._examples(about),
            about.module if about.module in self.edition.modules else "",
            about.rare,
        )

    def _clauses(self, statement: Statement, listed: tuple[str, ...]) -> tuple[Clause, ...]:
        """Return the edition's clauses, without words listed for the whole statement."""
        clauses = []
        for name, does in statement.helps.items():
            if self.notation.knows(self.edition, statement.fields_editions.get(name, "")):
                words = (text for text in self._printed_phrases(statement.values[name].words()) if text not in listed)
                word = statement.fields[name].in_book(self.words)
                clauses.append(Clause(word, self.words.gettext(does), tuple(words)))
        return tuple(clauses)

    def _examples(self, about: AboutData) -> tuple[str, ...]:
        """Its example, and those that the edition knows besides."""
        more = (english for what, english in about.examples.items() if self.notation.knows(self.edition, what))
        return tuple(line for english in (about.example, *more) for line in self.example(english))

    def example(self, english: str) -> tuple[str, ...]:
        """Return the example in this language, without the line that starts afresh.
        None if a host's edition lacks names of the example."""
        try:
            sheet = read_text(english, self.notation, self.edition, self.modules).sheet
        except Refused:
            return ()
        written = write_text(sheet, self.notation, self.edition, self.modules, self.language)
        return tuple(written.splitlines()[1:])

    def _printed_phrases(self, words: Iterable[Wording]) -> tuple[str, ...]:
        """Return words as the edition's book prints them, each once."""
        return tuple(dict.fromkeys(phrase.in_book(self.words) for phrase in words))

    def shorts(self) -> dict[str, tuple[Short, ...]]:
        """Return abbreviations of places, units and the edition's orders, by sort."""
        return {sort: tuple(self._abbreviations(sort, codes)) for sort, codes in self.names.shorts.items() if codes}

    def _abbreviations(self, sort: str, codes: Mapping[str, str]) -> Iterator[Short]:
        """Yield the names of a sort with their short codes, in capitals."""
        codes_by_id: dict[str, list[str]] = {}
        for code, name_id in codes.items():
            word, _, number = code.partition(" ")
            if sort == "area" or (len(word) <= _LETTERS and word.isalpha() and _NUMBER.fullmatch(number)):
                codes_by_id.setdefault(name_id, []).append(f"{word}{number}".upper())
        for name_id, every in codes_by_id.items():
            yield Short(self.names.called(sort, name_id, self.language), tuple(every))


def _statement_words(statement: Statement) -> Iterator[Wording]:
    """Return the words of a statement besides names and clauses."""
    yield from statement.variants.values()
    bare = dict.fromkeys((*statement.subject, *statement.run))
    if statement.empty is not NONE:
        yield statement.empty
    for value in (statement.key, statement.value, *(statement.values[name] for name in bare)):
        if value is not None:
            yield from value.words()
