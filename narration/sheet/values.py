"""Typed values of the fields of a sheet, by their kinds."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from adjudicator.engine.sheet.fields import Ids, Text
from narration.notation.amounts import Amount, Number, Units
from narration.notation.names import Sorts
from narration.notation.said import Said
from narration.notation.tables import Field, Layout
from narration.notation.values import Flag, Listed, Name, OneOf, Value


class Vocabulary(NamedTuple):
    """What the notation of a game knows besides kinds.

    `words` stand for what a name may be besides ids; `choices` are the words of fields that hold one of some values, by
    the field; `sorts` are values of ids of these sorts, `fields` those of single fields. `rivals` are sorts that may be
    meant behind a comma in a list as well.
    """

    words: Mapping[str, Said]
    choices: Mapping[str, Mapping[Any, Said]]
    sorts: Mapping[Sorts, Callable[[Mapping[str, Said]], Value]]
    fields: Mapping[tuple[type, str], Value]
    rivals: Mapping[tuple[type, str], Sorts] = {}

    def layout(self, kind: Any, words: Mapping[str, Said], close: Collection[str] = (), **grammar: Any) -> Layout:
        """The layout of a rule whose fields have these words before them; `close`: without a comma before them."""
        fields = (Field(name, self.value(kind, name), said, close=name in close) for name, said in words.items())
        return Layout(kind, tuple(fields), **grammar)

    def value(self, kind: Any, name: str) -> Value:
        """How the field of a struct is typed."""
        own = self.fields.get((kind, name))
        if own is not None:
            return own
        return self._of(_hints(kind)[name], name, self.rivals.get((kind, name), ()))

    def _of(self, hint: Any, name: str, rivals: Sorts = ()) -> Value:
        inner = get_args(hint)
        match get_origin(hint):
            case origin if origin is Annotated:
                kind = next((extra for extra in hint.__metadata__ if isinstance(extra, Ids | Text)), None)
                if isinstance(kind, Ids):
                    return self._name(kind)
                return Amount() if isinstance(kind, Text) else self._of(hint.__origin__, name)
            case origin if origin in (Union, UnionType):
                return self._of(next(one for one in inner if one is not type(None)), name)
            case origin if origin is tuple:
                return Listed(self._of(inner[0], name), rivals=rivals)
            case origin if origin is dict:
                return Units("unit")
        if name in self.choices and (hint is bool or get_origin(hint) is Literal):
            return OneOf(self.choices[name])
        return Flag() if hint is bool else Number()

    def _name(self, kind: Ids) -> Value:
        also = {word: self.words[word] for word in kind.also if word}
        make = self.sorts.get(kind.sorts)
        if make is not None:
            return make(also)
        return Name(*kind.sorts, also=also, own=kind.near == "own", around=kind.near == "around")


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)
