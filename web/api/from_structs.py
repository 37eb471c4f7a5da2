"""API schemas made from the structs of use cases, typed by their annotations.

`Text` is what a schema that reads bodies or queries uses for every text; marshmallow's own are unbounded.

To add an operation, let a use case return a dataclass; in the noun's `..._schemas.py` beside the route write

NoteSchema = answer(NoteLine, "id by body at yours")

and pass it to `Noun.route`. The names are the fields shown, in order; `left_out` names all others. A field in neither
raises an error before the site starts, so that no later field is disclosed unseen. A nested answer is defined first and
found by its type, as are documents of the adjudicator (`DOCUMENT_OF`). Fields that the type does not determine or the
dataclass lacks are given `by_hand`. The description is the dataclass's docstring, unless `told` is given.

Schemas without a struct are written by hand, of the bounded fields of `web.api.from_structs`.
"""

from __future__ import annotations

import dataclasses
import inspect
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from marshmallow import Schema, ValidationError, fields, validate

from adjudicator import games
from adjudicator.documents import json_schemas
from adjudicator.engine import Decision, Game, Record, Refusal, Standing, View, parameterize
from correspondence.what_ifs import WhatIf
from narration.paragraph import Paragraph

REF = "#/components/schemas/"
_REFERENCE = re.compile(r'"#/components/schemas/(\w+)"')


def _view_schema(family: Game) -> Any:
    """Schema of what one seat (null: everybody) may know; never instantiated."""
    view, decision = family.types.view, family.types.decision
    view_struct = msgspec.defstruct("SeenView", [("waiting", parameterize(list, decision), [])], bases=(view,))
    view_struct.__doc__ = (
        "What one seat (null: everybody) may know: the board, the sizes of decks, the decisions of that seat."
    )
    return view_struct


# The name of each document in the description, and its type in a family.
DOCUMENTS: dict[str, Callable[[Game], Any]] = {
    "Sheet": lambda family: family.types.sheet,
    "WhatIf": lambda family: parameterize(WhatIf, family.types.sheet, family.assumed_type or dict[str, Any]),
    "View": _view_schema,
    "Record": lambda game: game.record_type,
    "Decision": lambda family: family.types.decision,
    "Standing": lambda family: family.types.standing,
    "Refusal": lambda _: Refusal,
    "Paragraph": lambda _: Paragraph,
}
# Those that are known by their types in the annotations of structs. Sheets are of any type.
DOCUMENT_OF: dict[Any, str] = {
    WhatIf: "WhatIf",
    **{kind: kind.__name__ for kind in (View, Record, Decision, Standing, Refusal, Paragraph)},
}


@cache
def _schemas() -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the schemas of all documents by name, and the parts they refer to.
    Parts that differ from the first family's are prefixed by their family."""
    every: dict[str, list[Any]] = {name: [] for name in DOCUMENTS}
    parts: dict[str, Any] = {}
    for place, family in enumerate(games.GAMES.values()):
        documents, own = _of_family(family, family.id.capitalize() if place else "", parts)
        parts.update(own)
        for name, schema in documents.items():
            if schema not in every[name]:
                every[name].append(schema)
    return {name: variants[0] if len(variants) == 1 else {"anyOf": variants} for name, variants in every.items()}, parts


def _of_family(family: Game, prefix: str, earlier_parts: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a family's documents and parts.
    Names not in `earlier_parts` get the `prefix`."""
    schemas, parts = json_schemas({name: kind(family) for name, kind in DOCUMENTS.items()}, f"{REF}{{name}}")
    parts = family.describe(parts)
    if not prefix:
        return schemas, parts
    own = {name for name, part in parts.items() if earlier_parts.get(name) != part}
    refers = {name: set(_REFERENCE.findall(json.dumps(part))) for name, part in parts.items()}
    while more := {name for name in parts.keys() - own if refers[name] & own}:
        own |= more
    json_text = json.dumps([schemas, {prefix + name if name in own else name: part for name, part in parts.items()}])
    for name in own:
        json_text = json_text.replace(json.dumps(REF + name), json.dumps(REF + prefix + name))
    documents, named = json.loads(json_text)
    return documents, named


def components() -> dict[str, Any]:
    """The parts of all documents, as named schemas of the description."""
    return _schemas()[1]


def schema_of(document: str) -> dict[str, Any]:
    """Return the schema of one of the DOCUMENTS by its name."""
    schema: dict[str, Any] = _schemas()[0][document]
    return schema


def plain(value: Any) -> Any:
    """A document as plain data for JSON."""
    return msgspec.to_builtins(value, str_keys=True)


class Document(fields.Field[Any]):
    """A field that holds one of the DOCUMENTS, for answers only."""

    def __init__(self, document: str, **options: Any) -> None:
        metadata = {"allOf": [schema_of(document)]}
        super().__init__(metadata=metadata, **options)

    def _serialize(self, value: Any, attr: str | None, obj: Any, **kwargs: Any) -> Any:
        return plain(value)


def several_of(words: Iterable[str]) -> fields.List[Any]:
    """Return a field that lists some of these words, for answers only."""
    return fields.List(fields.String(metadata={"enum": list(words)}), required=True)


MAX_NUMBER = 999_999
# Characters of a text about which nothing else is said. What it means has its own bounds, told by the use cases.
MAX_LENGTH = 2000
MAX_KINDS, MAX_KIND_LENGTH = 60, 60


class Text(fields.String):
    """Text that can be stored: no NUL, no surrogates, at most `longest` characters.
    The length is checked first; further limits belong to the use cases."""

    def __init__(self, *, longest: int = MAX_LENGTH, **options: Any) -> None:
        metadata = {"maxLength": longest, **(options.pop("metadata", None) or {})}
        super().__init__(metadata=metadata, **options)
        self.longest = longest

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        """Return the text that was sent.
        Raises ValidationError if it is too long, or has a NUL or surrogate."""
        if isinstance(value, str | bytes) and len(value) > self.longest:
            raise ValidationError(f"Longer than maximum length {self.longest}.")
        text = super()._deserialize(value, attr, data, **kwargs)
        if "\x00" in text or any("\ud800" <= mail <= "\udfff" for mail in text):
            raise ValidationError("Not a valid text.")
        return text


class Whole(fields.Integer):
    """An integer as JSON Schema has it: `2.0` is one, `"2"` and `true` are not."""

    def __init__(self, **options: Any) -> None:
        super().__init__(strict=True, **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        whole = isinstance(value, int) and not isinstance(value, bool)
        if not whole and not (isinstance(value, float) and value.is_integer()):
            raise ValidationError("Not a valid integer.")
        return int(value)


class Number(fields.Float):
    """A number written as one, not as text."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) < float("inf"):
            raise ValidationError("Not a valid number.")
        return float(value)


class YesNo(fields.Boolean):
    """`true` or `false`, not words or numbers for them."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if not isinstance(value, bool):
            raise ValidationError("Not a valid boolean.")
        return value


class Pace(fields.Field[Any]):
    """The name of a pace, or the kinds of decisions at which the game stops."""

    longest = MAX_KIND_LENGTH

    def __init__(self, **options: Any) -> None:
        kind = {"type": "string", "maxLength": MAX_KIND_LENGTH}
        kinds = {"type": "array", "maxItems": MAX_KINDS, "items": kind}
        metadata = {"anyOf": [{"type": "string", "enum": list(games.named_paces())}, kinds]}
        super().__init__(metadata=metadata, **options)

    def _serialize(self, value: Any, attr: str | None, obj: Any, **kwargs: Any) -> Any:
        return value if value in games.named_paces() else value.split(",")

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        kinds = value if isinstance(value, list) else [value]
        if len(kinds) > MAX_KINDS or not all(isinstance(kind, str) and len(kind) <= MAX_KIND_LENGTH for kind in kinds):
            raise ValidationError("Not a valid pace.")
        return tuple(value) if isinstance(value, list) else value


Fields = Mapping[str, fields.Field[Any]]
SHOWN: dict[Any, type[fields.Field[Any]]] = {
    str: fields.String,
    int: fields.Integer,
    float: fields.Float,
    bool: fields.Boolean,
    datetime: fields.DateTime,
    date: fields.Date,
}
TAKEN: dict[Any, type[fields.Field[Any]]] = {str: Text, int: Whole, float: Number, bool: YesNo}
# Those that were made so far, each by its struct.
ANSWERS: dict[Any, type[Schema]] = {}


def answer(
    kind: type, shown: str, *, left_out: str = "", name: str = "", by_hand: Fields | None = None, description: str = ""
) -> type[Schema]:
    """Return an answer's schema from a dataclass, msgspec struct or named tuple.

    Raises TypeError for a field neither shown nor left out, an unknown name, or a type that cannot be shown.
    """
    if kind in ANSWERS:
        raise TypeError(f"{kind.__name__} is an answer already")
    schema_fields = dict(by_hand or {})
    for field, hint in _chosen(kind, shown, left_out, schema_fields).items():
        schema_fields[field] = _shown(hint, f"{kind.__name__}.{field}", required=True)
    ANSWERS[kind] = _schema(kind, name, {field: schema_fields[field] for field in shown.split()}, description)
    return ANSWERS[kind]


def body(
    kind: type,
    shown: str,
    *,
    left_out: str = "",
    name: str = "",
    required: str = "",
    choices: Mapping[str, Sequence[str]] | None = None,
    most: Mapping[str, int] | None = None,
    by_hand: Fields | None = None,
    description: str = "",
) -> type[Schema]:
    """Return a body's schema from its dataclass; only `required` fields must come.
    `choices`: allowed values of a text; `most`: the maximum number of texts in a list (each list
    needs it). Raises TypeError for a field in no list, an unknown name, or a type without bounds."""
    schema, choices, most = dict(by_hand or {}), choices or {}, most or {}
    for field, hint in _chosen(kind, shown, left_out, schema).items():
        metadata = {"enum": list(choices[field])} if field in choices else {}
        options: dict[str, Any] = {"required": True} if field in required.split() else {}
        if hint == tuple[str, ...] and field in most:
            schema[field] = fields.List(Text(metadata=metadata), validate=validate.Length(max=most[field]), **options)
            continue
        inner_type, options["allow_none"] = _without_none(hint)
        if get_origin(inner_type) is Literal and field in choices:
            inner_type = str
        if inner_type not in TAKEN:
            raise TypeError(f"{kind.__name__}.{field}: {hint} has no bounds")
        schema[field] = TAKEN[inner_type](metadata=metadata, **options)
    return _schema(kind, name, {field: schema[field] for field in shown.split()}, description)


def _chosen(kind: type, shown: str, left_out: str, by_hand: Fields) -> dict[str, Any]:
    """Return types of fields to copy. TypeError for fields in none of the lists."""
    field_names, shown_names, others = _field_names(kind), shown.split(), left_out.split()
    faults = {
        "neither shown nor left out": set(field_names) - {*shown_names, *others},
        "shown and left out": {*shown_names} & {*others},
        "shown, but no field": {*shown_names} - {*field_names, *by_hand},
        "left out, but no field": {*others} - {*field_names},
        "by hand, but not shown": {*by_hand} - {*shown_names},
    }
    for fault, names in faults.items():
        if names:
            raise TypeError(f"{kind.__name__}: {fault}: {', '.join(sorted(names))}")
    hints = get_type_hints(kind)
    return {name: hints[name] for name in shown_names if name not in by_hand}


def _field_names(kind: Any) -> Sequence[str]:
    if dataclasses.is_dataclass(kind):
        return [field.name for field in dataclasses.fields(kind)]
    names: Sequence[str] = kind.__struct_fields__ if hasattr(kind, "__struct_fields__") else kind._fields
    return names


def _shown(hint: Any, where: str, **options: Any) -> fields.Field[Any]:
    """The field that shows values of a type. TypeError if there is none."""
    inner_type, may_be_none = _without_none(hint)
    if may_be_none:
        return _shown(inner_type, where, allow_none=True, **options)
    origin, of = get_origin(hint), get_args(hint)
    if origin is Literal:
        return fields.String(metadata={"enum": list(of)}, **options)
    if origin in (list, Sequence) or (origin is tuple and of[1:] == (...,)):
        return fields.List(_shown(of[0], where), **options)
    if origin in (dict, Mapping):
        values = None if of[1] is Any else _shown(of[1], where)
        return fields.Dict(keys=_shown(of[0], where), values=values, **options)
    if hint in DOCUMENT_OF:
        return Document(DOCUMENT_OF[hint], **options)
    if hint in ANSWERS:
        return fields.Nested(ANSWERS[hint], **options)
    if hint not in SHOWN:
        raise TypeError(f"{where}: {hint} is no answer; make one of it first, or the field by hand")
    return SHOWN[hint](**options)


def _without_none(hint: Any) -> tuple[Any, bool]:
    """Return the type without None and whether None is allowed; keep other unions."""
    kinds = [kind for kind in get_args(hint) if kind is not NoneType]
    if get_origin(hint) not in (Union, UnionType) or len(kinds) != 1:
        return hint, False
    return kinds[0], True


def _schema(kind: type, name: str, schema_fields: dict[str, fields.Field[Any]], description: str) -> type[Schema]:
    schema = Schema.from_dict(schema_fields, name=f"{name or kind.__name__}Schema")
    # Programs read JSON: nothing is called None there.
    schema.__doc__ = description or (inspect.getdoc(kind) or "").replace("None", "null")
    return schema
