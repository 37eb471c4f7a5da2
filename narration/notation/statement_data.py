"""A family's statements, read from TOML; field values follow from annotations."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from adjudicator.engine.decision import FrozenStruct
from adjudicator.engine.sheet.fields import Ids, Text
from narration.notation.amounts import Amount, Number, Units
from narration.notation.grammar import Behalf, GrammarData, Statement, StatementData
from narration.notation.values import Flag, Listed, Name, Value, WordChoice
from narration.notation.words import Sorts, Wording, phrases, spelt, wording

SHARED = "shared"
_TABLE = re.compile(r"\{([\w-]+)(?:\.([\w-]+))?\}")


def word_decoder(words: Mapping[str, Mapping[str, Any]]) -> Callable[[Any, Any], Any]:
    """Return msgspec's `dec_hook` for the words of a grammar.

    It reads English, Italian and Spanish texts, or the name of words in these tables (`keep`, `use.never`), each with
    optional help. Raises KeyError for an unknown name.
    """

    def convert(kind: Any, data: Any) -> Any:
        if kind is not Wording:
            every = data if isinstance(data, dict) else {"": data}
            return phrases({meant: convert(Wording, phrase) for meant, phrase in every.items()})
        match data:
            case str():
                table, _, name = data.rpartition(".")
                return convert(kind, words[table or SHARED][name])
            case [name, help_text]:
                phrase = convert(kind, name)
                return Wording(phrase.en, phrase.it, phrase.es, help_text=help_text)
        return data if isinstance(data, Wording) else wording(*data)

    return convert


def read_grammar(path: Path) -> GrammarData:
    """The data of a file. Raises ValueError if it has another form."""
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    return msgspec.convert(tables, GrammarData, dec_hook=word_decoder(tables["words"]))


class Vocabulary(FrozenStruct):
    """Makes the statements of a game's sheets from its data.

    What data cannot say: `sorts` are values of ids of these sorts, `keys` those of keys and of names in a row; `named`
    those of statements with `sorts` of their own. `fields` are values of single fields, by class or path; `rivals` are
    sorts that may be meant behind a comma in a list as well. `rules` has `half`, `implied` and `aside` of statements,
    by the class of their rules.
    """

    data: GrammarData
    sorts: Mapping[Sorts, Callable[[Mapping[str, Wording]], Value]] = {}
    keys: Mapping[Sorts, Value] = {}
    named: Callable[[Sorts, Mapping[str, Wording]], Value] = lambda sorts, also: Name(*sorts, also=also)
    fields: Mapping[tuple[Any, str], Value] = {}
    rivals: Mapping[tuple[type, str], Sorts] = {}
    rules: Mapping[type, Mapping[str, Any]] = {}

    def statements(self, sheet: type[Any]) -> tuple[Statement, ...]:
        """The statements about the sections that a class of sheets has."""
        first_steps = ((_path(entry).partition(".")[0], entry) for entry in self.data.statement)
        return tuple(self.statement(entry, sheet) for step, entry in first_steps if step in sheet.__struct_fields__)

    def behalf(self, kind: type[Any], key: Value) -> Behalf:
        """Return the nested sheets of this class: own and shared statements."""
        data = self.data.behalf
        assert data is not None
        own = tuple(self.statement(statement, kind) for statement in data.statement)
        paths = {statement.path for statement in own}
        shared = (statement for statement in self.statements(kind) if statement.path not in paths)
        return Behalf(**msgspec.structs.asdict(data), key=key, kind=kind, statements=(*own, *shared))

    def statement(self, entry: StatementData, sheet: type[Any]) -> Statement:
        """A statement about a section of a class of sheets."""
        key, value, rule = self._section_types(entry, sheet)
        return Statement(
            **msgspec.structs.asdict(entry),
            key=None if entry.fixed else key,
            value=value,
            kind=rule,
            values={name: self._value(entry, rule, name) for name in entry.fields},
            kept=frozenset(spelt(word) for text in entry.keeps for word in self._spelled_out(text)),
            **self.rules.get(rule, {}),
        )

    def _spelled_out(self, text: str) -> Iterator[str]:
        """A text, or one for each word of the table that it names."""
        table = _TABLE.search(text)
        if table is None:
            yield text
            return
        words = self.data.words[table[1]]
        for meant in [table[2]] if table[2] else words:
            yield from (text.replace(table[0], word) for word in words[meant].every())

    def _section_types(self, entry: StatementData, sheet: type[Any]) -> tuple[Value | None, Value | None, Any]:
        """Return how a statement's key and value are typed, and its rules' class.
        Each is None where the statement has none."""
        hint: Any = sheet
        for step in _path(entry).split("."):
            hint = _hints(hint)[step]
            if get_origin(hint) is Annotated and _kind(hint) is None:
                hint = hint.__origin__
        key = None
        if get_origin(hint) is dict:
            keys, hint = get_args(hint)
            key = self._key(keys)
        if (entry.path, "") in self.fields:
            return key, self.fields[entry.path, ""], None
        if get_origin(hint) is tuple:
            inner = get_args(hint)[0]
            if isinstance(inner, type) and issubclass(inner, msgspec.Struct):
                return key, None, inner
            return key, Listed(self._key(inner)), None
        return key, None if isinstance(_kind(hint), Text) else self._value_of_type(hint, entry, ""), None

    def _key(self, hint: Any) -> Value:
        kind = _kind(hint)
        return self.keys[kind.sorts if isinstance(kind, Ids) else ()]

    def _value(self, entry: StatementData, kind: Any, name: str) -> Value:
        """How the field of a rule is typed."""
        own = self.fields.get((kind, name)) or self.fields.get((entry.path, name))
        return own or self._value_of_type(_hints(kind)[name], entry, name, self.rivals.get((kind, name), ()))

    def _value_of_type(self, hint: Any, entry: StatementData, name: str, rivals: Sorts = ()) -> Value:
        """Return how a field of this type is typed.
        `name` is the field, `rivals` the sorts of names that may begin the next alternative of a list."""
        inner = get_args(hint)
        match get_origin(hint):
            case origin if origin is Annotated:
                kind = _kind(hint)
                if isinstance(kind, Text):
                    return Amount()
                return self._value_of_type(hint.__origin__, entry, name) if kind is None else self._name(kind)
            case origin if origin in (Union, UnionType):
                return self._value_of_type(next(entry for entry in inner if entry is not type(None)), entry, name)
            case origin if origin is tuple:
                if entry.sorts:
                    also = {word: phrase for table in entry.also for word, phrase in self.data.words[table].items()}
                    return Listed(self.named(entry.sorts, also))
                return Listed(self._value_of_type(inner[0], entry, name), rivals=rivals)
            case origin if origin is dict:
                return Units()
        if name in self.data.words and (hint is bool or get_origin(hint) is Literal):
            words = self.data.words[name]
            return WordChoice({meant == "true" if hint is bool else meant: phrase for meant, phrase in words.items()})
        return Flag() if hint is bool else Number()

    def _name(self, kind: Ids) -> Value:
        also = {word: self.data.words["names"][word] for word in kind.also if word}
        make = self.sorts.get(kind.sorts)
        if make is not None:
            return make(also)
        return Name(*kind.sorts, also=also, own=kind.near == "own", around=kind.near == "around")


def _path(entry: StatementData) -> str:
    return entry.path or next(iter(entry.variants))


def _kind(hint: Any) -> Any:
    """What a type is marked to hold, Ids or Text; None without a mark."""
    return next((extra for extra in getattr(hint, "__metadata__", ()) if isinstance(extra, Ids | Text)), None)


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)
