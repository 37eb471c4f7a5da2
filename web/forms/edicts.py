"""Edicts and what-ifs as fields of a form, and back."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from adjudicator.engine.decision import Refusal, Refused, Unreadable
from adjudicator.engine.values import structs_in
from narration.narrators import narrator_of

MOST_MARKS = 20
# The fields of each kind: name and sort. A `number` has to be said, a `count` is 0 if it is not; `units` and `marks`
# are numbers by kinds of those; of `LISTS` several are chosen; what ends in `?` may be left empty. Others are chosen or
# typed.
Kinds = Mapping[str, tuple[tuple[str, str], ...]]
LISTS = ("houses", "hand", "cards", "loans", "winners", "alliances", "tactics", "claim")


@dataclass(frozen=True)
class EdictField:
    """A field: its name, its sort, its words, what can be chosen; `slots`: how many choices are shown."""

    name: str
    sort: str
    label: str
    options: tuple[tuple[str, str], ...] = ()
    slots: int = 1


def plain_kinds(edict: Any) -> Kinds:
    """The kinds of a game's edicts whose required fields are all numbers and texts."""
    sorts, kinds = {int: "count", str: "text"}, dict[str, tuple[tuple[str, str], ...]]()
    every: Any = structs_in(edict)
    for kind in every:
        parts = [one for one in msgspec.structs.fields(kind) if one.required]
        if parts and all(one.type in sorts for one in parts):
            kinds[str(kind.__struct_config__.tag)] = tuple((one.name, sorts[one.type]) for one in parts)
    return kinds


class EdictForm:
    """Reads the edicts of a game; `blank` stands where what may be left empty is."""

    def __init__(self, kinds: Kinds, edict: Any, blank: str | None) -> None:
        self._kinds, self._blank, self._decoder = kinds, blank, msgspec.json.Decoder(edict)

    def read(self, kind: str, posted: Mapping[str, Sequence[str]]) -> Any:
        """The edict that the fields say. Unreadable for a field that cannot be."""
        if kind not in self._kinds:
            raise Unreadable(Refusal("unknown-edict", "there is no such kind of edict", "kind"))
        fields = {name: self._value(name, sort, posted) for name, sort in self._kinds[kind]}
        try:
            return self._decoder.decode(msgspec.json.encode({"kind": kind, **fields}))
        except msgspec.MsgspecError as fault:
            raise Unreadable(Refusal.of_data("bad-edict", fault)) from fault

    def _value(self, name: str, sort: str, posted: Mapping[str, Sequence[str]]) -> Any:
        values = [value.strip() for value in posted.get(name, ()) if value.strip()]
        if sort in ("units", "marks"):
            below = [field for field in posted if field.startswith(f"{name}.")]
            counts = {field.removeprefix(f"{name}."): _count(field, posted) for field in below}
            if sort == "units":
                return {unit: count for unit, count in counts.items() if count}
            return [mark for mark, count in counts.items() for _ in range(min(count, MOST_MARKS))]
        if sort in LISTS:
            return values
        if not values and sort.endswith("?"):
            return None if sort == "count?" else self._blank
        if not values and sort != "count":
            raise Unreadable(Refusal("empty", "something has to stand here", name))
        return _count(name, posted) if sort in ("count", "count?", "number") else values[0]


def _count(name: str, posted: Mapping[str, Sequence[str]]) -> int:
    text = next((value.strip() for value in posted.get(name, ()) if value.strip()), "0")
    if not text.isascii() or not text.isdigit() or len(text) > 4:
        raise Unreadable(Refusal("not-a-number", "this is not a number", name))
    return int(text)


@dataclass
class Wrong:
    """What is wrong with a form: whose sheet, where, why."""

    house: str
    where: str
    words: str
    code: str
    field: str


def wrongs(reasons: Collection[Refusal], houses: Collection[str], mine: str, v: Any) -> list[Wrong]:
    """Refusals of a sketch, with whose sheet they are about and which field of the form."""
    found, narrator = [], narrator_of(v.edition)
    for reason in reasons:
        house, _, place = reason.where.partition(".")
        if house not in houses:
            house, place = mine, reason.where
        field = "-".join(reason.where.split(".")[:3])
        words = narrator.refusal(reason.words, v)
        found.append(Wrong(house, narrator.place(place, v), words, reason.code, field))
    return found


def draw_posted(fields: Mapping[str, str]) -> int:
    """Which draw of chance a form says; 0 for what is none."""
    draw = fields.get("draw", "1")
    return int(draw) if draw.isascii() and draw.isdigit() and len(draw) < 6 else 0


def whole_sheet(text: str, prefix: str, read: Callable[[bytes], Any], faults: list[Refusal]) -> Any:
    """A sheet typed as JSON; None for an empty field, and, with more faults, for what cannot be read."""
    if not text.strip():
        return None
    try:
        return read(text.encode())
    except Refused as refused:
        faults += [msgspec.structs.replace(one, where=f"{prefix}document") for one in refused.reasons]
        return None
