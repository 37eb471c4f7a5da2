"""A family's grammar as data: statements, their fields and their layout."""

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
    Wording,
    phrases,
    spelt,
)

# What a statement fills: rules by a key, rules in a list, one thing by a key, names in a row, or a condition.
Shape = Literal["rules-by-key", "rules", "one-by-key", "row", "condition"]


class Prompt(NamedTuple):
    """A question: how its answer line begins, and the ids it is `about`.
    `options` are the possible answers, if they are few."""

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
    by name; `openings` are documented beginnings of lines that a single word may complete, as `CHOOSE crow-killers:`.
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
    openings: tuple[str, ...] = ()

    def asks_for(self, statement: Statement) -> bool:
        """Whether the turn may ask what a statement says."""
        return self.asks(statement.path) and (not statement.phases or self.phase in statement.phases)

    @property
    def planning(self) -> bool:
        """Whether orders are placed now."""
        return self.phase in ("", "planning")


class AboutData(FrozenStruct, forbid_unknown_fields=True, rename="kebab"):
    """The help for a keyword: its `purpose`, its `entry` and an English `example`.

    All but the example is translated. `path` is the sheet's dotted attribute that it fills. `editions` are tests of
    which editions have it, and further `examples` go by them too. `module` is the optional rule that brings it; `rare`:
    most turns do not need it, so the page shows it further down.
    """

    words: Wording
    path: str = ""
    purpose: str = ""
    entry: str = ""
    example: str = ""
    examples: dict[str, str] = {}
    editions: str = ""
    module: str = ""
    rare: bool = False

    @property
    def keyword(self) -> str:
        """Its first English word, in capitals."""
        return self.words.en[0].upper()


class StatementData(AboutData):
    """A keyword, and what its entries fill: rules, other values or a condition.

    Rules have `fields`, with their leading words and optional help; `fields_editions` restricts some to editions.
    `run`: fields that may stand without words, in that order; `subject`: those that may stand before a colon, for all
    alternatives. `empty` is written where nothing else is said. `comma`: after a clause a comma may also begin the next
    alternative. `after`: fields that never begin an entry on a line of its own; the line continues the one before, and
    behind a semicolon they apply to all alternatives before it. `assumed`: values of required fields that are omitted.
    `leading`: the subject may also stand first without a colon, by whole names. `bare`: fields read without words too,
    but written with them; `close`: those written without a comma before them. `once`: of rules that agree in these
    fields only the first without a condition counts, so another entry with one contradicts it; None: rules are a list
    by preference. `single`: each rule is written on its own line, all fields with words. `sorts`: the only sorts of
    names in its rules, besides words of the tables `also`.

    `variants`: other paths that entries fill, chosen by words before them. `leads`: an entry that begins with these
    words belongs to the statement of that path; likewise `opens`, whose words are the first that this statement reads.
    `keeps`: words that are keywords may begin an entry after a semicolon; they may name tables, as `raven:
    {picks.top}`. `heading`: how it is written, if not by its first word. `commas`: commas may also separate entries;
    `bare_lines`: a line without a keyword may be an entry; `before_key`: words allowed before a key; `fixed`: the key,
    where only the value is said. `value_first`: words between a number and the key behind it: `3 on the throne`.
    `needs`: the keyword in lowercase counts only before one of these words, as it is also a word of the game.

    Free-form lines need no keyword where a name of one of the sorts `evident` or a word of the fields `cues` occurs, in
    these `phases` of a round, if given; `details` are the paths of details of an order, by its kind. An `everyday`
    keyword counts only in documented form. A rule with the field `ends` and without a condition is the last; another
    entry contradicts it. `topic` is the default subject, where the topic of the turn is named. Emails explain a section
    asked for by `outline`, with `line` as an example, if the game has them. `decisions`: the kinds that it answers,
    each with the field that an entry is about; if several such decisions agree in it, the next field (a word that is no
    field stands for itself). `declined`: the entry for no choice, if choices are optional; `accepted`: the meaning of a
    mere yes.
    """

    fields: dict[str, Wording] = {}
    sorts: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    run: tuple[str, ...] = ()
    subject: tuple[str, ...] = ()
    bare: tuple[str, ...] = ()
    close: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    once: tuple[str, ...] | None = None
    assumed: dict[str, Any] = {}
    empty: Wording = NONE
    comma: bool = False
    leading: bool = False
    single: bool = False
    variants: dict[str, Wording] = {}
    leads: Phrases[str] = NO_WORDS
    opens: Phrases[str] = NO_WORDS
    keeps: tuple[str, ...] = ()
    heading: Wording | None = None
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
    """Sheets within the sheet: their leading words and their own statements.
    `headings` are words for their owner above free-form lines, where names of some `sorts` mean the owner's."""

    statement: tuple[StatementData, ...] = ()
    headings: Wording = Wording((), (), ())
    sorts: dict[str, str] = {}


class GrammarData(FrozenStruct, forbid_unknown_fields=True):
    """The grammar of one game: word tables, statements in writing order, a sample.

    `vocabulary`: stems of game words that are no names, by kind (`remarks.py`); `offered`: fields of questions (or
    their attributes) with possible answers; `otherwise`: free-form phrases by the documented words they mean;
    `rephrased`: patterns of such words and replacements; `retired`: old keywords refused, with replacements.
    """

    sample: str
    statement: tuple[StatementData, ...]
    words: dict[str, dict[str, Wording]]
    vocabulary: dict[str, Wording] = {}
    otherwise: dict[str, Wording] = {}
    offered: tuple[str, ...] = ()
    rephrased: tuple[tuple[str, str], ...] = ()
    retired: Phrases[str] = NO_WORDS
    behalf: BehalfData | None = None

    def messages(self) -> Iterator[str]:
        """What people are told of the statements, in English, for the catalogs."""
        for statement in self.statement:
            yield from statement.messages()
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
    half: Callable[[Mapping[str, Any]], bool] = lambda values: False
    implied: Callable[[dict[str, Any]], dict[str, Any]] = lambda values: values
    aside: Callable[[Any], Any] | None = None
    kept: frozenset[str] = frozenset()

    @property
    def shape(self) -> Shape:
        """Return what an entry fills: rules, a value, either by key, or a condition."""
        if self.kind is not None:
            return "rules-by-key" if self.key is not None or self.fixed else "rules"
        if self.value is not None:
            return "one-by-key" if self.key is not None else "row"
        return "condition"

    def either(self, rules: Sequence[Any]) -> bool:
        """Whether rules parted by `or` are plain alternatives: no detail or condition
        of one may apply to those before it too."""
        aside = self.aside or (lambda rule: [getattr(rule, name) for name in self.defaults if name not in beside])
        beside = {*self.run, "when"}
        details = [detail for detail in map(aside, rules) if detail is not None]
        return all(other_detail == details[0] for other_detail in details) and rules[-1].when is None

    @cached_property
    def clauses(self) -> Phrases[str]:
        """The words before fields; of a word that several share the first."""
        return Phrases(self.fields.items(), shared=True)

    @cached_property
    def shared(self) -> frozenset[str]:
        """Return fields that are the first of several with the same words before them.
        What follows these words says which field is meant."""
        words = [(self.clauses.known[spelt(word)], name) for name, text in self.fields.items() for word in text.every()]
        return frozenset(first for first, name in words if first != name)

    @cached_property
    def going_on(self) -> Phrases[str]:
        """Return the words before fields that continue what stands before them."""
        return phrases({name: self.fields[name] for name in self.after})

    @cached_property
    def empties(self) -> Phrases[str]:
        """The words for saying nothing."""
        return phrases({"": self.empty})

    @cached_property
    def defaults(self) -> dict[str, Any]:
        """Return the defaults of fields; required fields are missing."""
        default_values = {}
        for struct_field in msgspec.structs.fields(self.kind):
            if struct_field.default is not msgspec.NODEFAULT:
                default_values[struct_field.name] = struct_field.default
            elif struct_field.default_factory is not msgspec.NODEFAULT:
                default_values[struct_field.name] = struct_field.default_factory()
        return default_values

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
        texts = {spelt(word) for phrase in words for word in phrase.every()}
        return frozenset(texts.union(self.leads.known, IF.known, ELSE.known, AND.known))

    @cached_property
    def name_sorts(self) -> tuple[str, ...]:
        """The sorts of all names in its entries, those of what it is about last."""
        values = [candidate for candidate in (self.value, *self.values.values(), self.key) if candidate is not None]
        return tuple(dict.fromkeys(sort for value in values for sort in value.every_sort()))

    @cached_property
    def cue_words(self) -> frozenset[str]:
        """The words that make it evident without its keyword."""
        before = (self.fields[name] for name in self.cues if name not in self.subject)
        return self._value_words(self.cues) | {spelt(word) for phrase in before for word in phrase.every()}

    @cached_property
    def subject_words(self) -> frozenset[str]:
        """The words of its subject where words of people's own must say one."""
        return self._value_words(self.subject) if self.cues and not self.leading else frozenset()

    def _value_words(self, names: Iterable[str]) -> frozenset[str]:
        """Return the words of fields' values, or those before a value without any."""
        values = {name: self.values[name] for name in names}
        every = (entry.words() or ([] if entry.loose else [self.fields[name]]) for name, entry in values.items())
        return frozenset(spelt(word) for words in every for entry in words for word in entry.every())

    @cached_property
    def firm_words(self) -> frozenset[str]:
        """Return words with a meaning here that are filler elsewhere: `my` in `my lowest`."""
        return self._value_words(self.run) if self.cues else frozenset()

    @cached_property
    def single_words(self) -> frozenset[str]:
        """The single words that mean something in its entries, besides names."""
        values = [entry for entry in (self.key, self.value, *self.values.values()) if entry is not None]
        every = [
            *self.fields.values(),
            *(entry for value in values for entry in value.words()),
            *COMMON["quantity"].values(),
        ]
        texts = {spelt(word) for entry in every for word in entry.every()}
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
    """A family's notation, made from `data`; `editions` are named edition tests.
    `tongue`: names of a game with these modules; `silent`: attributes left out of places (`raids.areas.pyke` is
    `raids.pyke`); `read` and `write`: the sheets' JSON; `seat`: what a house sees."""

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
        return Phrases((statement, statement.words) for statement in self.statements)

    @cached_property
    def otherwise(self) -> dict[tuple[str, ...], str]:
        """What is written in the place of phrases of people's own."""
        table = self.data.otherwise.items()
        every = ((meant, text) for meant, phrase in table for text in (*filter(None, [meant]), *phrase.every()))
        # Italian articles stand apart from vowels as well.
        phrases = ((meant, form.split()) for meant, text in every for form in (text, text.replace("l'", "la ")))
        return {tuple(" ".join(map(spelt, words)).split()): meant for meant, words in phrases}

    @cached_property
    def rephrased(self) -> list[tuple[re.Pattern[str], str]]:
        """Return patterns of documented words in other orders, with replacements."""
        return [(re.compile(pattern), words) for pattern, words in self.data.rephrased]

    def rephrase(self, text: str) -> str:
        """Documented words in the order that people give them, in documented order."""
        for pattern, words in self.rephrased:
            text = pattern.sub(words, text)
        return text

    @cached_property
    def behalf_keywords(self) -> Phrases[Statement]:
        """The statements of sheets within the sheet."""
        return Phrases((entry, entry.words) for entry in (self.behalf.statements if self.behalf is not None else ()))

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
        return frozenset(words.union(*(statement.single_words for statement in self.statements), IF.begins))

    def prompts(self, waiting: Collection[Decision]) -> tuple[str, ...]:
        """Return the starts of answer lines for these decisions, up to the colon."""
        return tuple(dict.fromkeys(prompt for decision in waiting for prompt in self._prompts(decision, waiting)))

    def questions(self, waiting: Collection[Decision]) -> tuple[Prompt, ...]:
        """Return the questions answered by one line; none if the decisions are several."""
        for decision in waiting if len(waiting) == 1 else ():
            texts = tuple(self._prompts(decision, waiting))
            fields = {field.name: getattr(decision, field.name) for field in msgspec.structs.fields(type(decision))}
            plain = next(filter(None, (_offered_ids(decision, path) for path in self.data.offered)), ())
            about = frozenset(
                value for name, value in fields.items() if isinstance(value, str) and name not in ("id", "seat")
            )
            return tuple(Prompt(text, plain, about) for text in texts if len(texts) == 1)
        return ()

    def _prompts(self, decision: Decision, waiting: Collection[Decision]) -> Iterator[str]:
        """Yield the starts of lines that answer a decision, up to the colon.
        The key is a field that sets it apart from the others `waiting`."""
        kind, behalf_prefix = kind_of(decision), ""
        statement = next((candidate for candidate in self.statements if kind in candidate.decisions), None)
        if self.behalf is not None and decision.house != decision.seat:
            shared = next((candidate for candidate in self.behalf.statements if kind in candidate.decisions), None)
            if shared is not None:
                statement, behalf_prefix = shared, f"{self.behalf.keyword} {decision.house}: "
        if statement is None:
            return
        beginning = behalf_prefix + statement.keyword
        fields = statement.decisions[kind]
        if not fields:
            yield beginning
            return
        others = [candidate for candidate in waiting if type(candidate) is type(decision) and candidate is not decision]
        about = [(name, getattr(decision, name, name)) for name in fields]
        apart = (what for name, what in about if what and all(getattr(other, name, "") != what for other in others))
        keys = next(apart, about[0][1])
        yield from (f"{beginning} {key}:" for key in ([keys] if isinstance(keys, str) else keys))

    def place(self, path: str, behalf: str = "") -> str:
        """Return a path as places in a sheet name it, on `behalf` of a house if given."""
        steps = [step for step in path.split(".") if step not in self.silent]
        if behalf and self.behalf:
            steps = [self.behalf.path, behalf, *steps]
        return ".".join(steps)


def _offered_ids(decision: Decision, path: str) -> tuple[str, ...]:
    """Return the ids that a question's field offers, or an attribute (`choices.card`)."""
    name, _, inner = path.partition(".")
    options = (getattr(option, inner, "") if inner else option for option in getattr(decision, name, ()))
    return tuple(dict.fromkeys(option for option in options if option and isinstance(option, str)))
