"""A family's statements as data, read from TOML, and the values of their fields, which follow from annotations."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from adjudicator.engine.sheet.fields import Ids, Text
from narration.notation.amounts import Amount, Number, Units
from narration.notation.grammar import (
    NO_WORDS,
    Behalf,
    BehalfData,
    Field,
    Layout,
    Spelled,
    SpelledField,
    Statement,
    StatementData,
    Variant,
)
from narration.notation.values import Flag, Listed, Name, OneOf, Value
from narration.notation.words import NONE, Phrases, Said, Sorts, phrases, said

SHARED = "shared"
_TABLE = re.compile(r"\{([\w-]+)(?:\.([\w-]+))?\}")


class GrammarData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of a game: tables of words by name, statements in the order in which they are written, a sample sheet."""

    sample: str
    statement: tuple[StatementData, ...]
    words: dict[str, dict[str, Spelled]]
    vocabulary: dict[str, Spelled] = {}
    retired: dict[str, Spelled] = {}
    behalf: BehalfData | None = None

    def said(self, spelled: SpelledField) -> Said:
        """Words as they are read and written. Raises KeyError for a name of words that there are none of."""
        if not isinstance(spelled, str):
            return said(*spelled[:3]) if len(spelled) > 2 else self.said(spelled[0])
        table, _, name = spelled.rpartition(".")
        return self.said(self.words[table or SHARED][name])

    def table(self, name: str) -> dict[str, Said]:
        """The words of a table."""
        return self.all_said(self.words[name])

    def all_said(self, words: Mapping[str, Spelled]) -> dict[str, Said]:
        """Words by what they mean."""
        return {meant: self.said(spelled) for meant, spelled in words.items()}

    def messages(self) -> Iterator[str]:
        """What people are told of the statements, in English, for the catalogs."""
        for one in self.statement:
            yield from one.messages()
        if self.behalf is not None:
            yield from (self.behalf.purpose, self.behalf.entry)


def read_grammar(path: Path) -> GrammarData:
    """The data of a file. Raises ValueError if it has another form."""
    return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), GrammarData)


@dataclass(frozen=True)
class Vocabulary:
    """Makes the statements of a game's sheets from its data.

    What data cannot say: `sorts` are values of ids of these sorts, `keys` those of keys and of names in a row; `named`
    those of statements with `sorts` of their own. `fields` are values of single fields, by class or path; `rivals` are
    sorts that may be meant behind a comma in a list as well. `half`, `implied` and `aside` are those of layouts, by
    class.
    """

    data: GrammarData
    sorts: Mapping[Sorts, Callable[[Mapping[str, Said]], Value]] = field(default_factory=dict)
    keys: Mapping[Sorts, Value] = field(default_factory=dict)
    named: Callable[[Sorts, Mapping[str, Said]], Value] = lambda sorts, also: Name(*sorts, also=also)
    fields: Mapping[tuple[Any, str], Value] = field(default_factory=dict)
    rivals: Mapping[tuple[type, str], Sorts] = field(default_factory=dict)
    half: Mapping[type, Callable[[Mapping[str, Any]], bool]] = field(default_factory=dict)
    implied: Mapping[type, Callable[[dict[str, Any]], dict[str, Any]]] = field(default_factory=dict)
    aside: Mapping[type, Callable[[Any], Any]] = field(default_factory=dict)

    def statements(self, sheet: type[Any]) -> tuple[Statement, ...]:
        """The statements about the sections of a class of sheets."""
        return tuple(self.statement(one, sheet) for one in _in_sheet(self.data.statement, sheet))

    def behalf(self, kind: type[Any], key: Value) -> Behalf:
        """Sheets within the sheet, of this class: their own statements, and those that they share."""
        data = self.data.behalf
        assert data is not None
        own = {one.path for one in data.statement}
        every = (*data.statement, *(one for one in _in_sheet(self.data.statement, kind) if one.path not in own))
        statements = tuple(self.statement(one, kind) for one in every)
        return Behalf(self.data.said(data.words), _path(data.path), key, kind, statements, data)

    def statement(self, one: StatementData, sheet: type[Any]) -> Statement:
        """A statement about a section of a class of sheets."""
        data, path = self.data, _path(one.path)
        variants = tuple(Variant(data.said(words), _path(at)) for at, words in one.variants.items())
        key, value, rule = self._filled(one, sheet, path or variants[0].path)
        return Statement(
            data.said(one.words),
            path,
            self._layout(one, rule) if rule is not None else None,
            None if one.fixed else key,
            value,
            variants,
            leads=phrases({_path(at): words for at, words in data.all_said(one.leads).items()}),
            opens=phrases({_path(at): words for at, words in data.all_said(one.opens).items()}),
            keeps=tuple(word for text in one.keeps for word in self._spelled_out(text)),
            about=one,
            heading=data.said(one.heading) if one.heading else None,
            before_key=phrases({"": data.said(one.before_key)} if one.before_key else {}),
            value_first=phrases({"": data.said(one.value_first)} if one.value_first else {}),
            commas=one.commas,
            bare=one.bare_lines,
            fixed=one.fixed,
            needs=Phrases(("", words) for words in data.table(one.needs).values()) if one.needs else NO_WORDS,
        )

    def _spelled_out(self, text: str) -> Iterator[str]:
        """A text, or one for each word of the table that it names."""
        table = _TABLE.search(text)
        if table is None:
            yield text
            return
        words = self.data.table(table[1])
        for meant in [table[2]] if table[2] else words:
            yield from (text.replace(table[0], word) for word in words[meant].every())

    def _filled(
        self, one: StatementData, sheet: type[Any], path: tuple[str, ...]
    ) -> tuple[Value | None, Value | None, Any]:
        """How the key of what stands at a path is typed, how the value, and the class of its rules if it has any."""
        hint: Any = sheet
        for step in path:
            hint = _bare_hint(_hints(hint)[step])
        key = None
        if get_origin(hint) is dict:
            keys, hint = get_args(hint)
            key = self._key(keys)
        inner = get_args(hint)
        if (one.path, "") in self.fields:
            return key, self.fields[one.path, ""], None
        if get_origin(hint) is tuple and isinstance(inner[0], type) and issubclass(inner[0], msgspec.Struct):
            return key, None, inner[0]
        if get_origin(hint) is tuple:
            return key, Listed(self._key(inner[0])), None
        condition = any(isinstance(extra, Text) for extra in getattr(hint, "__metadata__", ()))
        return key, None if condition else self._of(hint, one, ""), None

    def _key(self, hint: Any) -> Value:
        kind = next((extra for extra in getattr(hint, "__metadata__", ()) if isinstance(extra, Ids)), Ids(()))
        return self.keys[kind.sorts]

    def _layout(self, one: StatementData, kind: type[Any]) -> Layout:
        spelled = {name: self.data.said(words) for name, words in one.fields.items()}
        fields = (Field(name, self._value(one, kind, name), spelled[name], close=name in one.close) for name in spelled)
        same = ("run", "subject", "bare", "after", "once", "assumed", "comma", "leading", "single")
        return Layout(
            kind,
            tuple(fields),
            empty=self.data.said(one.empty) if one.empty else NONE,
            half=self.half.get(kind, lambda values: False),
            implied=self.implied.get(kind, lambda values: values),
            aside=self.aside.get(kind),
            **{name: getattr(one, name) for name in same},
        )

    def _value(self, one: StatementData, kind: Any, name: str) -> Value:
        """How the field of a rule is typed."""
        own = self.fields.get((kind, name)) or self.fields.get((one.path, name))
        if own is not None:
            return own
        return self._of(_hints(kind)[name], one, name, self.rivals.get((kind, name), ()))

    def _of(self, hint: Any, one: StatementData, name: str, rivals: Sorts = ()) -> Value:
        """How what has this type is typed."""
        inner = get_args(hint)
        match get_origin(hint):
            case origin if origin is Annotated:
                kind = next((extra for extra in hint.__metadata__ if isinstance(extra, Ids | Text)), None)
                if isinstance(kind, Text):
                    return Amount()
                return self._of(hint.__origin__, one, name) if kind is None else self._name(kind)
            case origin if origin in (Union, UnionType):
                return self._of(next(one for one in inner if one is not type(None)), one, name)
            case origin if origin is tuple:
                if one.sorts:
                    also = {word: said for table in one.also for word, said in self.data.table(table).items()}
                    return Listed(self.named(one.sorts, also))
                return Listed(self._of(inner[0], one, name), rivals=rivals)
            case origin if origin is dict:
                return Units("unit")
        if name in self.data.words and (hint is bool or get_origin(hint) is Literal):
            words = self.data.table(name)
            return OneOf({meant == "true" if hint is bool else meant: said for meant, said in words.items()})
        return Flag() if hint is bool else Number()

    def _name(self, kind: Ids) -> Value:
        names = self.data.words["names"]
        also = {word: self.data.said(names[word]) for word in kind.also if word}
        make = self.sorts.get(kind.sorts)
        if make is not None:
            return make(also)
        return Name(*kind.sorts, also=also, own=kind.near == "own", around=kind.near == "around")


def _path(text: str) -> tuple[str, ...]:
    return tuple(filter(None, text.split(".")))


def _in_sheet(every: Iterable[StatementData], sheet: type[Any]) -> Iterator[StatementData]:
    """Those about sections that a class of sheets has."""
    sections: Collection[str] = sheet.__struct_fields__
    for one in every:
        if _path(one.path or next(iter(one.variants)))[0] in sections:
            yield one


def _bare_hint(hint: Any) -> Any:
    """A type without marks that say nothing of what it holds."""
    if get_origin(hint) is Annotated and not any(isinstance(extra, Ids | Text) for extra in hint.__metadata__):
        return hint.__origin__
    return hint


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)
