"""An order sheet in words for its receipt: sections with titles and lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import msgspec
from msgspec import NODEFAULT

from adjudicator.engine.sheet import Ids, Parts, Shape, Text, sections_of, shape_of
from narration.narrator import Voice
from narration.phrasebook import Phrasebook
from narration.words import N_, capital, name_forms

Told = list[tuple[str, list[str]]]
ELSE, DIRECT, ANSWERS, SEQUENCE, STOP = N_(", else "), N_("direct answers"), "answers", "sequence", "stop"
_BRACKETS = re.compile(r"\[([^\[\]]*)\]")
_SLOT = re.compile(r"\{(\w+)(\?)?(?::(\w+))?(?::(\w+))?(?:\|([^{}]*))?\}")


class Value(NamedTuple):
    """A value for a slot: the rule, its field, and the rule's key."""

    rule: Any
    field: str
    key: str


class SheetWords:
    """Says the sheets of a game.

    `names` say ids by sort; `words` are plain words by the field that has them, or for all fields under ""; `slots` are
    slots of a class that need a function of their own. `first` are sections in the order in which they are shown, any
    others follow; `occasions` are titles of fields within a section. `keys` say keys of mappings by section.
    """

    names: Mapping[str, Callable[[Any, str], str]] = {}
    words: Mapping[str, Mapping[Any, str]] = {}
    slots: Mapping[tuple[type, str], Callable[[Any, Value], str]] = {}
    first: Sequence[str] = ()
    occasions: Mapping[str, str] = {}
    keys: Mapping[str, Callable[[Any, str], str]] = {}
    conditions: Phrasebook
    # Sections whose rules have numbers.
    numbered: Collection[str] = ()

    def amount(self, v: Any, amount: Any) -> str:
        """An amount that may be a sum."""
        return str(amount)

    def counts(self, v: Any, units: Mapping[str, int]) -> str:
        """Numbers of things by kind."""
        return ", ".join(f"{count} {self.name(v, kind, Ids(('unit',)))}" for kind, count in units.items())

    def power(self, v: Any, amount: int) -> str:
        """A number of Power."""
        return str(amount)

    def answer(self, v: Any, answer: Any) -> str:
        """A direct answer."""
        return str(answer)

    def plain(self, v: Any, text: str, value: Value) -> str:
        """What is no id and no plain word."""
        return text

    def within(self, v: Any, key: str) -> str:
        """Return the title of a sheet within the sheet; by default its key."""
        return key

    def sheet(self, sheet: Any, v: Voice) -> Told:
        """Return the filled sections with titles and lines, nested sheets below theirs."""
        kind: Any = type(sheet)
        labels = {name: section.label for name, section in sections_of(kind).items()}
        labels |= {ANSWERS: DIRECT} if ANSWERS in kind.__struct_fields__ else {}
        in_order = dict.fromkeys((*(name for name in self.first if name in labels), *labels))
        return self._sections(sheet, {name: labels[name] for name in in_order}, v)

    def _sections(self, sheet: Any, titles: Mapping[str, str], v: Voice) -> Told:
        """The sections of these titles, which sheets within the sheet share."""
        sections: Told = []
        fields = _fields(sheet)
        for name, title in ((name, title) for name, title in titles.items() if name in fields):
            part, values = getattr(sheet, name), fields[name].shape.values
            if name == ANSWERS:
                sections.append((capital(v.say(title)), [self.answer(v, answer) for answer in part.values()]))
            elif values is not None and values.fields:
                for key, inner in part.items():
                    heading = self.within(v, key)
                    sections += [(f"{heading}: {below}", lines) for below, lines in self._sections(inner, titles, v)]
            else:
                sections.append((capital(v.say(title)), list(self._lines(part, fields[name].shape, name, v))))
        return [(title, lines) for title, lines in sections if lines]

    def rule(self, rule: Any, v: Voice, key: str = "") -> str:
        """A rule in words, without its condition."""
        phrase = rule.phrase
        pieces = [next((text for fields, text in phrase.either.items() if _applies(rule, fields)), "")]
        pieces += [text for field, text in phrase.parts.items() if _is_filled(rule, field)]
        return "; ".join(self._fill_template(text, rule, key, v) for text in pieces if text)

    def _lines(self, part: Any, shape: Shape, section: str, v: Voice) -> Iterator[str]:
        """Yield the lines of a part of a sheet: rules, rules by key, or its fields."""
        if isinstance(part, tuple):
            for number, rule in enumerate(part, 1):
                line = self._conditional(rule, v, section)
                yield f"{number}. {line}" if section in self.numbered else line
        elif isinstance(part, dict):
            naming = self.keys[section]
            for key, rules in part.items():
                if shape.values is not None and shape.values.kind is not None:
                    names = (rules,) if isinstance(rules, str) else rules
                    text = v.say(ELSE).join(self.name(v, name, shape.values.kind) for name in names)
                    yield from (f"{naming(v, key)}: {text}",) if names else ()
                else:
                    yield from (f"{naming(v, key)}: {self._conditional(rule, v, key)}" for rule in rules)
        elif isinstance(part, msgspec.Struct):
            for name, field in _fields(part).items():
                yield from self._field_lines(getattr(part, name), field.shape, section, name, v)

    def _field_lines(self, value: Any, shape: Shape, section: str, name: str, v: Voice) -> Iterator[str]:
        """Yield the lines of one field of a section: a sequence, a stop, or rules."""
        if name == SEQUENCE:
            if value:
                kind = shape.items.kind if shape.items is not None else None
                areas = ", ".join(self.name(v, area, kind) for area in value)
                yield v.say("In this order: {areas}", areas=areas)
        elif name == STOP:
            if value is not None:
                yield v.say("No more marches if {condition}", condition=self.conditions.tell(value, v))
        elif name in self.occasions:
            for line in self._lines(value, shape, section, v):
                yield v.say("{occasion}: {rule}", occasion=v.say(self.occasions[name]), rule=line)
        else:
            yield from self._lines(value, shape, section, v)

    def _conditional(self, rule: Any, v: Voice, key: str) -> str:
        return self.conditions.rule(rule.when, self.rule(rule, v, key), v)

    def _fill_template(self, template: str, rule: Any, key: str, v: Voice) -> str:
        """Return a template with its slots filled.
        A part in brackets is left out if a slot in it has its default or is empty."""

        def fill(match: re.Match[str]) -> str:
            name, silent, join, form, empty = match.groups()
            form = form or (join if join in name_forms(v.words.language) else "")
            text = "" if silent else self._slot(Value(rule, name, key), join or "", v)
            return v.words.form(form, text) if text and form else text or empty or ""

        def bracket(text: str) -> str:
            slots = list(_SLOT.finditer(text))
            if not all(slot[1] not in _fields(rule) or _is_filled(rule, slot[1]) for slot in slots):
                return ""
            filled = all(slot[2] or fill(slot) for slot in slots)
            return _SLOT.sub(fill, text) if filled else ""

        parts = _BRACKETS.split(v.words.gettext(template))
        # What stood in brackets is at the odd places.
        return "".join(bracket(part) if number % 2 else _SLOT.sub(fill, part) for number, part in enumerate(parts))

    def _slot(self, value: Value, join: str, v: Voice) -> str:
        """What stands in a slot."""
        own = self.slots.get((type(value.rule), value.field))
        if own is not None:
            return own(v, value)
        content = getattr(value.rule, value.field)
        shape = _fields(value.rule)[value.field].shape
        if isinstance(shape.kind, Text):
            return self.amount(v, content)
        if isinstance(content, Mapping):
            return self.counts(v, content)
        if isinstance(content, tuple):
            kind = shape.items.kind if shape.items is not None else None
            return self._join_items([self._item(v, item, kind, value) for item in content], join, v)
        if isinstance(content, int):
            return self.power(v, content) if join == "power" else str(content)
        return self._item(v, content, shape.kind, value)

    def _item(self, v: Voice, item: Any, kind: Any, value: Value) -> str:
        """Return one value of a slot in words: a rule, a plain word, a name or a text."""
        if isinstance(item, msgspec.Struct):
            return self.rule(item, v, value.key)
        words = self.words.get(value.field, {})
        if item in words:
            return v.say(words[item])
        return self.name(v, item, kind) if isinstance(kind, Ids) else self.plain(v, item, value)

    def name(self, v: Any, name: str, kind: Any) -> str:
        """The name of an id, or a plain word of its kind."""
        if name in kind.also and name in self.words[""]:
            return str(v.say(self.words[""][name]))
        return self.names[kind.sorts[0]](v, name)

    @staticmethod
    def _join_items(items: list[str], join: str, v: Voice) -> str:
        """Join items as a slot asks: by `and`, `or`, `else` or `then`; else by commas."""
        match join:
            case "and":
                return v.both(items)
            case "or":
                return v.either(items)
            case "else":
                return v.say(ELSE).join(items)
        return ("; " if join == "then" else ", ").join(items)


def likely_sections(parts: Parts, elsewhere: Collection[str] = ()) -> Iterator[tuple[str, str]]:
    """Return the sections, with help, likely asked and not told `elsewhere`."""
    for name, section in parts.sections.items():
        if name not in elsewhere and parts.likely(name):
            yield name, section.help


class _Field(NamedTuple):
    shape: Shape
    default: Any


def _fields(part: Any) -> dict[str, _Field]:
    """Return the fields of a part of a sheet with their shapes and defaults."""
    kind: Any = type(part)
    return _fields_of_class(kind)


@cache
def _fields_of_class(kind: Any) -> dict[str, _Field]:
    """Return the fields of a class of parts with their shapes and defaults.
    The default is None where there is none."""
    shapes = {name: shape for name, _, _, shape in (shape_of(kind) or Shape()).fields}
    infos: Iterable[Any] = msgspec.structs.fields(kind)
    return {
        info.name: _Field(shapes.get(info.name, Shape()), None if info.default is NODEFAULT else info.default)
        for info in infos
    }


def _is_filled(rule: Any, field: str) -> bool:
    """Whether a field of a rule says something else than its default."""
    return getattr(rule, field) not in (None, {}, (), "", _fields(rule)[field].default)


def _applies(rule: Any, fields: str) -> bool:
    """Whether all these fields are filled, or have the value that is named."""
    for field in filter(None, fields.split(",")):
        name, separator, value = field.partition("=")
        if str(getattr(rule, name)) != value if separator else not getattr(rule, name):
            return False
    return True
