"""Kinds of sheet fields as annotations, phrases of rules, and a walk over sheets.

- `AreaId = Annotated[str, Ids(("area",))]`
- `class RetreatRule(Rule): areas: tuple[AreaId, ...]`

A place names a value as people see it: `marches.lannisport[0].when`. A mapping `areas` of rules is not named in places.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, cast, get_args, get_origin, get_type_hints

import msgspec

from adjudicator.engine.decision import Refusal, Refusals
from adjudicator.engine.names import NameBook

# Letters of a key that a place repeats.
MAX_SHOWN = 200


class Ids(NamedTuple):
    """Names: of which sorts, which words besides, and whether numbers may be.

    `near`: which names a player means first by an abbreviation, one's own, or one's own and those around.
    """

    sorts: tuple[str, ...]
    also: tuple[str, ...] = ()
    numbers: bool = False
    near: Literal["", "own", "around"] = ""


class Text(NamedTuple):
    """A tree that people write as text, and how it is parsed."""

    parser: Literal["when", "condition", "amount"]


class Shape(NamedTuple):
    """What a type holds: a kind of field, struct fields, list items, or a mapping.

    A field is its attribute, its name in documents, its step in places and its shape.
    """

    kind: Ids | Text | None = None
    fields: tuple[tuple[str, str, str, Shape], ...] = ()
    items: Shape | None = None
    keys: Ids | None = None
    values: Shape | None = None


class Node(NamedTuple):
    """A value at a place of a sheet: names (a tuple), tree, text, struct or list."""

    where: str
    kind: Any
    value: Any


@cache
def shape_of(hint: Any) -> Shape | None:
    """Return a type's shape; None without fields of a kind, and for unions of structs."""
    if get_origin(hint) is Annotated:
        kinds = (extra for extra in hint.__metadata__ if isinstance(extra, Ids | Text))
        kind = next(kinds, None)
        return Shape(kind) if kind is not None else shape_of(hint.__origin__)
    inner = get_args(hint)
    match get_origin(hint):
        case origin if origin in (Union, UnionType):
            return _merge_shapes([shape for part in inner if (shape := shape_of(part)) is not None])
        case origin if origin is tuple:
            return Shape(items=shape_of(inner[0]))
        case origin if origin is dict:
            keys = shape_of(inner[0])
            return Shape(keys=keys.kind if keys and isinstance(keys.kind, Ids) else None, values=shape_of(inner[1]))
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        hints = get_type_hints(hint, include_extras=True)
        shapes = ((part.name, part.encode_name, shape_of(hints[part.name])) for part in msgspec.structs.fields(hint))
        return Shape(
            fields=tuple(
                (name, encoded, "" if name == "areas" and shape.values is not None else encoded, shape)
                for name, encoded, shape in shapes
                if shape is not None
            )
        )
    return None


def _merge_shapes(shapes: list[Shape]) -> Shape | None:
    """Return the shape of a union in which each member holds something else.

    None if nothing is held, or more than one member has fields."""
    if not shapes or sum(bool(shape.fields) for shape in shapes) > 1:
        return None

    def first(name: str) -> Any:
        return next((part for shape in shapes if (part := getattr(shape, name))), getattr(Shape(), name))

    return Shape(*map(first, Shape._fields))


def nodes(value: Any, shape: Shape | None = None, where: str = "") -> list[Node]:
    """Return every name, text, list and struct of a sheet or part, in field order."""
    every: list[Node] = []
    shape = shape or shape_of(cast(Any, type(value)))
    if shape is not None:
        _walk(value, shape, where, every)
    return every


def _walk(value: Any, shape: Shape, where: str, out: list[Node]) -> None:
    """Append a node for every name, text, list and struct in a value to `out`.

    `where` is the place of the value."""
    if isinstance(value, str):
        if shape.kind is not None:
            out.append(Node(where, shape.kind, (value,)))
    elif isinstance(value, tuple):
        out.append(Node(where, tuple, value))
        if shape.items is not None and shape.items.kind is not None:
            out.append(Node(where, shape.items.kind, value))
        elif shape.items is not None:
            for number, item in enumerate(value):
                _walk(item, shape.items, f"{where}[{number}]", out)
    elif isinstance(value, dict):
        if shape.keys is not None:
            out.append(Node(where, shape.keys, tuple(value)))
        if shape.values is not None:
            for key, item in value.items():
                _walk(item, shape.values, f"{where}.{key}", out)
    elif shape.kind is not None:
        if isinstance(value, msgspec.Struct):
            out.append(Node(where, shape.kind, value))
    elif isinstance(value, msgspec.Struct):
        out.append(Node(where, type(value), value))
        for name, _, step, inner in shape.fields:
            # Most of what a sheet could say it leaves empty.
            if field := getattr(value, name):
                _walk(field, inner, f"{where}.{step}" if where and step else where or step, out)


class TextField(NamedTuple):
    """A text standing for a tree in a document: its part, field, parser and place."""

    part: dict[str, Any]
    field: str
    kind: Text
    where: str


def text_fields(document: Any, shape: Shape, where: str = "") -> Iterator[TextField]:
    """Yield every text that stands for a tree in a document, which may be no sheet."""
    if isinstance(document, list) and shape.items is not None:
        for number, item in enumerate(document):
            yield from text_fields(item, shape.items, f"{where}[{number}]")
    elif isinstance(document, dict) and shape.values is not None:
        for key, item in document.items():
            yield from text_fields(item, shape.values, f"{where}.{key[:MAX_SHOWN]}")
    elif isinstance(document, dict):
        for _, name, _, inner in shape.fields:
            place, item = f"{where}.{name}" if where else name, document.get(name)
            if not isinstance(inner.kind, Text):
                yield from text_fields(item, inner, place)
            elif isinstance(item, str):
                yield TextField(document, name, inner.kind, place)


def text_names(shape: Shape) -> set[str]:
    """The names in documents of all fields, at any depth, that people write as text."""
    names = {name for _, name, _, inner in shape.fields if isinstance(inner.kind, Text)}
    below = (*(inner for *_, inner in shape.fields), shape.items, shape.values)
    return names.union(*(text_names(inner) for inner in below if inner is not None))


class Phrase(NamedTuple):
    """The words of a rule without its condition.

    `either` are templates by the fields that must be filled, as `units,to` or `how=all`, of which the first counts;
    "" needs none. Of `parts`, by the field that must be filled, all are added.

    A template has slots: `{whom}`; of a list joined, `{cards:else}` (else, or, and, list, then); for an empty one,
    `{cards:else|any card}`; `{most:power}` an amount of Power; `{kneel?}` shows nothing. What stands in brackets is
    left out unless each of its slots says something else than its default: `[ against {opponents:or}]`.
    """

    either: Mapping[str, str] = {}
    parts: Mapping[str, str] = {}


def phrase(template: str) -> Phrase:
    """The phrase of a rule that has one template."""
    return Phrase({"": template})


def unknown_names(mentions: Iterable[Node], book: NameBook) -> Refusals:
    """Return each unknown id once per place, with the nearest legal word."""
    refused: set[tuple[str, str]] = set()
    for where, kind, names in mentions:
        word_lists, sort = [kind.also, *(book.names[sort] for sort in kind.sorts)], kind.sorts[0]
        for name in names:
            if not any(name in words for words in word_lists) and (where, name) not in refused:
                refused.add((where, name))
                hint = book.hint(name, kind.sorts, [word for word in kind.also if word])
                yield Refusal(f"unknown-{sort}", f'there is no {sort} "{name}"{hint}', where)
