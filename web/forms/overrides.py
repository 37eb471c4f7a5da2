"""Overrides and what-ifs as fields of a form, and back."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import msgspec

from adjudicator import games
from adjudicator.engine import Refusal, Refused, Supposed, Unreadable, kind_of, structs_in
from correspondence.what_ifs import WhatIf
from narration.narrators import narrator_of
from narration.words import capital
from web.form_values import digits
from web.forms.sections import Options

MAX_MARKS = 20
# The fields of each kind: name and sort. A `number` has to be said, a `count` is 0 if it is not; `units` and `marks`
# are numbers by kinds of those; of `LISTS` several are chosen; what ends in `?` may be left empty. Others are chosen or
# typed.
Kinds = Mapping[str, Sequence[tuple[str, str]]]
LISTS = ("houses", "hand", "cards", "loans", "winners", "alliances", "tactics", "claim")


@dataclass(frozen=True)
class OverrideField:
    """A field: name, kind, label, options; `slots`: how many choices are shown."""

    name: str
    sort: str
    label: str
    options: tuple[tuple[str, str], ...] = ()
    slots: int = 1


def plain_kinds(override: Any) -> Kinds:
    """The kinds of a game's overrides whose required fields are all numbers and texts."""
    sorts, kinds = {int: "count", str: "text"}, dict[str, tuple[tuple[str, str], ...]]()
    every: Any = structs_in(override)
    for kind in every:
        parts = [field for field in msgspec.structs.fields(kind) if field.required]
        if parts and all(field.type in sorts for field in parts):
            kinds[kind_of(kind)] = tuple((field.name, sorts[field.type]) for field in parts)
    return kinds


class OverrideForm:
    """The overrides of a game as fields, and back.

    `kinds` are lines of fields, as `area house? routed:units`: a sort is written where it is not the name. `labels` are
    those of lists by their sorts, of other fields by their names; `blank` stands where what may be left empty is.
    """

    def __init__(self, kinds: Mapping[str, str], labels: Mapping[str, str], override: Any, blank: str | None) -> None:
        self.kinds: Kinds = {kind: list(map(_field, line.split())) for kind, line in kinds.items()}
        self._labels, self._blank, self._decoder = labels, blank, msgspec.json.Decoder(override)

    def fields(
        self, kind: str, v: Any, options: Mapping[str, Options], slots: Mapping[str, int] | None = None
    ) -> list[OverrideField]:
        """Return the fields of a kind in the words of `v`, with options and slots by kind."""
        shown = []
        for name, sort in self.kinds[kind]:
            base, label = sort.rstrip("?"), self._labels[sort if sort in LISTS else name]
            shown.append(
                OverrideField(
                    name, sort, capital(v.say(label)), tuple(options.get(base, ())), (slots or {}).get(base, 1)
                )
            )
        return shown

    def read(self, kind: str, posted: Mapping[str, Sequence[str]]) -> Any:
        """The override that the fields say. Unreadable for a field that cannot be."""
        if kind not in self.kinds:
            raise Unreadable(Refusal("unknown-override", "there is no such kind of override", "kind"))
        fields = {name: self._value(name, sort, posted) for name, sort in self.kinds[kind]}
        try:
            return self._decoder.decode(msgspec.json.encode({"kind": kind, **fields}))
        except msgspec.MsgspecError as fault:
            raise Unreadable(Refusal.of_data("bad-override", fault)) from fault

    def _value(self, name: str, sort: str, posted: Mapping[str, Sequence[str]]) -> Any:
        """Read one field of an override as its `sort` requires.
        Raises Unreadable (`empty`, `not-a-number`) if it is missing or no number."""
        values = [value.strip() for value in posted.get(name, ()) if value.strip()]
        if sort in ("units", "marks"):
            below = [field for field in posted if field.startswith(f"{name}.")]
            counts = {field.removeprefix(f"{name}."): _count(field, posted) for field in below}
            if sort == "units":
                return {unit: count for unit, count in counts.items() if count}
            return [mark for mark, count in counts.items() for _ in range(min(count, MAX_MARKS))]
        if sort in LISTS:
            return values
        if not values and sort.endswith("?"):
            return None if sort == "count?" else self._blank
        if not values and sort != "count":
            raise Unreadable(Refusal("empty", "something has to stand here", name))
        return _count(name, posted) if sort in ("count", "count?", "number") else values[0]


def _field(word: str) -> tuple[str, str]:
    name, _, sort = word.partition(":")
    return name.rstrip("?"), sort or name


def _count(name: str, posted: Mapping[str, Sequence[str]]) -> int:
    text = next((value.strip() for value in posted.get(name, ()) if value.strip()), "0")
    number = digits(text, 4)
    if number is None:
        raise Unreadable(Refusal("not-a-number", "this is not a number", name))
    return number


@dataclass
class Wrong:
    """What is wrong with a form: whose sheet, where, why."""

    house: str
    where: str
    words: str
    code: str
    field: str


def form_faults(reasons: Collection[Refusal], houses: Collection[str], mine: str, v: Any) -> list[Wrong]:
    """Return refusals of a what-if, each with its house and its field of the form."""
    errors, narrator = [], narrator_of(v.edition)
    for reason in reasons:
        house, _, place = reason.where.partition(".")
        if house not in houses:
            house, place = mine, reason.where
        field = "-".join(reason.where.split(".")[:3])
        words = narrator.refusal(reason.words, v)
        errors.append(Wrong(house, narrator.place(place, v), words, reason.code, field))
    return errors


@dataclass(frozen=True)
class Part:
    """Assumptions about a house, or one's own sheet, as a whole sheet in JSON.
    Also the sheet played in the turn, in words and as JSON, and the game's `fields`. `some`: anything is assumed;
    `bad`: it has an error."""

    house: str
    fields: Any
    document: str
    whole: bool
    told: Sequence[Any]
    guess: str
    some: bool
    bad: bool


@dataclass(frozen=True)
class Tried:
    """A what-if to show: the seat's view and voice, the result (None: impossible).
    Also the turn's window, the errors and, with errors, the fields as `typed`."""

    view: Any
    v: Any
    what_if: WhatIf
    found: Supposed | None
    window: str
    wrong: Collection[Wrong]
    typed: Mapping[str, str]


class WhatIfForm(ABC):
    """The form of a game's what-ifs: converts a what-if to fields and back.

    Fields are named as refusals name places: `orders.winterfell` for one's own, `tyrell.orders.highgarden` for another
    house; `document` and `tyrell.document` are whole sheets as JSON. `template` shows the fields of a part.
    """

    template: ClassVar[str]

    def own(self, sheet: Any, fields: Mapping[str, str], faults: list[Refusal]) -> Any:
        """One's own sheet as the fields change it; by default they do not."""
        return sheet

    @abstractmethod
    def assumed(self, house: str, fields: Mapping[str, str], faults: list[Refusal]) -> Any:
        """Return what the fields assume about another house; adds to `faults`.
        It is called only for houses of which no whole sheet is assumed."""

    @abstractmethod
    def fields_of(self, house: str, tried: Tried) -> Any:
        """Return the values that `template` shows for a house in a what-if."""

    def others(self, view: Any) -> list[str]:
        """The other houses of which something can be assumed."""
        return [house for house in view.board.houses if house != view.seat]

    def what_if_from(
        self, fields: Mapping[str, str], board: Any, edition: Any, mine: str
    ) -> tuple[WhatIf, Sequence[Refusal]]:
        """Read a what-if from the form, with errors whose places begin with the house."""
        faults: list[Refusal] = []
        game = games.of(board)

        def whole(prefix: str) -> Any:
            text = fields.get(f"{prefix}document", "")
            try:
                return game.read_sheet(text.encode(), edition, board.modules) if text.strip() else None
            except Refused as refused:
                faults.extend(msgspec.structs.replace(reason, where=f"{prefix}document") for reason in refused.reasons)
                return None

        sheet = self.own(whole("") or game.empty_sheet, fields, faults)
        others = {}
        for house in board.houses:
            if house != mine:
                theirs = whole(f"{house}.")
                others[house] = game.assumed_type(sheet=theirs) if theirs else self.assumed(house, fields, faults)
        others = {house: assumed for house, assumed in others.items() if assumed != game.assumed_type()}
        number = digits(fields.get("draw", "1"), 5) or 0
        return WhatIf(sheet, others, number, fields.get("name", "")), faults

    def parts_of(self, tried: Tried) -> list[Part]:
        """Return what a page shows of a what-if for each house, one's own house first."""
        return [self._part(house, tried) for house in (tried.view.seat or "", *self.others(tried.view))]

    def _part(self, house: str, tried: Tried) -> Part:
        """Return what a page shows of a what-if for one house."""
        mine, v = house == tried.view.seat, tried.v
        assumed = tried.what_if.others.get(house)
        theirs = assumed.sheet if assumed else None
        written = tried.what_if.sheet if mine else theirs
        sheet = tried.found.sheets.get(house) if tried.found else None
        return Part(
            house=house,
            fields=self.fields_of(house, tried),
            document=tried.typed.get("document" if mine else f"{house}.document", _sheet_json(written)),
            whole=not mine and theirs is not None,
            told=narrator_of(v.edition).sheet(sheet, v) if sheet is not None else [],
            guess=_sheet_json(sheet),
            some=assumed is not None and assumed != type(assumed)(),
            bad=any(error.house == house for error in tried.wrong),
        )


def _sheet_json(sheet: Any) -> str:
    """Return a sheet as JSON text; empty if there is no sheet."""
    return msgspec.json.encode(sheet).decode() if sheet is not None else ""
