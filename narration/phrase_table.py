"""Templates for events, questions and overrides, and the code that fills them.

TABLE = PhraseTable({ e.AreaTaken: N_("{house} takes {area} with {units}."), e.RoundStarted: fill(N_("Round {n}"),
n="round"), e.WildlingsMoved: { "after>before": N_("The wildlings grow from {before} to {after}."), "": N_("The
wildlings fall back from {before} to {after}."), }, e.GameEnded: game_ended, }, forms)

A row is a template, a `Plural`, rows by conditions, a `Sentence` (with slots or sentences besides), or a function of
event and voice for what no template says. A slot `{area}` shows the field of that name, in the form that `forms` gives
by field name. Rows without a function stand in `words.toml` (`rows_of`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter, eq, gt, ne
from typing import Any, NamedTuple

from narration.paragraph import Question

Form = Callable[[Any, Any], Any]
# Rows by class.
Rows = Mapping[type[Any], Any]
Getter = Callable[[Any], Any]
Holds = Callable[[Any], Any]
# A thing, the voice, and what was said so far.
Speaker = Callable[[Any, Any, str], str]
# The slot that shows what the sentence has said so far.
SO_FAR = "told"
COUNT = "n"
_SLOT = re.compile(r"\{(\w+)\}")
_CONDITION = re.compile(r"(!?)(\w+)(?:(==|!=|>|=)([\w-]+))?")
_COMPARED = {"==": eq, "!=": ne, ">": gt}


class Plural(NamedTuple):
    """A template for one thing and one for several; the slot `n` counts them."""

    singular: str
    plural: str


class Sentence(NamedTuple):
    """A row, or rows by conditions, with what may be added.

    `either` is a row, or rows of which the first whose condition holds counts; of `more`, each that holds is added as a
    further sentence, or around what was said before it where it has the slot `{told}`. `slots` name what slots show
    that are no fields, or not in their usual form: `area:house` (a field, and a form for it), or a function.

    A condition is a list, `before,because=march`: a field that holds something, `!field` nothing, `field=word` that
    word (of a list: so many), or a field that compares with another or a number, `before==after`, `area!=at`, `sets>1`.
    "" always holds; the last of `either` is "".
    """

    either: Any
    more: Mapping[str, Any] = {}
    slots: Mapping[str, str | Callable[[Any, Any], Any]] = {}


def fill(row: Any, **slots: str | Callable[[Any, Any], Any]) -> Sentence:
    """A row with what its slots show."""
    return Sentence(row, slots=slots)


class Ask(NamedTuple):
    """How a decision is asked: its short name, its question and its answers.

    `choices` says these, from decision, board and voice. What no row can ask is a `whole`.
    """

    words: str
    text: Any = ""
    choices: Callable[[Any, Any, Any], Iterable[str]] | None = None
    whole: Callable[[Any, Any, Any], Question] | None = None


def each(field: str, form: Form) -> Callable[[Any, Any, Any], Iterable[str]]:
    """The choices that a field of a decision lists."""
    return lambda ask, board, v: [form(v, choice) for choice in getattr(ask, field)]


def rows_of(tables: Mapping[str, Any], kinds: Iterable[type[Any]]) -> Rows:
    """Return rows from data by class; `tables` has them by the tags of `kinds`.
    A text is a template, `one` and `many` make a Plural, `either` with `more` and `slots` a
    Sentence, any other table is rows by conditions. Raises KeyError for a tag of none of the classes."""
    by_tag = {kind.__struct_config__.tag: kind for kind in kinds}
    return {by_tag[tag]: _parse_row(row) for tag, row in tables.items()}


def _parse_row(data: Any) -> Any:
    """Convert a row of data to a template, Plural, Sentence or rows by conditions."""
    if isinstance(data, str):
        return data
    if "many" in data:
        return Plural(data["one"], data["many"])
    if "either" in data:
        more = {condition: _parse_row(row) for condition, row in data.get("more", {}).items()}
        return Sentence(_parse_row(data["either"]), more, data.get("slots", {}))
    return {condition: _parse_row(row) for condition, row in data.items()}


class PhraseTable:
    """Says things of several classes, each by its row.

    `forms` say a value, by the name of its field or by a form's own name; `slots` are those of all rows in which
    no field has the slot's name. Raises ValueError for a slot or a condition that names no field of its class, and
    where none of several rows need hold.
    """

    def __init__(self, rows: Rows, forms: Mapping[str, Form], slots: Mapping[str, str] | None = None) -> None:
        self.rows, self._forms, self._slots = rows, forms, slots or {}
        self._speakers = {kind: self._speaker(kind, row, {}) for kind, row in rows.items()}

    def __contains__(self, kind: type[Any]) -> bool:
        return kind in self.rows

    def say(self, thing: Any, v: Any) -> str:
        """Return one thing in words. Raises KeyError for a class without a row."""
        return self._speakers[type(thing)](thing, v, "")

    def _speaker(self, kind: type[Any], row: Any, slots: Mapping[str, Any]) -> Speaker:
        """Return the function that says things of a class by a row of any sort."""
        if isinstance(row, Sentence):
            return self._sentence(kind, row, {**slots, **row.slots})
        if isinstance(row, Mapping):
            return self._either(kind, row, slots)
        if isinstance(row, str | Plural):
            return self._template(kind, row, slots)
        return lambda thing, v, before: str(row(thing, v))

    def _either(self, kind: type[Any], rows: Mapping[str, Any], slots: Mapping[str, Any]) -> Speaker:
        """Return the function that says a thing by the first row that holds.
        Raises ValueError unless the last condition is empty, which always holds."""
        *conditions, last = rows
        if last:
            raise ValueError(f"{kind.__name__}: the last of several rows has no condition")
        either = [(_condition(kind, when), self._speaker(kind, rows[when], slots)) for when in conditions]
        otherwise = self._speaker(kind, rows[last], slots)

        def say(thing: Any, v: Any, before: str) -> str:
            for holds, speak in either:
                if holds(thing):
                    return speak(thing, v, before)
            return otherwise(thing, v, before)

        return say

    def _sentence(self, kind: type[Any], row: Sentence, slots: Mapping[str, Any]) -> Speaker:
        """Return the function that says a Sentence: a row and all additions that hold."""
        first = self._speaker(kind, row.either, slots)
        more = [
            (_condition(kind, when), self._speaker(kind, inner, slots), _goes_around(inner))
            for when, inner in row.more.items()
        ]

        def say(thing: Any, v: Any, before: str) -> str:
            text = first(thing, v, before)
            for holds, speak, around in more:
                if holds(thing):
                    added = speak(thing, v, text)
                    text = added if around else f"{text} {added}".rstrip()
            return text

        return say

    def _template(self, kind: type[Any], row: str | Plural, slots: Mapping[str, Any]) -> Speaker:
        """Return the function that translates a template or Plural and fills slots."""
        shown = self._shown(kind, row if isinstance(row, str) else f"{row.singular} {row.plural} {{{COUNT}}}", slots)

        def say(thing: Any, v: Any, before: str) -> str:
            values = {slot: form(v, get(thing)) for slot, form, get in shown}
            if isinstance(row, Plural):
                return str(v.say_n(*row, values.pop(COUNT), **values))
            values[SO_FAR] = before
            return str(v.words.fill(v.words.gettext(row), values)).rstrip()

        return say

    def _shown(self, kind: type[Any], template: str, slots: Mapping[str, Any]) -> list[tuple[str, Form, Getter]]:
        """What the slots of a template show: of each its form, and what it reads."""
        names = dict.fromkeys(_SLOT.findall(template))
        return [(slot, *self._form_and_getter(kind, slot, slots)) for slot in names if slot != SO_FAR]

    def _form_and_getter(self, kind: type[Any], slot: str, slots: Mapping[str, Any]) -> tuple[Form, Getter]:
        """Return the form of a slot, and what reads its value from a thing.
        Raises ValueError for an unknown form or field."""
        shown = slots.get(slot) or (slot if slot in kind.__struct_fields__ else self._slots.get(slot, slot))
        if not isinstance(shown, str):
            return lambda v, thing: shown(thing, v), lambda thing: thing
        field, _, name = shown.partition(":")
        if name and name not in self._forms:
            raise ValueError(f"{kind.__name__}: no form {name!r} for the slot {slot!r}")
        return self._forms.get(name or field, lambda v, value: value), _getter(kind, field)


def asks_of(
    tables: Mapping[str, Any],
    kinds: Iterable[type[Any]],
    choices: Mapping[type[Any], Callable[[Any, Any, Any], Iterable[str]]],
    forms: Mapping[str, Form],
) -> dict[type[Any], Ask]:
    """Return questions from data by class; `tables` has them by their tags.
    `each` names the field to list and its form (`choices:area`), else `choices` do; `rows_of`
    explains the `text`."""
    by_tag, asks = {kind.__struct_config__.tag: kind for kind in kinds}, {}
    for tag, row in tables.items():
        kind, (field, _, form) = by_tag[tag], row.get("each", "").partition(":")
        listed = each(field, forms[form]) if field else choices.get(kind)
        asks[kind] = Ask(row["words"], _parse_row(row["text"]), listed)
    return asks


class QuestionTable:
    """Asks decisions of several classes."""

    def __init__(
        self, asks: Mapping[type[Any], Ask], forms: Mapping[str, Form], slots: Mapping[str, str] | None = None
    ) -> None:
        self.asks = asks
        self.texts = PhraseTable({kind: ask.text for kind, ask in asks.items()}, forms, slots)

    def question(self, decision: Any, board: Any, v: Any) -> Question:
        """Return a decision as a question in words.
        Raises KeyError for a class that is not in the table."""
        ask = self.asks[type(decision)]
        if ask.whole is not None:
            return ask.whole(decision, board, v)
        choices = ask.choices(decision, board, v) if ask.choices is not None else ()
        return Question(self.texts.say(decision, v), tuple(choices))


def _goes_around(row: Any) -> bool:
    """Whether a row says again what was said before it."""
    if isinstance(row, Sentence):
        return _goes_around(row.either)
    if isinstance(row, Mapping):
        return any(map(_goes_around, row.values()))
    return isinstance(row, str) and f"{{{SO_FAR}}}" in row


def _getter(kind: type[Any], field: str) -> Getter:
    """Reads a field, or a field of a field (`battle.area`)."""
    if field.partition(".")[0] not in kind.__struct_fields__:
        raise ValueError(f"{kind.__name__} has no field {field!r}")
    return attrgetter(field)


def _condition(kind: type[Any], text: str) -> Holds:
    parts = [_parse_comparison(kind, part) for part in text.split(",") if part]
    return lambda thing: all(holds(thing) for holds in parts)


def _parse_comparison(kind: type[Any], text: str) -> Holds:
    """Return the test of one condition: `field`, `!field`, or a comparison.
    Raises ValueError for a text of no such form or without such a field."""
    match = _CONDITION.fullmatch(text)
    if match is None:
        raise ValueError(f"{kind.__name__}: no condition: {text!r}")
    negated, name, sign, other = match.groups()
    get = _getter(kind, name)
    if not sign:
        return (lambda thing: not get(thing)) if negated else get
    if sign == "=":
        # Of a list it says how many it holds.
        return lambda thing: other == str(len(value) if isinstance(value := get(thing), tuple) else value)
    compare = _COMPARED[sign]
    if other.isdigit():
        return lambda thing: compare(get(thing), int(other))
    right = _getter(kind, other)
    return lambda thing: compare(get(thing), right(thing))
