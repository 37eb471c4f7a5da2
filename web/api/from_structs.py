"""Schemas of the API from the structs that use cases return and take: their types come from the annotations.

A new operation: let a use case return a dataclass; beside the route, or in the noun's `..._schemas.py`, say

    NoteSchema = answer(NoteLine, "id by body at yours")

and hand it to `Noun.route`. The names say what is shown, in the order of the answer; `left_out` names all other fields.
A field that is neither is an error before the site starts, so that nothing which a dataclass gets later is given away
unseen. What stands within an answer is made an answer first, and found by its type; documents of the adjudicator are
known by theirs (`DOCUMENT_OF`). What a type does not say is given as a field `by_hand`: also what is no field of the
dataclass but comes with it. The description is the dataclass's docstring, unless it is `told` otherwise.

Bodies and queries that no struct stands behind are written by hand, of the bounded fields of `web.api.fields`.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from marshmallow import Schema, fields, validate

from web.api.documents import DOCUMENT_OF, Document
from web.api.fields import Number, Text, Whole, YesNo

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
    kind: type, shown: str, *, left_out: str = "", name: str = "", by_hand: Fields | None = None, told: str = ""
) -> type[Schema]:
    """The schema of an answer from a dataclass, msgspec struct or named tuple, under its own name or another.

    TypeError if a field is neither shown nor left out, if a name is that of no field, or a type cannot be shown.
    """
    if kind in ANSWERS:
        raise TypeError(f"{kind.__name__} is an answer already")
    made = dict(by_hand or {})
    for field, hint in _chosen(kind, shown, left_out, made).items():
        made[field] = _shown(hint, f"{kind.__name__}.{field}", required=True)
    ANSWERS[kind] = _schema(kind, name, {field: made[field] for field in shown.split()}, told)
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
    told: str = "",
) -> type[Schema]:
    """The schema of what is sent, from the dataclass that takes it: whatever is not `required` may be left out.

    `choices`: the values that a text may have, `most`: how many texts a list (each list needs it). TypeError as for
    `answer`.
    """
    made, choices, most = dict(by_hand or {}), choices or {}, most or {}
    for field, hint in _chosen(kind, shown, left_out, made).items():
        metadata = {"enum": list(choices[field])} if field in choices else {}
        options: dict[str, Any] = {"required": True} if field in required.split() else {}
        if hint == tuple[str, ...] and field in most:
            made[field] = fields.List(Text(metadata=metadata), validate=validate.Length(max=most[field]), **options)
            continue
        one, options["allow_none"] = _without_none(hint)
        if get_origin(one) is Literal and field in choices:
            one = str
        if one not in TAKEN:
            raise TypeError(f"{kind.__name__}.{field}: {hint} has no bounds")
        made[field] = TAKEN[one](metadata=metadata, **options)
    return _schema(kind, name, {field: made[field] for field in shown.split()}, told)


def _chosen(kind: type, shown: str, left_out: str, by_hand: Fields) -> dict[str, Any]:
    """The types of the fields that are shown and not made by hand. TypeError for fields nobody decided about."""
    there, wanted, others = _field_names(kind), shown.split(), left_out.split()
    faults = {
        "neither shown nor left out": set(there) - {*wanted, *others},
        "shown and left out": {*wanted} & {*others},
        "shown, but no field": {*wanted} - {*there, *by_hand},
        "left out, but no field": {*others} - {*there},
        "by hand, but not shown": {*by_hand} - {*wanted},
    }
    for fault, names in faults.items():
        if names:
            raise TypeError(f"{kind.__name__}: {fault}: {', '.join(sorted(names))}")
    hints = get_type_hints(kind)
    return {name: hints[name] for name in wanted if name not in by_hand}


def _field_names(kind: Any) -> Sequence[str]:
    if dataclasses.is_dataclass(kind):
        return [field.name for field in dataclasses.fields(kind)]
    found: Sequence[str] = kind.__struct_fields__ if hasattr(kind, "__struct_fields__") else kind._fields
    return found


def _shown(hint: Any, where: str, **options: Any) -> fields.Field[Any]:
    """The field that shows values of a type. TypeError if there is none."""
    one, may_be_none = _without_none(hint)
    if may_be_none:
        return _shown(one, where, allow_none=True, **options)
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
    """The type that is not None, and whether None is allowed beside it; a union of several stays as it is."""
    kinds = [kind for kind in get_args(hint) if kind is not NoneType]
    if get_origin(hint) not in (Union, UnionType) or len(kinds) != 1:
        return hint, False
    return kinds[0], True


def _schema(kind: type, name: str, made: dict[str, fields.Field[Any]], told: str) -> type[Schema]:
    found = Schema.from_dict(made, name=f"{name or kind.__name__}Schema")
    # Programs read JSON: nothing is called None there.
    found.__doc__ = told or (inspect.getdoc(kind) or "").replace("None", "null")
    return found
