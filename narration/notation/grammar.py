"""A family's grammar as data: statements, what they fill, and how their entries are laid out."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, NamedTuple

import msgspec

from adjudicator.engine.decision import Decision, FrozenStruct, kind_of
from narration.notation.cursor import Tongue
from narration.notation.words import (
    AND,
    COMMANDS,
    COMMON,
    ELSE,
    IF,
    NO_WORDS,
    NONE,
    STANDING,
    Phrases,
    Said,
    phrases,
    spelt,
)

# What a statement fills: rules by a key, rules in a list, one thing by a key, names in a row, or a condition.
Shape = Literal["rules-by-key", "rules", "one-by-key", "row", "condition"]


class Prompt(NamedTuple):
    """A question that is asked: how a line that answers it begins, the `options` that it leaves, if they are few, and
    the ids of what it is `about`."""

    text: str
    options: tuple[str, ...]
    about: frozenset[str]


@dataclass(frozen=True)
class SeatFacts:
    """What a seat sees that decides what words can mean.

    Ids of its `own` areas and cards, of what is `near` to them, and of cards in `hand`; how many `units` of each kind
    stand in its areas; the `phase` of the round; what the board `allows`, and which paths the turn `asks`.
    `prompts` are documented beginnings of lines that answer what is asked of it, as `RAID sea-of-dorne:`, `questions`
    those of questions that one line answers; `topic` is the one name of what everybody speaks of; `uses` is what
    cards ask for: paths, and what is done with what is chosen; `others` are the seats of those whom it may instruct,
    by name.
    """

    house: str = ""
    own: frozenset[str] = frozenset()
    near: frozenset[str] = frozenset()
    hand: frozenset[str] = frozenset()
    units: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    phase: str = ""
    allows: Callable[[Any], bool] = lambda filling: True
    asks: Callable[[str], bool] = lambda path: True
    prompts: tuple[str, ...] = ()
    questions: tuple[Prompt, ...] = ()
    topic: frozenset[str] = frozenset()
    uses: Mapping[str, Collection[tuple[str, str]]] = field(default_factory=dict)
    others: Mapping[str, Callable[[], SeatFacts]] = field(default_factory=dict)

    def asks_for(self, statement: Statement) -> bool:
        """Whether the turn may ask what a statement says."""
        return self.asks(statement.path) and (not statement.phases or self.phase in statement.phases)

    @property
    def planning(self) -> bool:
        """Whether orders are placed now."""
        return self.phase in ("", "planning")


class AboutData(FrozenStruct, forbid_unknown_fields=True, rename="kebab"):
    """What people are told of a keyword: what it is for (`purpose`), what stands in an `entry`, and lines of an
    `example` in English; all but the example to be translated.

    `path` leads to what it fills, the attributes of a sheet with points between them. `editions` have it, by what they
    know, and further `examples` by that too. `module` is the optional part of the rules that brings it in editions that
    have it as one; `rare`: most turns need it not, so that the page shows it further down.
    """

    words: Said
    path: str = ""
    purpose: str = ""
    entry: str = ""
    example: str = ""
    examples: dict[str, str] = {}
    editions: str = ""
    module: str = ""
    rare: bool = False


class StatementData(AboutData):
    """A keyword, and what its entries fill at its path: rules, other values or a condition.

    Of rules, `fields` are theirs, with the words before them, and perhaps what people are told of their clause;
    `fields_editions` have some of them. `run` are fields that may stand without words of their own, in that order;
    `subject` those that may stand before a colon, for all alternatives. `empty` is written where nothing else is said.
    `comma`: after a clause a comma may also begin the next alternative. `after` are fields that never begin an entry of
    a line of its own: the line goes on the one before, and behind a semicolon they are said of all alternatives before
    it. `assumed` is meant of fields that must be said where they are not. `leading`: the subject may also stand first
    without a colon, by whole names. `bare` are fields that are read without words of their own too, and written with
    them; `close` those that are written without a comma before them. `once`: of rules that agree in these fields the
    first without a condition counts alone, so that another entry with one contradicts it; None: rules are a list by
    liking. `single`: each rule is written on a line of its own, all fields with their words. `sorts`: of these alone
    are names in its rules, besides words of the tables `also`.

    `variants` are other paths that entries fill, chosen by words before them. `leads`: an entry that begins with these
    words is one of the statement of that path; so with `opens`, whose words are the first of what that statement reads.
    `keeps`: after a semicolon words that are keywords may begin an entry of it; they may name tables, as
    `raven: {picks.top}`. `heading`: as which it is written, if not by its first word. `commas`: entries may be parted
    by commas too; `bare_lines`: a line without any keyword may be an entry of it; `before_key` are words that may stand
    before a key; with a `fixed` key only what is put there is said. `value_first` are words between a number and the
    key, where the number is said before it: `3 on the throne`. `needs`: its keyword in small letters counts only before
    one of these words, for it is a word of the game besides. In words of people's own it is meant without its keyword
    where a name of one of the sorts `evident` comes, and where words of its fields `cues` come; in these
    `phases` of a round, if any are given; `details` are the paths of what more is said of an order, by its kind. An
    `everyday` keyword counts only in documented form. A rule with the field `ends` and without a
    condition is the last, so that another entry contradicts it. `topic` is what its subject is, unless it is said,
    where the topic of the turn is named. Where a turn asks its section, letters say what for by `outline`, and have
    `line` as an example, if the game says them so. `decisions` are the kinds that it answers, each
    with the field that an entry is about; where several such decisions agree in that, the next field (a word that is no
    field stands for itself). `declined` is what
    an entry says where nothing is chosen, if choices need not be made, `accepted` what is meant by a mere yes.
    """

    fields: dict[str, Said] = {}
    sorts: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    run: tuple[str, ...] = ()
    subject: tuple[str, ...] = ()
    bare: tuple[str, ...] = ()
    close: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    once: tuple[str, ...] | None = None
    assumed: dict[str, Any] = {}
    empty: Said = NONE
    comma: bool = False
    leading: bool = False
    single: bool = False
    variants: dict[str, Said] = {}
    leads: Phrases[str] = NO_WORDS
    opens: Phrases[str] = NO_WORDS
    keeps: tuple[str, ...] = ()
    heading: Said | None = None
    before_key: Phrases[str] = NO_WORDS
    value_first: Phrases[str] = NO_WORDS
    fixed: str = ""
    needs: Phrases[str] = NO_WORDS
    commas: bool = False
    bare_lines: bool = False
    fields_editions: dict[str, str] = {}
    evident: tuple[str, ...] = ()
    phases: tuple[str, ...] = ()
    details: dict[str, str] = {}
    cues: tuple[str, ...] = ()
    everyday: bool = False
    ends: str = ""
    topic: str = ""
    outline: str = ""
    line: str = ""
    decisions: dict[str, tuple[str, ...]] = {}
    declined: str = ""
    accepted: str = ""

    @property
    def helps(self) -> dict[str, str]:
        """What people are told of its fields, by name."""
        return {name: words.told for name, words in self.fields.items() if words.told}

    def messages(self) -> Iterator[str]:
        """What people are told of it, in English."""
        yield from filter(None, (self.purpose, self.entry, self.outline, *self.helps.values()))


class BehalfData(AboutData):
    """Sheets within the sheet as data: the words before them, and statements that no other sheet has. `headings` are
    words beside the name of whom they are for above lines of people's own, in which names of some `sorts` mean those of
    others."""

    statement: tuple[StatementData, ...] = ()
    headings: Said = Said((), (), ())
    sorts: dict[str, str] = {}


class GrammarData(FrozenStruct, forbid_unknown_fields=True):
    """All of a game: tables of words by name, statements in the order in which they are written, a sample sheet in
    English for people to see what one looks like. `vocabulary` has beginnings of words that speak of the game and are
    no names, by kind (`remarks.py`); `offered` are fields of questions that hold what may be answered, or attributes
    of things in them; `otherwise` are phrases of people's own by the documented words in the place of which they
    stand, `rephrased` patterns of such words with what is written for them; `retired` the keywords of old releases that
    are refused, by what is written instead."""

    sample: str
    statement: tuple[StatementData, ...]
    words: dict[str, dict[str, Said]]
    vocabulary: dict[str, Said] = {}
    otherwise: dict[str, Said] = {}
    offered: tuple[str, ...] = ()
    rephrased: tuple[tuple[str, str], ...] = ()
    retired: Phrases[str] = NO_WORDS
    behalf: BehalfData | None = None

    def messages(self) -> Iterator[str]:
        """What people are told of the statements, in English, for the catalogs."""
        for one in self.statement:
            yield from one.messages()
        if self.behalf is not None:
            yield from (self.behalf.purpose, self.behalf.entry)


class Statement(StatementData, dict=True):
    """A statement of one class of sheets, with what only the code of its game knows.

    `key` reads keys, `value` what stands there if it is no rule. `kind` is the class of its rules, `values` what their
    fields hold. `half`: whether too little is said for who writes as people speak, by the names of what is said.
    `implied` is what is meant by fields that are said, with those that they imply. `aside`: what a rule says besides
    what `or` parts it from others for, which must be the same in all; None for a rule beside any. `kept` are words that
    may begin an entry although they are keywords.
    """

    key: Any = None
    value: Any = None
    kind: Any = None
    values: dict[str, Any] = {}
    half: Callable[[Mapping[str, Any]], bool] = lambda said: False
    implied: Callable[[dict[str, Any]], dict[str, Any]] = lambda said: said
    aside: Callable[[Any], Any] | None = None
    kept: frozenset[str] = frozenset()

    @property
    def shape(self) -> Shape:
        """What it fills."""
        if self.kind is not None:
            return "rules-by-key" if self.key is not None or self.fixed else "rules"
        if self.value is not None:
            return "one-by-key" if self.key is not None else "row"
        return "condition"

    def either(self, rules: Sequence[Any]) -> bool:
        """Whether rules parted by `or` are plainly alternatives: what one says besides all say, none a condition that
        may be meant of those before it too."""
        aside = self.aside or (lambda rule: [getattr(rule, name) for name in self.defaults if name not in beside])
        beside = {*self.run, "when"}
        said = [found for found in map(aside, rules) if found is not None]
        return all(one == said[0] for one in said) and rules[-1].when is None

    @cached_property
    def clauses(self) -> Phrases[str]:
        """The words before fields; of a word that several share the first."""
        return Phrases(self.fields.items(), shared=True)

    @cached_property
    def shared(self) -> frozenset[str]:
        """The first fields whose words others have too: what follows says which is meant."""
        words = [(self.clauses.known[spelt(word)], name) for name, one in self.fields.items() for word in one.every()]
        return frozenset(first for first, name in words if first != name)

    @cached_property
    def going_on(self) -> Phrases[str]:
        """The words before fields that go on what stands before."""
        return phrases({name: self.fields[name] for name in self.after})

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

    @cached_property
    def chosen(self) -> Phrases[str]:
        """The paths by the words that choose them."""
        return phrases(self.variants)

    @cached_property
    def first_example(self) -> str:
        """An entry that is read, with its keyword, in English; empty for none."""
        line = self.example.partition("\n")[0]
        return line.partition(";")[0] if '"' not in line else ""

    @cached_property
    def guard(self) -> frozenset[str]:
        """Words that mean something besides names in its entries."""
        words = [*self.variants.values(), NONE]
        if self.kind is not None:
            bare = (*self.run, *self.subject)
            words += [self.empty, *self.fields.values(), *(word for name in bare for word in self.values[name].words())]
        found = {spelt(word) for one in words for word in one.every()}
        return frozenset(found.union(self.leads.known, IF.known, ELSE.known, AND.known))

    @cached_property
    def name_sorts(self) -> tuple[str, ...]:
        """The sorts of all names in its entries, those of what it is about last."""
        values = [one for one in (self.value, *self.values.values(), self.key) if one is not None]
        return tuple(dict.fromkeys(sort for value in values for sort in value.every_sort()))

    @cached_property
    def cue_words(self) -> frozenset[str]:
        """The words that make it evident without its keyword."""
        before = (self.fields[name] for name in self.cues if name not in self.subject)
        return self._words_of(self.cues) | {spelt(word) for one in before for word in one.every()}

    @cached_property
    def subject_words(self) -> frozenset[str]:
        """The words of its subject where words of people's own must say one."""
        return self._words_of(self.subject) if self.cues and not self.leading else frozenset()

    def _words_of(self, names: Iterable[str]) -> frozenset[str]:
        """The words of some fields' values; those before it of a value that has none."""
        values = {name: self.values[name] for name in names}
        every = (one.words() or ([] if one.loose else [self.fields[name]]) for name, one in values.items())
        return frozenset(spelt(word) for words in every for one in words for word in one.every())

    @cached_property
    def firm_words(self) -> frozenset[str]:
        """The words that say something here although they say nothing elsewhere: `my` in `my lowest`."""
        return self._words_of(self.run) if self.cues else frozenset()

    @cached_property
    def single_words(self) -> frozenset[str]:
        """The single words that mean something in its entries, besides names."""
        values = [one for one in (self.key, self.value, *self.values.values()) if one is not None]
        every = [
            *self.fields.values(),
            *(one for value in values for one in value.words()),
            *COMMON["quantity"].values(),
        ]
        texts = {spelt(word) for one in every for word in one.every()}
        texts.update(self.before_key.known, self.value_first.known, ELSE.known, self.opens.known, self.chosen.known)
        if self.kind is not None:
            texts |= self.guard
        return frozenset(word for text in texts for word in text.split())


class Behalf(BehalfData, kw_only=True):
    """Sheets of a class within the sheet, by whom they are for: `FOR martell: ...`."""

    key: Any
    kind: type[Any]
    statements: tuple[Statement, ...]


@dataclass(frozen=True)
class Notation:
    """A family's notation, of its `data`. `tongue` gives what it knows of a game with these modules; `silent` are
    attributes that places do not name (`raids.areas.pyke` is `raids.pyke`); `read` and `write` are its sheets' JSON;
    `seat` is what a house sees in an edition, on a board if there is one.
    `editions` are tests for editions that know something, by its name."""

    data: GrammarData
    sheet: type[Any]
    statements: tuple[Statement, ...]
    tongue: Callable[[Any, Collection[str]], Tongue]
    read: Callable[[bytes, Any, tuple[str, ...]], Any]
    write: Callable[[Any], bytes]
    behalf: Behalf | None = None
    silent: frozenset[str] = frozenset()
    seat: Callable[[Any, str, Any], SeatFacts] = lambda edition, house, board: SeatFacts()
    editions: Mapping[str, Callable[[Any], bool]] = field(default_factory=dict)

    def knows(self, edition: Any, name: str) -> bool:
        """Whether an edition knows something; nothing (an empty name) is known to all."""
        return not name or self.editions[name](edition)

    @cached_property
    def keywords(self) -> Phrases[Statement]:
        """The statements by their words."""
        return Phrases((one, one.words) for one in self.statements)

    @cached_property
    def otherwise(self) -> dict[tuple[str, ...], str]:
        """What is written in the place of phrases of people's own."""
        table = self.data.otherwise.items()
        every = ((meant, text) for meant, one in table for text in (*filter(None, [meant]), *one.every()))
        # Italian articles stand apart from vowels as well.
        phrases = ((meant, form.split()) for meant, text in every for form in (text, text.replace("l'", "la ")))
        return {tuple(" ".join(map(spelt, words)).split()): meant for meant, words in phrases}

    @cached_property
    def rephrased(self) -> list[tuple[re.Pattern[str], str]]:
        """Patterns of documented words in the order that people give them, with what is written for them."""
        return [(re.compile(pattern), words) for pattern, words in self.data.rephrased]

    def rephrase(self, text: str) -> str:
        """Documented words in the order that people give them, in documented order."""
        for pattern, words in self.rephrased:
            text = pattern.sub(words, text)
        return text

    @cached_property
    def behalf_keywords(self) -> Phrases[Statement]:
        """The statements of sheets within the sheet."""
        return Phrases((one, one.words) for one in (self.behalf.statements if self.behalf is not None else ()))

    @cached_property
    def behalf_words(self) -> Phrases[str]:
        """The words before sheets within the sheet."""
        return phrases({"": self.behalf.words}) if self.behalf is not None else NO_WORDS

    @cached_property
    def beginnings(self) -> frozenset[str]:
        """Words with which a line begins something new, so that none that goes on may."""
        tables: list[Phrases[Any]] = [self.keywords, self.behalf_keywords, self.behalf_words, COMMANDS, STANDING]
        return frozenset().union(*(table.begins for table in tables))

    @cached_property
    def every_word(self) -> frozenset[str]:
        """The single words of all statements, besides names."""
        words = {word for text in self.beginnings for word in text.split()}
        return frozenset(words.union(*(one.single_words for one in self.statements), IF.begins))

    def prompts(self, waiting: Collection[Decision]) -> tuple[str, ...]:
        """How lines that answer these decisions begin, each up to the colon behind what it is about."""
        return tuple(dict.fromkeys(prompt for decision in waiting for prompt in self._prompts(decision, waiting)))

    def questions(self, waiting: Collection[Decision]) -> tuple[Prompt, ...]:
        """The questions of these decisions that one line answers, with what they leave; none if they are several."""
        for decision in waiting if len(waiting) == 1 else ():
            texts = tuple(self._prompts(decision, waiting))
            fields = {one.name: getattr(decision, one.name) for one in msgspec.structs.fields(type(decision))}
            plain = next(filter(None, (_offered(decision, path) for path in self.data.offered)), ())
            about = frozenset(
                one for name, one in fields.items() if isinstance(one, str) and name not in ("id", "seat")
            )
            return tuple(Prompt(text, plain, about) for text in texts if len(texts) == 1)
        return ()

    def _prompts(self, decision: Decision, waiting: Collection[Decision]) -> Iterator[str]:
        kind, whose = kind_of(decision), ""
        statement = next((one for one in self.statements if kind in one.decisions), None)
        if self.behalf is not None and decision.house != decision.seat:
            shared = next((one for one in self.behalf.statements if kind in one.decisions), None)
            if shared is not None:
                statement, whose = shared, f"{self.behalf.words.en[0].upper()} {decision.house}: "
        if statement is None:
            return
        beginning = whose + statement.words.en[0].upper()
        fields = statement.decisions[kind]
        if not fields:
            yield beginning
            return
        others = [one for one in waiting if type(one) is type(decision) and one is not decision]
        about = [(name, getattr(decision, name, name)) for name in fields]
        apart = (what for name, what in about if what and all(getattr(one, name, "") != what for one in others))
        keys = next(apart, about[0][1])
        yield from (f"{beginning} {key}:" for key in ([keys] if isinstance(keys, str) else keys))

    def place(self, path: str, behalf: str = "") -> str:
        """A path as places in a sheet name it."""
        steps = [step for step in path.split(".") if step not in self.silent]
        if behalf and self.behalf:
            steps = [self.behalf.path, behalf, *steps]
        return ".".join(steps)


def _offered(decision: Decision, path: str) -> tuple[str, ...]:
    """The ids that a field of a question offers: those in it, or of its things by an attribute (`choices.card`)."""
    name, _, inner = path.partition(".")
    found = (getattr(one, inner, "") if inner else one for one in getattr(decision, name, ()))
    return tuple(dict.fromkeys(one for one in found if one and isinstance(one, str)))
