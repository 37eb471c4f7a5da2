"""A family's grammar as data: statements, what they fill, and how their entries are laid out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

import msgspec

from narration.notation.cursor import Tongue
from narration.notation.values import Value
from narration.notation.words import AND, ELSE, IF, NONE, Phrases, Said, phrases, spelt

# What is somebody's own, and what is next to it.
Own = tuple[Collection[str], Collection[str]]
# Words in English, Italian and Spanish, or the name of other words: `keep`, `use.never`.
Spelled = str | tuple[str, str, str]
# The same, with what people are told behind it, if they are told anything.
SpelledField = str | tuple[str, ...]
# What a statement fills: rules by a key, rules in a list, one thing by a key, names in a row, or a condition.
Shape = Literal["rules-by-key", "rules", "one-by-key", "row", "condition"]

NO_WORDS: Phrases[Any] = Phrases(())


@dataclass(frozen=True)
class Field:
    """A field of a rule: what it holds, and the words before it (`word value`). `close`: it is written without a comma
    before it."""

    name: str
    value: Value
    words: Said | None = None
    close: bool = False


@dataclass(frozen=True)
class Layout:
    """How a rule is written: `[subject:] run clauses [if condition]`.

    `run` are fields that may stand without words of their own, in that order; `subject` those that may stand before a
    colon, for all alternatives. `empty` is written where nothing else is said. `comma`: after a clause a comma may also
    begin the next alternative. `after` are fields that never begin an entry of a line of its own: the line goes on the
    one before, and behind a semicolon they are said of all alternatives before it. `assumed` is meant of fields that
    must be said where they are not. `leading`: the subject may also stand first without a colon, by whole names. `bare`
    are fields that are read without words of their own too, and written with them. `once`: of rules that agree in these
    fields the first without a condition counts alone, so that another entry with one contradicts it; None: rules are
    a list by liking. `single`: each rule is written on a line of its own, all fields with their words.
    `half`: whether too little is said for who writes as people speak, by the names of what is said. `aside`: what a
    rule says besides what `or` parts it from others for, which must be the same in all; None for a rule beside any.
    """

    kind: type[Any]
    fields: tuple[Field, ...]
    run: tuple[str, ...] = ()
    subject: tuple[str, ...] = ()
    empty: Said = NONE
    comma: bool = False
    when: str = "when"
    after: tuple[str, ...] = ()
    assumed: Mapping[str, Any] = field(default_factory=dict)
    leading: bool = False
    bare: tuple[str, ...] = ()
    once: tuple[str, ...] | None = None
    single: bool = False
    half: Callable[[Mapping[str, Any]], bool] = lambda said: False
    aside: Callable[[Any], Any] | None = None
    # What is meant by fields that are said, with those that they imply.
    implied: Callable[[dict[str, Any]], dict[str, Any]] = lambda said: said

    def either(self, rules: Sequence[Any]) -> bool:
        """Whether rules parted by `or` are plainly alternatives: what one says besides all say, none a condition that
        may be meant of those before it too."""
        aside = self.aside or (lambda rule: [getattr(rule, name) for name in self.defaults if name not in beside])
        beside = {*self.run, self.when}
        said = [found for found in map(aside, rules) if found is not None]
        return all(one == said[0] for one in said) and getattr(rules[-1], self.when) is None

    @cached_property
    def by_name(self) -> dict[str, Field]:
        """The fields by name."""
        return {one.name: one for one in self.fields}

    @cached_property
    def clauses(self) -> Phrases[str]:
        """The words before fields; of a word that several share the first."""
        return _first_of((one.name, one.words) for one in self.fields if one.words is not None)

    @cached_property
    def shared(self) -> frozenset[str]:
        """The first fields whose words others have too: what follows says which is meant."""
        found: dict[str, list[str]] = {}
        for one in self.fields:
            for word in one.words.every() if one.words is not None else ():
                found.setdefault(spelt(word), []).append(one.name)
        return frozenset(names[0] for names in found.values() if len(set(names)) > 1)

    @cached_property
    def going_on(self) -> Phrases[str]:
        """The words before fields that go on what stands before."""
        return Phrases((one.name, one.words) for one in self.fields if one.name in self.after and one.words is not None)

    @cached_property
    def empties(self) -> Phrases[str]:
        """The words for saying nothing."""
        return phrases({"": self.empty})

    @cached_property
    def defaults(self) -> dict[str, Any]:
        """What fields are where nothing is said of them; those that must be said are missing."""
        found = {}
        for one in msgspec.structs.fields(self.kind):
            if one.default is not msgspec.NODEFAULT:
                found[one.name] = one.default
            elif one.default_factory is not msgspec.NODEFAULT:
                found[one.name] = one.default_factory()
        return found


def _first_of(words: Iterable[tuple[str, Said]]) -> Phrases[str]:
    """A table of words in which the first that has a word keeps it."""
    found: Phrases[str] = Phrases(())
    for name, every in words:
        for word in every.every():
            found.known.setdefault(spelt(word), name)
    found.measure()
    return found


@dataclass(frozen=True)
class Variant:
    """Another place that entries of a statement fill, chosen by words before them."""

    words: Said
    path: tuple[str, ...]


class AboutData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """What people are told of a keyword: what it is for (`purpose`), what stands in an `entry`, and lines of an
    `example` in English; all but the example to be translated.

    `editions` have it, by what they know, and further `examples` by that too. `module` is the optional part of the
    rules that brings it in editions that have it as one; `rare`: most turns need it not, so that the page shows it
    further down.
    """

    words: Spelled
    path: str = ""
    purpose: str = ""
    entry: str = ""
    example: str = ""
    examples: dict[str, str] = {}
    editions: str = ""
    module: str = ""
    rare: bool = False


class StatementData(AboutData, frozen=True):
    """A statement as data: `Statement` and `Layout` say what the attributes of these names are.

    `path` is written with points; `fields` are those of the rules, with the words before them, and perhaps what their
    clause does; `fields_editions` have some of them. `sorts`: of these alone are names in its rules, besides words of
    the tables `also`. `needs` is a table of words; `keeps` may name tables, as `raven: {picks.top}`. `bare_lines`: a
    line may be an entry of it without its keyword. Where a turn asks its section, letters say what for by `outline`,
    and have `line` as an example, if the game says them so.
    """

    fields: dict[str, SpelledField] = {}
    sorts: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    run: tuple[str, ...] = ()
    subject: tuple[str, ...] = ()
    bare: tuple[str, ...] = ()
    close: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    once: tuple[str, ...] | None = None
    assumed: dict[str, Any] = {}
    empty: Spelled = ""
    comma: bool = False
    leading: bool = False
    single: bool = False
    variants: dict[str, Spelled] = {}
    leads: dict[str, Spelled] = {}
    opens: dict[str, Spelled] = {}
    keeps: tuple[str, ...] = ()
    heading: Spelled = ""
    before_key: Spelled = ""
    value_first: Spelled = ""
    fixed: str = ""
    needs: str = ""
    commas: bool = False
    bare_lines: bool = False
    fields_editions: dict[str, str] = {}
    outline: str = ""
    line: str = ""

    @property
    def helps(self) -> dict[str, str]:
        """What people are told of its fields, by name."""
        ends = {name: words[-1] for name, words in self.fields.items() if not isinstance(words, str)}
        return {name: end for name, end in ends.items() if len(self.fields[name]) in (2, 4)}

    def messages(self) -> Iterator[str]:
        """What people are told of it, in English."""
        yield from filter(None, (self.purpose, self.entry, self.outline, *self.helps.values()))


class BehalfData(AboutData, frozen=True):
    """Sheets within the sheet as data: the words before them, and statements that no other sheet has."""

    statement: tuple[StatementData, ...] = ()


@dataclass(frozen=True)
class Statement:
    """A keyword, and what its entries fill: the attributes of a sheet that lead there (`path`), with rules of a
    `layout`, or other values; neither is a condition.

    `key` reads keys, `value` what stands there if it is no rule. `leads`: an entry that begins with these words is one
    of the statement of that path; so with `opens`, whose words are the first of what that statement reads.
    `keeps`: after a semicolon words that are keywords may begin an entry of it. `about` is what people are told of it;
    the statements of sheets within the sheet need none; `heading`: as which it is written, if not by its first word.
    `commas`: entries may be parted by commas too; `bare`: a line without any keyword may be an entry of it;
    `before_key` are words that may stand before a key; with a `fixed` key only what is put there is said.
    `value_first` are words between a number and the key, where the number is said before it: `3 on the throne`.
    `needs`: its keyword in small letters counts only before one of these words, for it is a word of the game besides.
    """

    words: Said
    path: tuple[str, ...]
    layout: Layout | None = None
    key: Value | None = None
    value: Value | None = None
    variants: tuple[Variant, ...] = ()
    leads: Phrases[tuple[str, ...]] = NO_WORDS
    opens: Phrases[tuple[str, ...]] = NO_WORDS
    keeps: Collection[str] = ()
    about: StatementData | None = None
    heading: Said | None = None
    commas: bool = False
    bare: bool = False
    before_key: Phrases[str] = NO_WORDS
    fixed: str = ""
    value_first: Phrases[str] = NO_WORDS
    needs: Phrases[str] = NO_WORDS

    @property
    def shape(self) -> Shape:
        """What it fills."""
        if self.layout is not None:
            return "rules-by-key" if self.key is not None or self.fixed else "rules"
        if self.value is not None:
            return "one-by-key" if self.key is not None else "row"
        return "condition"

    @cached_property
    def chosen(self) -> Phrases[tuple[str, ...]]:
        """The paths by the words that choose them."""
        return Phrases((one.path, one.words) for one in self.variants)

    @cached_property
    def example(self) -> str:
        """An entry that is read, with its keyword, in English; empty for none."""
        lines = self.about.example.splitlines() if self.about is not None else []
        return lines[0].partition(";")[0] if lines and '"' not in lines[0] else ""

    @cached_property
    def kept(self) -> frozenset[str]:
        """Words that may begin an entry although they are keywords."""
        return frozenset(spelt(word) for word in self.keeps)

    @cached_property
    def guard(self) -> frozenset[str]:
        """Words that mean something besides names in its entries."""
        words = [*(one.words for one in self.variants), NONE]
        if self.layout is not None:
            words += [self.layout.empty, *(one.words for one in self.layout.fields if one.words is not None)]
            bare = (*self.layout.run, *self.layout.subject)
            words += [word for name in bare for word in self.layout.by_name[name].value.words()]
        found = {spelt(word) for one in words for word in one.every()}
        return frozenset(found.union(self.leads.known, IF.known, ELSE.known, AND.known))

    @property
    def paths(self) -> tuple[tuple[str, ...], ...]:
        """All paths that it fills."""
        return tuple(path for path in (self.path, *(one.path for one in self.variants)) if path)


@dataclass(frozen=True)
class Behalf:
    """Sheets within the sheet, by whom they are for: `FOR martell: ...`."""

    words: Said
    path: tuple[str, ...]
    key: Value
    kind: type[Any]
    statements: tuple[Statement, ...]
    about: BehalfData


@dataclass(frozen=True)
class Notation:
    """A family's notation. `tongue` gives what it knows of a game with these modules; `silent` are attributes that
    places do not name (`raids.areas.pyke` is `raids.pyke`); `read` and `write` are its sheets' JSON; `sample` is a
    short sheet, in English, for people to see what one looks like. `vocabulary` has beginnings of words that speak of
    the game and are no names, by kind (`remarks.py`); `retired` the keywords of old releases that are refused, by what
    is written instead; `own` are ids of what is a house's own in an edition, on a board if there is one, and of what
    lies next to it. `editions` are tests for editions that know something, by its name."""

    sheet: type[Any]
    statements: tuple[Statement, ...]
    tongue: Callable[[Any, Collection[str]], Tongue]
    read: Callable[[bytes, Any, tuple[str, ...]], Any]
    write: Callable[[Any], bytes]
    behalf: Behalf | None = None
    silent: frozenset[str] = frozenset()
    sample: str = ""
    vocabulary: Mapping[str, Said] = field(default_factory=dict)
    retired: Mapping[str, Said] = field(default_factory=dict)
    own: Callable[[Any, str, Any], Own] = lambda edition, house, board: ((), ())
    editions: Mapping[str, Callable[[Any], bool]] = field(default_factory=dict)

    def knows(self, edition: Any, name: str) -> bool:
        """Whether an edition knows something; nothing (an empty name) is known to all."""
        return not name or self.editions[name](edition)

    @cached_property
    def keywords(self) -> Phrases[Statement]:
        """The statements by their words."""
        return _keywords(self.statements)

    @cached_property
    def retired_keywords(self) -> Phrases[str]:
        """What is written instead of keywords of old releases."""
        return phrases(self.retired)

    @cached_property
    def behalf_keywords(self) -> Phrases[Statement]:
        """The statements of sheets within the sheet."""
        return _keywords(self.behalf.statements if self.behalf else ())

    def place(self, path: Iterable[str], behalf: str = "") -> str:
        """A path as places in a sheet name it."""
        steps = [step for step in path if step not in self.silent]
        if behalf and self.behalf:
            steps = [*self.behalf.path, behalf, *steps]
        return ".".join(steps)


def _keywords(statements: Iterable[Statement]) -> Phrases[Statement]:
    found: Phrases[Statement] = Phrases(())
    for one in statements:
        for word in one.words.every():
            if found.known.get(spelt(word), one) is not one:
                raise ValueError(f"{word!r} begins two statements")
            found.known[spelt(word)] = one
    found.measure()
    return found
