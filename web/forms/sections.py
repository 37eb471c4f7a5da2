"""Sections of an order sheet's form, derived from its classes.

A game's table adds the words of its form. Fields not in the table are shown by their names.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec

from adjudicator.engine.sheet import Ids, Section, Shape, Text, sections_of, shape_of
from narration.words import N_, capital
from web.forms.drafts import Offered, ShownForm
from web.forms.structs import Structs

# Ids with their words, in groups under headings or not.
Options = Sequence[tuple[str, Any]]
# The `slots` of a list of which any number are ticked.
TICKED = 0


def options_with_names(ids: Iterable[str], name: Callable[[str], str]) -> list[tuple[str, str]]:
    """Ids as options with their names."""
    return [(item_id, name(item_id)) for item_id in ids]


def options_with_words(words: Mapping[str, str], v: Any) -> list[tuple[str, str]]:
    """Return values as options, labelled with their messages in the words of `v`."""
    return [(value, v.say(message)) for value, message in words.items()]


@dataclass(frozen=True)
class Label:
    """A field's label: `text` beside it, the `words` of its values, `blank` if none.

    `slots`: how many of a list can be chosen at first (`TICKED`: all, by boxes). `options` are the choices in a part of
    the sheet, or the seat's name for them, if not all its ids or words; `shown`: whether it is shown when empty.
    `cards`: the seat's name for those of the choices that are drawn as cards; `folded`: a list that is rarely wanted.
    """

    text: str
    slots: int = 1
    words: Mapping[str, str] = field(default_factory=dict)
    blank: str = "\u2014"
    options: str | Callable[[Any, str], Options] = ""
    shown: Callable[[Any, str], bool] | None = None
    cards: str = ""
    folded: bool = False


@dataclass(frozen=True)
class Part:
    """How a rule, or a part of a sheet with several lists of them, is shown.

    `fields` are in the order of the form, by their names there; the label of a list is its heading. `folded` is a
    heading with the fields below it. `above` is a template, `hint` stands above (None: the help of the section), `note`
    below single fields. `blank` rows are shown (0: at least one in all), `more` asks for others. The defaults of
    `fallback`, kinds of decisions, are told. `others` asks for lists that are not likely; those that are can be folded.
    `likely_alone`: of some lists only those are shown that a turn is likely to ask for, if there are such.
    """

    fields: Mapping[str, Label] = field(default_factory=dict)
    folded: tuple[str, tuple[str, ...]] = (N_("Condition"), ("when",))
    above: str = ""
    hint: str | Callable[[Any], str] | None = ""
    note: Callable[[Any], str] = lambda choices: ""
    blank: int = 1
    more: str = ""
    fallback: tuple[str, ...] = ()
    others: str = ""
    likely_alone: bool = False


class FieldShown(NamedTuple):
    """A field: its name in its row, its kind (a macro), and what that shows.
    `usual` is its default text; not `always`: shown only if filled."""

    name: str
    kind: str
    label: str
    options: Options
    slots: int
    blank: str
    usual: str
    always: bool
    cards: Sequence[Offered] = ()


@dataclass(frozen=True)
class RulesShown:
    """A list of rules: place, rows, their fields, those `folded` below a title.
    `open`: whether the list is open, if it is folded itself."""

    place: str
    part: Part
    title: str
    hint: str
    rows: Sequence[str]
    fields: Sequence[FieldShown]
    folded: Sequence[FieldShown]
    open: bool | None = None

    def says_more(self, form: ShownForm, row: str) -> bool:
        """Whether the folded fields of a row say anything."""
        return any(
            form.value(f"{row}.{shown_field.name}") not in ("", shown_field.usual)
            if shown_field.kind == "select"
            else form.busy(f"{row}.{shown_field.name}")
            for shown_field in self.folded
        )


@dataclass(frozen=True)
class SectionShown:
    """A section: single fields, then lists of rules."""

    place: str
    part: Part
    hint: str
    fields: Sequence[FieldShown]
    lists: Sequence[RulesShown]


@dataclass(frozen=True)
class Heading:
    """A section of the form: title, whether open; `brief`: in words until edited."""

    name: str
    title: str
    open: bool = False
    brief: bool = False


@dataclass(frozen=True)
class Headings:
    """Sections shown, sections on request, parts the turn asks for, its auctions."""

    shown: Sequence[Heading]
    others: Sequence[Heading]
    focus: frozenset[str] = frozenset()
    auctions: tuple[str, ...] = ()


@dataclass(frozen=True)
class Display:
    """Shows the sections of sheets, or of parts of one, of a class `kind` in a form.

    `parts` tells of classes of rules, and of sections by their names. The `choices` of a seat have a voice `v` and give
    the `options` of ids. What is in `focus` is likely; `rows` are those of some places, if they are not the form's.
    """

    kind: type[msgspec.Struct]
    structs: Structs
    parts: Mapping[type | str, Part]
    form: ShownForm
    choices: Any
    focus: Collection[str] = ()
    rows: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def section(self, name: str) -> SectionShown:
        """A section, by its name."""
        help_ = sections_of(self.kind).get(name, Section()).help
        whole = section_class(self.kind, name)
        part = self._part(whole, name)
        if whole is _rule_class(_hints(self.kind)[name]):
            rules = replace(self.rules(name, whole), hint="")
            above = replace(part, fallback=())
            return SectionShown(name, above, self._hint(part, help_), (), (rules,))
        fields, lists = [], []
        for inner, label in _labels_in_order(whole, part).items():
            hint, place = _hints(whole)[inner], f"{name}.{inner}"
            rule = _rule_class(hint)
            if rule is not None and self._shows_list(name, place, part):
                rules = replace(self.rules(place, rule), title=capital(self.choices.v.say(label.text)))
                unfolded = place in self.focus or self.form.busy(place)
                lists.append(replace(rules, open=unfolded if part.others or label.folded else None))
            elif rule is None and get_origin(_plain(hint)) is not dict:
                fields.append(self._field(inner, hint, label, name))
        return SectionShown(name, part, self._hint(part, help_), fields, lists)

    def rules(self, place: str, kind: type[msgspec.Struct]) -> RulesShown:
        """Return the list of rules of class `kind` as shown at a place of the form."""
        part = self._part(kind, place)
        fields = [self._rule_field(kind, name, label, place) for name, label in _labels_in_order(kind, part).items()]
        by_name = {shown_field.name: shown_field for shown_field in fields}
        return RulesShown(
            place,
            part,
            "",
            self._hint(part, ""),
            self.rows.get(place) or self.form.rows(place, part.blank, *(() if part.blank else (1, 1))),
            [shown_field for shown_field in fields if shown_field.name not in part.folded[1]],
            [by_name[name] for name in part.folded[1] if name in by_name],
        )

    def _part(self, kind: type[msgspec.Struct], name: str) -> Part:
        return self.parts.get(name) or self.parts.get(kind) or Part(hint=None)

    def _hint(self, part: Part, help_: str) -> str:
        if callable(part.hint):
            return part.hint(self.choices)
        text = help_ if part.hint is None else part.hint
        return str(self.choices.v.say(text)) if text else ""

    def _shows_list(self, name: str, place: str, part: Part) -> bool:
        """Return whether a part shows the list of rules at a place, in section `name`.
        All lists are shown, except unlikely ones in parts that hide those until asked for."""
        likely = place in self.focus or self.form.busy(place)
        if part.others:
            return likely or self.form.opened(name)
        return likely or not self.focus or not part.likely_alone

    def _rule_field(self, kind: type[msgspec.Struct], name: str, label: Label, place: str) -> FieldShown:
        """Return the field to show for a rule of class `kind`, by its form name.
        That name may differ from the struct's; names that the struct lacks are choices or boxes."""
        struct_fields = {struct_field.encode_name: struct_field for struct_field in msgspec.structs.fields(kind)}
        usual = self.structs.usual_word(kind, name)
        # What the class does not have is a choice of words, or ticked.
        hint = str if label.words or label.options else bool
        hint = _hints(kind)[struct_fields[name].name] if name in struct_fields else hint
        return self._field(name, hint, label, place, usual)

    def _field(self, name: str, hint: Any, label: Label, place: str, usual: str = "") -> FieldShown:
        """Return a field to show: its macro, label and options.
        `hint` is its type, `place` the row or section it is in, `usual` its default text."""
        shape, v = shape_of(hint) or Shape(), self.choices.v
        options: Options = ()
        ids = shape.kind or shape.keys or (shape.items.kind if shape.items is not None else None)
        if callable(label.options):
            options = label.options(self.choices, place)
        elif label.options:
            options = getattr(self.choices, label.options)
        elif label.words:
            options = options_with_words(label.words, v)
        elif isinstance(ids, Ids):
            options = self.choices.options(ids)
        else:
            options = [(word, word) for word in _words(hint)]
        always = label.shown is None or label.shown(self.choices, place)
        text = capital(v.say(label.text))
        cards = getattr(self.choices, label.cards) if label.cards else ()
        kind = "hand" if cards else "boxes" if label.slots == TICKED else _macro(hint, shape, label)
        return FieldShown(name, kind, text, options, label.slots, v.say(label.blank), usual, always, cards)


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def section_class(kind: Any, name: str) -> Any:
    """Return the class of a section's rules, or of the section if it has no rules.
    `kind` is the class of sheets, `name` the section; its rules are listed or by key."""
    hint = _hints(kind)[name]
    plain = _plain(hint)
    inner = get_args(plain)[1] if get_origin(plain) is dict else hint
    return _rule_class(inner) or _plain(inner)


def sections_in_order(kind: type[msgspec.Struct], parts: Mapping[type | str, Part]) -> tuple[str, ...]:
    """Return a sheet class's sections in the order of `parts`, unlisted ones last."""
    places = {key: place for place, key in enumerate(parts)}
    last = len(places)
    ranks = {name: places.get(name, places.get(section_class(kind, name), last)) for name in sections_of(kind)}
    return tuple(sorted(ranks, key=ranks.__getitem__))


def _plain(hint: Any) -> Any:
    """A type without annotations, and without None."""
    while get_origin(hint) is Annotated:
        hint = hint.__origin__
    inner = [argument for argument in get_args(hint) if argument is not type(None)]
    if get_origin(hint) in (Union, UnionType) and len(inner) == 1:
        return _plain(inner[0])
    return hint


def _rule_class(hint: Any) -> Any:
    """Return the class of rules that a type lists; None if it is no such list."""
    plain = _plain(hint)
    item = _plain(get_args(plain)[0]) if get_origin(plain) is tuple else None
    return item if isinstance(item, type) and issubclass(item, msgspec.Struct) else None


def _words(hint: Any) -> Iterator[str]:
    """The words of a choice, or of a list of choices."""
    plain = _plain(hint)
    if get_origin(plain) is tuple:
        plain = _plain(get_args(plain)[0])
    yield from get_args(plain) if get_origin(plain) is Literal else ()


def _macro(hint: Any, shape: Shape, label: Label) -> str:
    """The kind of a field, which has a macro."""
    plain = _plain(hint)
    if isinstance(shape.kind, Text):
        return "amount" if shape.kind.parser == "amount" else "when"
    if plain is bool and not label.words:
        return "flag"
    if plain is int:
        return "number"
    return {tuple: "slots", dict: "counts"}.get(get_origin(plain), "select")


def _labels_in_order(kind: type[msgspec.Struct], part: Part) -> dict[str, Label]:
    """Return the labels of a class's form fields, by name and in order.
    They are the table's, or else all fields; a condition (`when`) comes last."""
    names = [struct_field.encode_name for struct_field in msgspec.structs.fields(kind)]
    labels = dict(part.fields) or {name: Label(name.replace("_", " ").capitalize(), 2) for name in names}
    if "when" in names:
        labels.pop("when", None)
        labels["when"] = Label("")
    return labels
