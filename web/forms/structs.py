"""Convert structs to form fields and back: by type, and rules as table rows."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from copy import copy
from typing import Any, Literal, NamedTuple, Self, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT

from adjudicator.engine import Refusal, Refused
from adjudicator.engine.sheet import Text, shape_of
from web.form_values import digits

Fields = dict[str, list[str]]
T = TypeVar("T")
S = TypeVar("S", bound=msgspec.Struct)

MAX_NUMBER = 1000
# More rows than a sheet may have rules; a form with more is not from our page.
MAX_ROWS = 400
# A name longer or deeper than this is none of ours.
MAX_NAME_LENGTH, MAX_NAME_DEPTH = 200, 10
_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d{1,4})\]")


def plainly(part: S) -> S:
    """Return a sheet or part with empty sections set to defaults, so JSON omits them."""
    defaults = type(part)()
    empty = {n: getattr(defaults, n) for n in part.__struct_fields__ if getattr(part, n) == getattr(defaults, n)}
    return msgspec.structs.replace(part, **empty)


class Typed(NamedTuple):
    """How to parse and write conditions and sums in one-line fields of a game."""

    when: Callable[[str], Any]
    condition: Callable[[str], Any]
    amount: Callable[[str], Any]
    condition_text: Callable[[Any], str]
    sum_text: Callable[[Any], str]


class FieldIndex:
    """Index of a form's fields; `filled`: only non-empty ones. Takes linear time."""

    def __init__(self, fields: Mapping[str, Sequence[str]], *, filled: bool) -> None:
        self._keys: dict[str, dict[str, None]] = {}
        self._rows: dict[str, set[int]] = {}
        self._places: set[str] = set()
        for name, values in fields.items():
            if len(name) <= MAX_NAME_LENGTH and (not filled or any(value.strip() for value in values)):
                self._add(name)

    def _add(self, name: str) -> None:
        """Index a field by the rows, keys and places that its name consists of."""
        head = re.split(r"[.\[]", name, maxsplit=1)[0]
        at, place = len(head), head
        self._places.add(place)
        for _ in range(MAX_NAME_DEPTH):
            step = _STEP.match(name, at)
            if step is None:
                break
            if step[1] is not None:
                self._keys.setdefault(place, {})[step[1]] = None
            else:
                self._rows.setdefault(place, set()).add(int(step[2]))
            at, place = step.end(), name[: step.end()]
            self._places.add(place)

    def keys(self, place: str) -> list[str]:
        """Return the keys of the fields `place.<key>...`, in the order of the form.
        `place` is the name of a field, row or section."""
        return list(self._keys.get(place, ()))

    def rows(self, place: str) -> list[int]:
        """Return the numbers of the rows `place[n]` in ascending order.
        `place` is the name of a list of rows."""
        return sorted(self._rows.get(place, ()))

    def __contains__(self, place: str) -> bool:
        """Return whether there is a field with the name `place` or below it."""
        return place in self._places


class Placed:
    """Fields of a form below a place, at first of all of it."""

    _place = ""

    def within(self, place: str) -> Self:
        """Return a copy of the form that reads or writes below `place`.
        There the field `raids` is `<place>.raids` of this one."""
        inner = copy(self)
        inner._place = f"{self._place}{place}."
        return inner

    def at(self, name: str) -> str:
        """Return the full name in the form of a field or row that is named from here."""
        return self._place + name


class Reader(Placed):
    """Reads a form; collects what it cannot understand in `faults`, by field name."""

    def __init__(self, fields: Mapping[str, Sequence[str]], typed: Typed) -> None:
        self._fields, self.typed = fields, typed
        self._index = FieldIndex(fields, filled=True)
        self.faults: list[Refusal] = []

    def read_value(self, name: str) -> str:
        """A field's value, without spaces around it; empty if it is not there."""
        values = self._fields.get(self.at(name)) or [""]
        return values[0].strip()

    def many(self, name: str) -> tuple[str, ...]:
        """Return a multiple-choice field's values in order, without blank ones."""
        return tuple(value.strip() for value in self._fields.get(self.at(name), ()) if value.strip())

    def among(self, name: str, words: Sequence[str], otherwise: str) -> str:
        """Read a choice among `words`; return `otherwise` if blank or another word.
        Another word is also a fault (`unknown-choice`)."""
        value = self.read_value(name)
        if value and value not in words:
            self.fault("unknown-choice", f"{value!r} is not one of: {', '.join(words)}", name)
        return value if value in words else otherwise

    def count(self, name: str, largest: int = MAX_NUMBER) -> int | None:
        """Read a whole number from 0 to `largest`; None if blank, a fault if invalid."""
        text = self.read_value(name)
        if not text:
            return None
        number = digits(text, 9)
        if number is None or number > largest:
            self.fault("bad-number", f"{text[:20]!r} is not a whole number from 0 to {largest}", name)
            return None
        return number

    def counts(self, prefix: str) -> dict[str, int]:
        """Numbers by key from the fields `prefix.<key>`, blank ones left out."""
        numbers = {key: self.count(f"{prefix}.{key}") for key in self.keys(prefix)}
        return {key: number for key, number in numbers.items() if number is not None}

    def parsed(self, name: str, parse: Callable[[str], T]) -> T | None:
        """Parse a text field with `parse`; return None if blank or refused.
        A refusal is also recorded as a fault of the field."""
        text = self.read_value(name)
        if not text:
            return None
        try:
            return parse(text)
        except Refused as refused:
            for reason in refused.reasons:
                self.fault(reason.code, reason.words, name)
        return None

    def when(self, name: str) -> Any:
        """Read a rule's condition from one line; record a fault if it is wrong."""
        return self.parsed(name, self.typed.when)

    def amount(self, name: str) -> Any:
        """A whole number, or a sum written on one line; None for a blank field."""
        if not any(mail.isalpha() for mail in self.read_value(name)):
            return self.count(name)
        return self.parsed(name, self.typed.amount)

    def fault(self, code: str, words: str, where: str) -> None:
        """Remember what is wrong with a field."""
        self.faults.append(Refusal(code, words, self.at(where)))

    def rows(self, prefix: str) -> list[str]:
        """The rows `prefix[n]` in which something stands, in order."""
        return [f"{prefix}[{n}]" for n in self._index.rows(self.at(prefix))[:MAX_ROWS]]

    def keys(self, prefix: str) -> list[str]:
        """Return the keys of filled fields `prefix.<key>...`, in the form's order."""
        return self._index.keys(self.at(prefix))


class Writer(Placed):
    """Writes fields. Blank values are not written."""

    def __init__(self, typed: Typed) -> None:
        self.fields: Fields = {}
        self._typed = typed

    def write_value(self, name: str, value: object) -> None:
        """A field with one value."""
        if value is not None and value != "":
            self.fields[self.at(name)] = [str(value)]

    def many(self, name: str, values: Iterable[str]) -> None:
        """A field that is chosen several times."""
        texts = list(values)
        if texts:
            self.fields[self.at(name)] = texts

    def when(self, name: str, condition: Any) -> None:
        """A condition on one line."""
        if condition is not None:
            self.write_value(name, self._typed.condition_text(condition))

    def amount(self, name: str, amount: Any) -> None:
        """A number, or a sum on one line."""
        self.write_value(name, amount if amount is None or isinstance(amount, int) else self._typed.sum_text(amount))

    def counts(self, prefix: str, counts: Mapping[str, int]) -> None:
        """Numbers by key."""
        for key, number in counts.items():
            self.write_value(f"{prefix}.{key}", number)


class Codec(NamedTuple):
    """How to read a value from fields, given its default when empty, and write it."""

    read: Callable[[Any, str, Any], Any]
    write: Callable[[Any, str, Any], None]


def _or_default(value: Any, usual: Any) -> Any:
    return usual if value is None else value


def codec_by_key(
    read: Callable[[Any, str], Any],
    write: Callable[[Any, str, Any], None],
    blank: Any = None,
    place: str = "",
    others: Collection[str] = (),
) -> Codec:
    """Return a codec for values by key; values equal to `blank` are left out.
    A `place` such as `.areas` is omitted from field names (`raids.winterfell[0]`); `others` are
    fields that stand beside those keys (`raids.sequence`) and are not read as keys."""

    def read_all(form: Any, at: str, usual: Any) -> dict[str, Any]:
        section = at.removesuffix(place)
        values = {key: read(form, f"{section}.{key}") for key in form.keys(section) if key not in others}
        return {key: value for key, value in values.items() if value != blank}

    def write_all(out: Any, at: str, values: Mapping[str, Any]) -> None:
        for key, value in values.items():
            write(out, f"{at.removesuffix(place)}.{key}", value)

    return Codec(read_all, write_all)


ONE = Codec(lambda form, at, usual: form.read_value(at) or usual, lambda out, at, value: out.write_value(at, value))
MANY = Codec(lambda form, at, usual: form.many(at), lambda out, at, value: out.many(at, value))
COUNT = Codec(lambda form, at, usual: _or_default(form.count(at), usual), ONE.write)
AMOUNT = Codec(
    lambda form, at, usual: _or_default(form.amount(at), usual), lambda out, at, value: out.amount(at, value)
)
FLAG = Codec(
    lambda form, at, usual: bool(form.read_value(at)),
    lambda out, at, value: out.write_value(at, "1" if value else None),
)
COUNTS = Codec(lambda form, at, usual: form.counts(at), lambda out, at, value: out.counts(at, value))
WORDS = codec_by_key(lambda form, at: form.read_value(at), ONE.write, "")
# Trees that are typed, by what reads them.
TREES: Mapping[str, Codec] = {
    "when": Codec(lambda form, at, usual: form.when(at), lambda out, at, value: out.when(at, value)),
    "condition": Codec(
        lambda form, at, usual: form.parsed(at, form.typed.condition), lambda out, at, value: out.when(at, value)
    ),
    "amount": AMOUNT,
}
_PLAIN: Mapping[Any, Codec] = {str: ONE, str | None: ONE, int: COUNT, bool: FLAG}
_BY_KEY: Mapping[Any, Codec] = {int: COUNTS, str: WORDS}


class Do(NamedTuple):
    """The field `do` of a row: `some` if list `field` is filled, `none`, or `wait`.
    `some` without names, with anything else filled, is an error `at` a field; without words for that it is `none`."""

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
    """Reads and writes structs whose rules are table rows; codecs by name or type."""

    def __init__(
        self, rows: Mapping[type, Row], named: Mapping[str, Codec], typed: Mapping[Any, Codec] | None = None
    ) -> None:
        self._rows, self._named, self._typed = rows, named, {**_PLAIN, **(typed or {})}
        self._known: dict[type, list[_Field]] = {}

    def read(self, kind: type, form: Any, at: str = "") -> Any:
        """A part of a sheet from the fields below a place."""
        return kind(**self.values(kind, form, f"{at}." if at else ""))

    def values(self, kind: type, form: Any, place: str, besides: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Read the fields of a struct below a name prefix; return them by field name.
        `place` is the prefix with its dot, or empty; fields named in `besides` are left out."""
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
        """Return the fields of a struct with their codecs, cached by class."""
        fields = self._known.get(kind)
        if fields is None:
            hints = get_type_hints(kind)
            others = {name for name in kind.__struct_fields__ if name != "areas"}
            fields = self._known[kind] = [
                _Field(field.name, field.encode_name, self._codec(field, hints[field.name], others), _usual(field))
                for field in msgspec.structs.fields(kind)
            ]
        return fields

    def _codec(self, field: Any, hint: Any, others: set[str]) -> Codec:
        """Return the codec of a field by its text parser, its name or its type.
        `others` are the struct's fields besides `areas`; keys of areas may not be named so."""
        name, shape = field.name, shape_of(field.type)
        if shape is not None and isinstance(shape.kind, Text):
            return TREES[shape.kind.parser]
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
                return _multi_choice(get_args(inner[0]))
            case origin if origin is tuple:
                return self._list_codec(inner[0])
            case origin if origin is dict and get_origin(inner[1]) is tuple:
                listed = self._list_codec(get_args(inner[1])[0])
                place = (".areas", others) if name == "areas" else ()
                return codec_by_key(lambda form, at: listed.read(form, at, ()), listed.write, (), *place)
            case origin if origin is dict:
                return _BY_KEY.get(inner[1]) or self._parts(inner[1])
        return Codec(lambda form, at, usual: self.read(hint, form, at), self.write)

    def _list_codec(self, kind: type) -> Codec:
        """Return a codec for a list of rules of one class, each in a row `name[n]`."""
        needs = self._rows.get(kind, Row()).needs

        def read(form: Any, at: str, usual: Any) -> tuple[Any, ...]:
            rules = (self.read_row(kind, form, row) for row in form.rows(at))
            return tuple(rule for rule in rules if rule is not None)

        def write(out: Any, at: str, rules: Any) -> None:
            filled = (rule for rule in rules if not needs or any(getattr(rule, name) for name in needs))
            for number, rule in enumerate(filled):
                self.write_row(out, f"{at}[{number}]", rule)

        return Codec(read, write)

    def _parts(self, kind: Any) -> Codec:
        """Parts of a sheet like a whole one, by key."""
        return codec_by_key(
            lambda form, at: plainly(self.read(kind, form.within(at))),
            lambda out, at, part: self.write(out.within(at), "", part),
            kind(),
        )

    def read_row(self, kind: Any, form: Any, at: str) -> Any:
        """The rule of a row; None where it says nothing."""
        row = self._rows.get(kind, Row())
        if row.own is not None:
            return row.own[0](form, at)
        if row.bare and form.keys(at) == [row.bare]:
            return None
        usual = {field.name: field.usual for field in self._fields(kind)}
        values = self.values(kind, form, f"{at}.", row.words)
        for name, (field, yes, no) in row.words.items():
            choices = (yes, no) if usual[name] else (no, yes)
            values[name] = form.among(f"{at}.{field}", choices, choices[0]) == yes
        if row.mark:
            form.among(f"{at}.do", (row.mark,), row.mark)
        if row.do is not None and not _read_do(row.do, form, at, values, usual):
            return None
        if row.finish is not None:
            row.finish(form, at, values)
        if row.needs and not any(values[name] for name in row.needs):
            if values != usual:
                form.fault("missing", row.asks, f"{at}.{row.needs[0]}")
            return None
        return None if row.blank and values == usual else kind(**values)

    def write_row(self, out: Any, at: str, rule: Any) -> None:
        """The fields of one rule."""
        row = self._rows.get(type(rule), Row())
        if row.own is not None:
            row.own[1](out, at, rule)
            return
        waits = set[str]()
        if row.do is not None:
            choice = row.do.some if getattr(rule, row.do.field) else row.do.none
            waits = {"wait"} if row.do.wait else waits
            out.write_value(f"{at}.do", row.do.wait if waits and rule.wait else choice)
        out.write_value(f"{at}.do", row.mark)
        always = (*row.always, *row.also(rule))
        for field in self._fields(type(rule)):
            value = getattr(rule, field.name)
            if field.name in row.words:
                name, yes, no = row.words[field.name]
                out.write_value(f"{at}.{name}", yes if value else no)
            elif field.name not in waits and (value != field.usual or field.name in always):
                field.codec.write(out, f"{at}.{field.said}", value)


def _usual(field: Any) -> Any:
    """What a field holds where nothing is said."""
    if field.default_factory is not NODEFAULT:
        return field.default_factory()
    return "" if field.default is NODEFAULT else field.default


def _read_do(do: Do, form: Any, at: str, values: dict[str, Any], usual: Mapping[str, Any]) -> bool:
    """What a row does; False for one that has not said yet what it does it to."""
    choices = (do.some, do.none, do.wait) if do.wait else (do.some, do.none)
    choice = form.among(f"{at}.do", choices, do.some if values[do.field] else do.none)
    if do.asks and choice == do.some and not values[do.field]:
        if any(values[name] != usual[name] for name in values):
            form.fault("missing", do.asks, f"{at}.{do.at or do.field}")
        return False
    if choice == do.none:
        values[do.field] = usual[do.field]
    if do.wait:
        values["wait"] = choice == do.wait
    return True


def _multi_choice(words: tuple[str, ...]) -> Codec:
    """Several of some words; a fault for each other word."""

    def read(form: Any, at: str, usual: Any) -> tuple[str, ...]:
        choices = form.many(at)
        for word in choices:
            if word not in words:
                form.fault("unknown-choice", f"{word!r} is not one of: {', '.join(words)}", at)
        return tuple(word for word in choices if word in words)

    return Codec(read, MANY.write)
