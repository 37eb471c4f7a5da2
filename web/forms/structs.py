"""Structs as fields of a form, and back: each field by its type, and rows of rules by a table of how they differ."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT

from web.forms.fields import plainly


class Codec(NamedTuple):
    """How a value is read from the fields at a place, given what it is where nothing stands, and how it is written."""

    read: Callable[[Any, str, Any], Any]
    write: Callable[[Any, str, Any], None]


def _or(found: Any, usual: Any) -> Any:
    return usual if found is None else found


def _words(form: Any, at: str, usual: Any) -> dict[str, str]:
    return {key: word for key in form.keys(at) if (word := form.one(f"{at}.{key}"))}


def _write_words(out: Any, at: str, value: Mapping[str, str]) -> None:
    for key, word in value.items():
        out.one(f"{at}.{key}", word)


ONE = Codec(lambda form, at, usual: form.one(at) or usual, lambda out, at, value: out.one(at, value))
MANY = Codec(lambda form, at, usual: form.many(at), lambda out, at, value: out.many(at, value))
COUNT = Codec(lambda form, at, usual: _or(form.count(at), usual), ONE.write)
AMOUNT = Codec(lambda form, at, usual: _or(form.amount(at), usual), lambda out, at, value: out.amount(at, value))
FLAG = Codec(lambda form, at, usual: bool(form.one(at)), lambda out, at, value: out.one(at, "1" if value else None))
COUNTS = Codec(lambda form, at, usual: form.counts(at), lambda out, at, value: out.counts(at, value))
WORDS = Codec(_words, _write_words)
CONDITION = Codec(lambda form, at, usual: form.when(at), lambda out, at, value: out.when(at, value))
_PLAIN: Mapping[Any, Codec] = {str: ONE, str | None: ONE, int: COUNT, bool: FLAG}
_BY_KEY: Mapping[Any, Codec] = {int: COUNTS, str: WORDS}


class Do(NamedTuple):
    """The field `do` of a row: `some` where the list `field` is filled, `none` where it is empty, or `wait`. Who says
    `some` and names nothing is asked for it `at` a field, once anything else is said; without words for that it is
    `none`."""

    field: str
    some: str
    none: str
    wait: str = ""
    asks: str = ""
    at: str = ""


class Row(NamedTuple):
    """How the row of a rule differs from its fields.

    `words`: for yes or no the field's name in the form, and its words for both; `always`: written even where they are
    as usual, so that no rule is a blank row, and so is what `also` gives for a rule; `needs`: one of these must be
    filled, as a fault `asks`, and a rule without is left out; `mark`: what `do` says of a row in which nothing else
    need stand; `bare`: the field that says nothing alone; `blank`: a rule in which all
    is as usual is left out; `finish` looks over what was read; `own` reads and writes the
    whole row.
    """

    do: Do | None = None
    words: Mapping[str, tuple[str, str, str]] = {}
    always: tuple[str, ...] = ()
    also: Callable[[Any], tuple[str, ...]] = lambda rule: ()
    needs: tuple[str, ...] = ()
    asks: str = ""
    mark: str = ""
    bare: str = ""
    blank: bool = False
    finish: Callable[[Any, str, dict[str, Any]], None] | None = None
    own: tuple[Callable[[Any, str], Any], Callable[[Any, str, Any], None]] | None = None


class _Field(NamedTuple):
    name: str
    said: str
    codec: Codec
    usual: Any


class Structs:
    """Reads and writes structs whose rules are rows of a table; `named` are codecs of fields by their names, `typed` by
    their types."""

    def __init__(
        self, rows: Mapping[type, Row], named: Mapping[str, Codec], typed: Mapping[Any, Codec] | None = None
    ) -> None:
        self._rows, self._named, self._typed = rows, {"when": CONDITION, **named}, {**_PLAIN, **(typed or {})}
        self._known: dict[type, list[_Field]] = {}

    def read(self, kind: type, form: Any, at: str = "") -> Any:
        """A part of a sheet from the fields below a place."""
        return kind(**self.values(kind, form, f"{at}." if at else ""))

    def values(self, kind: type, form: Any, place: str, besides: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """The fields of a struct below a place, by their names; `besides` those."""
        skipped = besides or {}
        return {
            field.name: field.codec.read(form, f"{place}{field.said}", field.usual)
            for field in self._fields(kind)
            if field.name not in skipped
        }

    def write(self, out: Any, at: str, value: Any) -> None:
        """The fields of a part of a sheet, below a place."""
        for field in self._fields(type(value)):
            field.codec.write(out, f"{at}.{field.said}" if at else field.said, getattr(value, field.name))

    def usual_word(self, kind: type, name: str) -> str:
        """What a field of a rule says in a form before anybody chooses, if that is a word."""
        row = self._rows.get(kind, Row())
        if name == "do" and row.do is not None:
            return row.do.some
        words = (field.usual for field in self._fields(kind) if field.said == name and isinstance(field.usual, str))
        return next(words, "")

    def _fields(self, kind: Any) -> list[_Field]:
        known = self._known.get(kind)
        if known is None:
            hints = get_type_hints(kind)
            others = {name for name in kind.__struct_fields__ if name != "areas"}
            known = self._known[kind] = [
                _Field(one.name, one.encode_name, self._codec(one.name, hints[one.name], others), _usual(one))
                for one in msgspec.structs.fields(kind)
            ]
        return known

    def _codec(self, name: str, hint: Any, others: set[str]) -> Codec:
        if name in self._named:
            return self._named[name]
        if hint in self._typed:
            return self._typed[hint]
        inner = get_args(hint)
        match get_origin(hint):
            case origin if origin is Literal:
                return Codec(lambda form, at, usual: form.among(at, inner, usual), ONE.write)
            case origin if origin is tuple and inner[0] is str:
                return MANY
            case origin if origin is tuple and get_origin(inner[0]) is Literal:
                return _several(get_args(inner[0]))
            case origin if origin is tuple:
                return self._listed(inner[0])
            case origin if origin is dict and get_origin(inner[1]) is tuple:
                listed = self._listed(get_args(inner[1])[0])
                return _by_area(listed, others) if name == "areas" else _by_key(listed)
            case origin if origin is dict:
                return _BY_KEY.get(inner[1]) or self._parts(inner[1])
        return Codec(lambda form, at, usual: self.read(hint, form, at), self.write)

    def _listed(self, kind: type) -> Codec:
        needs = self._rows.get(kind, Row()).needs

        def write(out: Any, at: str, rules: Any) -> None:
            said = (rule for rule in rules if not needs or any(getattr(rule, name) for name in needs))
            out.rows(at, said, self.write_row)

        return Codec(
            lambda form, at, usual: form.read_rows(at, lambda form, row: self.read_row(kind, form, row)), write
        )

    def _parts(self, kind: Any) -> Codec:
        """Parts of a sheet like a whole one, by key."""

        def read(form: Any, at: str, usual: Any) -> Any:
            found = {key: plainly(self.read(kind, form.within(f"{at}.{key}"))) for key in form.keys(at)}
            return {key: part for key, part in found.items() if part != kind()}

        def write(out: Any, at: str, parts: Mapping[str, Any]) -> None:
            for key, part in parts.items():
                self.write(out.within(f"{at}.{key}"), "", part)

        return Codec(read, write)

    def read_row(self, kind: Any, form: Any, at: str) -> Any:
        """The rule of a row; None where it says nothing."""
        row = self._rows.get(kind, Row())
        if row.own is not None:
            return row.own[0](form, at)
        if row.bare and form.keys(at) == [row.bare]:
            return None
        usual = {field.name: field.usual for field in self._fields(kind)}
        found = self.values(kind, form, f"{at}.", row.words)
        for name, (field, yes, no) in row.words.items():
            known = (yes, no) if usual[name] else (no, yes)
            found[name] = form.among(f"{at}.{field}", known, known[0]) == yes
        if row.mark:
            form.among(f"{at}.do", (row.mark,), row.mark)
        if row.do is not None and not _do(row.do, form, at, found, usual):
            return None
        if row.finish is not None:
            row.finish(form, at, found)
        if row.needs and not any(found[name] for name in row.needs):
            if found != usual:
                form.fault("missing", row.asks, f"{at}.{row.needs[0]}")
            return None
        return None if row.blank and found == usual else kind(**found)

    def write_row(self, out: Any, at: str, rule: Any) -> None:
        """The fields of one rule."""
        row = self._rows.get(type(rule), Row())
        if row.own is not None:
            row.own[1](out, at, rule)
            return
        waits = set[str]()
        if row.do is not None:
            said = row.do.some if getattr(rule, row.do.field) else row.do.none
            waits = {"wait"} if row.do.wait else waits
            out.one(f"{at}.do", row.do.wait if waits and rule.wait else said)
        out.one(f"{at}.do", row.mark)
        always = (*row.always, *row.also(rule))
        for field in self._fields(type(rule)):
            value = getattr(rule, field.name)
            if field.name in row.words:
                name, yes, no = row.words[field.name]
                out.one(f"{at}.{name}", yes if value else no)
            elif field.name not in waits and (value != field.usual or field.name in always):
                field.codec.write(out, f"{at}.{field.said}", value)


def _usual(field: Any) -> Any:
    """What a field holds where nothing is said."""
    if field.default_factory is not NODEFAULT:
        return field.default_factory()
    return "" if field.default is NODEFAULT else field.default


def _do(do: Do, form: Any, at: str, found: dict[str, Any], usual: Mapping[str, Any]) -> bool:
    """What a row does; False for one that has not said yet what it does it to."""
    known = (do.some, do.none, do.wait) if do.wait else (do.some, do.none)
    said = form.among(f"{at}.do", known, do.some if found[do.field] else do.none)
    if do.asks and said == do.some and not found[do.field]:
        if any(found[name] != usual[name] for name in found):
            form.fault("missing", do.asks, f"{at}.{do.at or do.field}")
        return False
    if said == do.none:
        found[do.field] = usual[do.field]
    if do.wait:
        found["wait"] = said == do.wait
    return True


def _by_key(listed: Codec) -> Codec:
    """Lists of rules by key; keys without rules are left out."""

    def read(form: Any, at: str, usual: Any) -> dict[str, Any]:
        found = {key: listed.read(form, f"{at}.{key}", ()) for key in form.keys(at)}
        return {key: rules for key, rules in found.items() if rules}

    def write(out: Any, at: str, value: Mapping[str, Any]) -> None:
        for key, rules in value.items():
            listed.write(out, f"{at}.{key}", rules)

    return Codec(read, write)


def _by_area(listed: Codec, others: set[str]) -> Codec:
    """Lists of rules by area, which stand beside the `others` of a section: `raids.winterfell[0]`, `raids.sequence`."""

    def read(form: Any, at: str, usual: Any) -> dict[str, Any]:
        section = at.removesuffix(".areas")
        found = {key: listed.read(form, f"{section}.{key}", ()) for key in form.keys(section) if key not in others}
        return {key: rules for key, rules in found.items() if rules}

    return Codec(read, lambda out, at, value: _by_key(listed).write(out, at.removesuffix(".areas"), value))


def _several(known: tuple[str, ...]) -> Codec:
    """Several of some words; a fault for each other word."""

    def read(form: Any, at: str, usual: Any) -> tuple[str, ...]:
        found = form.many(at)
        for word in found:
            if word not in known:
                form.fault("unknown-choice", f"{word!r} is none of {', '.join(known)}", at)
        return tuple(word for word in found if word in known)

    return Codec(read, MANY.write)
