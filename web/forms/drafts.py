"""Order sheets as forms: typed values, rows and errors, drafts, reading back."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flask import request
from werkzeug.exceptions import RequestEntityTooLarge

from adjudicator import documents, games
from adjudicator.engine import Refusal, Refused
from web.form_values import fields_posted, text_posted
from web.forms.structs import MAX_NAME_LENGTH, FieldIndex, Fields, Placed, Reader, Structs, Typed, Writer, plainly

MORE = 3
# A page never shows more rows of a kind than this, whatever is sent.
MAX_SHOWN, MAX_SLOTS, MAX_TOLD = 200, 60, 60
# What asks for a section, before its name; and the field that says which were asked for before.
SECTION, OPENED = "section-", "opened"


@dataclass(frozen=True)
class Offered:
    """A choice: value sent, words, place on the drawing (empty: none).
    For a card its strength, other facts, text, swords and fortifications; the names of its small drawing and arms."""

    value: str
    words: str
    at: str = ""
    strength: str = ""
    note: str = ""
    text: str = ""
    sign: str = ""
    arms: str = ""
    swords: int = 0
    fortifications: int = 0

    @property
    def is_card(self) -> bool:
        """Whether it is drawn as a card."""
        return bool(self.strength or self.text)


class ShownForm(Placed):
    """What the templates use while they draw the form.

    `more` names the rows with more blanks, or the section (`section-<name>`), `opened` the sections opened before;
    `named` turns ids into names. Drawn fields take their name from `name`; `rest` has all other filled fields, so that
    undrawn values are not lost.
    """

    def __init__(
        self,
        fields: Mapping[str, Sequence[str]],
        errors: Sequence[Refusal] = (),
        warnings: Sequence[Refusal] = (),
        more: str = "",
        named: Callable[[str], str] = str,
        opened: Sequence[str] = (),
    ) -> None:
        self._fields, self._more = fields, more
        self._drawn: set[str] = set()
        more_sections = [more.removeprefix(SECTION)] if more.startswith(SECTION) else []
        self.all_opened = list(dict.fromkeys([*opened[:MAX_SLOTS], *more_sections]))
        errors, warnings = _name_houses(errors, named), _name_houses(warnings, named)
        self._filled, self._sent = FieldIndex(fields, filled=True), FieldIndex(fields, filled=False)
        self.all_errors, self.untold = tuple(errors)[:MAX_TOLD], max(0, len(errors) - MAX_TOLD)
        self._errors, self._warnings = _group_by_place(errors), _group_by_place(warnings)
        self._troubled = FieldIndex({name: [name] for name in self._errors}, filled=True)

    @staticmethod
    def field_of(where: str) -> str:
        """Return the field or row that a refusal's place means."""
        return place(where)

    def name(self, name: str) -> str:
        """Return the full name of a field that is drawn; `rest` then leaves it out."""
        self._drawn.add(self.at(name))
        return self.at(name)

    def rest(self) -> list[tuple[str, list[str], bool]]:
        """Return undrawn fields, their values, and whether they or parents have errors."""
        fields = []
        for name, values in self._fields.items():
            filled_values = [value for value in values[:MAX_SLOTS] if value.strip()]
            if filled_values and name not in self._drawn and len(name) <= MAX_NAME_LENGTH:
                fields.append((name, filled_values, self._wrong_above(name)))
        return fields

    def _wrong_above(self, name: str) -> bool:
        """Whether a field, or a row or part that contains it, has an error."""
        ends = [match.start() for match in re.finditer(r"[.\[]", name)]
        return any(name[:end] in self._errors for end in (*ends, len(name)))

    def opened(self, section: str) -> bool:
        """Return whether a section was opened on request, now or before."""
        return self.at(section) in self.all_opened

    def value(self, name: str) -> str:
        """The value of a field, empty if it has none."""
        values = self._fields.get(self.at(name)) or [""]
        return values[0]

    def values(self, name: str) -> list[str]:
        """The values of a field that can be chosen several times, blank ones left out."""
        return [value for value in self._fields.get(self.at(name), ())[:MAX_SLOTS] if value.strip()]

    def slots(self, name: str, least: int = 3, blank: int = 1) -> list[str]:
        """Return a multiple-choice field's values, followed by blank ones.
        There are at least `blank` blank ones, and at least `least` values in all."""
        values = self.values(name)
        return values + [""] * max(least - len(values), blank)

    def rows(self, prefix: str, blank: int = 1, more: int = MORE, least: int = 0) -> list[str]:
        """Return the names of the rows to show: filled or shown ones, then blank ones.
        `blank` rows follow the filled ones; `more` rows are added if they were asked for
        here; there are at least `least` and at most MAX_SHOWN in all."""
        place = self.at(prefix)
        filled, shown = self._filled.rows(place), self._sent.rows(place)
        count = max(filled[-1] + 1 + blank if filled else blank, shown[-1] + 1 if shown else 0, least)
        count += more if self._more == place else 0
        return [f"{prefix}[{n}]" for n in range(min(count, MAX_SHOWN))]

    def keys(self, prefix: str) -> list[str]:
        """The keys of the fields `prefix.<key>` in which something stands."""
        return self._filled.keys(self.at(prefix))[:MAX_SLOTS]

    def used(self, prefix: str) -> bool:
        """Return whether a field with this name, or one below it, is filled."""
        return self.at(prefix) in self._filled

    def errors(self, name: str) -> list[Refusal]:
        """What is wrong with a field or row."""
        return self._errors.get(self.at(name), [])

    def warnings(self, name: str) -> list[Refusal]:
        """What the last receipt said about a field or row."""
        return self._warnings.get(self.at(name), [])

    def troubled(self, prefix: str) -> bool:
        """Return whether this field or row, or one below it, has an error."""
        return self.at(prefix) in self._troubled

    def troubled_besides(self, prefix: str) -> bool:
        """Whether something is wrong anywhere else than below a part."""
        return any(not name.startswith(f"{self.at(prefix)}.") for name in self._errors)

    def grows(self, prefix: str) -> bool:
        """Return whether more rows were asked for at this place or below it."""
        place = self.at(prefix)
        return self._more == place or self._more.startswith((f"{place}.", f"{place}["))

    def asks_more(self, prefix: str) -> bool:
        """Return whether more rows were asked for at exactly this place."""
        return self._more == self.at(prefix)

    def busy(self, prefix: str) -> bool:
        """Whether something stands or is wrong here or below, or more rows were asked for."""
        return self.used(prefix) or self.troubled(prefix) or self.grows(prefix)


def _name_houses(reasons: Sequence[Refusal], named: Callable[[str], str]) -> list[Refusal]:
    return [Refusal(reason.code, named(reason.words), reason.where) for reason in reasons]


def _group_by_place(reasons: Sequence[Refusal]) -> dict[str, list[Refusal]]:
    """Return refusals by the field or row that each is about."""
    reasons_by_place: dict[str, list[Refusal]] = {}
    for reason in reasons:
        reasons_by_place.setdefault(place(reason.where), []).append(reason)
    return reasons_by_place


def place(where: str) -> str:
    """Return the field or row of an error's place, such as `answers.d5: orders`."""
    head = re.sub(r"(^|\.)(orders\.[^.\[\]]+)\[\d+\]$", r"\1\2", where.split(": ", 1)[0].strip())
    return re.sub(r"\[(\d+)\]\.(areas|battles|targets|cards|exclude|houses)\[\d+\]$", r"[\1].\2", head)


def offers(options: Iterable[tuple[str, Any]], value: str) -> bool:
    """Whether a value is among options, or among those of a group."""
    for entry in options:
        if isinstance(entry[1], str):
            if entry[0] == value:
                return True
        elif offers(entry[1], value):
            return True
    return False


# More than a form of ours has with as many rules as a sheet may have.
MAX_FIELDS = 6000
# Which version was in when the page was opened, which draft was kept then, and an id of the page.
UPON, UPON_DRAFT, PAGE = "upon", "upon-draft", "page-id"
# Fields of the page that are no part of a sheet.
OURS = frozenset({"csrf_token", "do", "more", "opened", "document", "ready", "typed", UPON, UPON_DRAFT, PAGE})


@dataclass
class Draft:
    """An order sheet being written: fields, sheet as understood, errors.
    `more` names rows or a section with blanks to add, `opened` the sections opened before."""

    fields: dict[str, list[str]]
    sheet: Any
    errors: list[Refusal] = field(default_factory=list)
    more: str = ""
    document: str | None = None
    status: int = 200
    opened: tuple[str, ...] = ()

    def json(self) -> str:
        """The sheet as JSON, or what was typed as such."""
        return self.document if self.document is not None else documents.encode(self.sheet).decode()


def draft_of_document(edition_id: str, modules: Collection[str], document: str) -> Draft:
    """Return the draft of a sheet typed as JSON, with its errors if unreadable."""
    try:
        return Draft({}, documents.read_sheet(edition_id, document.encode(), modules))
    except Refused as refused:
        empty = games.of_edition(edition_id).empty_sheet
        return Draft({}, empty, list(refused.reasons), document=document, status=422)


class SheetForm:
    """The form of a game's order sheets of class `kind`; `tidy` drops empty fields.
    `typed` gives how conditions are typed for an edition and its modules."""

    def __init__(
        self,
        kind: type[Any],
        structs: Structs,
        typed: Callable[[Any, Collection[str]], Typed],
        tidy: Callable[[Fields], Fields] = lambda fields: fields,
    ) -> None:
        self.kind, self.structs, self._typed, self._tidy = kind, structs, typed, tidy

    def read(
        self, fields: Mapping[str, Sequence[str]], edition: Any, modules: Collection[str] = ()
    ) -> tuple[Any, list[Refusal]]:
        """Read an order sheet from fields as far as possible, and its errors by field."""
        form = Reader(fields, self._typed(edition, modules))
        return plainly(self.structs.read(self.kind, form)), form.faults

    def write(self, sheet: Any) -> Fields:
        """The fields that say a sheet; reading them gives the same sheet."""
        out = Writer(self._typed(None, ()))
        self.structs.write(out, "", sheet)
        return out.fields

    def draft_of(self, sheet: Any) -> Draft:
        """Return an unsaved draft of a sheet, with the form's fields filled from it."""
        return Draft(self.write(sheet), sheet)

    def draft_from_request(self, edition_id: str, modules: Collection[str], ours: frozenset[str] = OURS) -> Draft:
        """Read a draft from the form's fields, or from JSON, which replaces them all.
        `ours` are fields that are no part of the order sheet."""
        if request.form.get("do", "save") in ("from-json", "save-json"):
            draft = draft_of_document(edition_id, modules, text_posted("document"))
            return draft if draft.errors else self.draft_of(draft.sheet)
        posted = fields_posted(ours)
        if len(posted) > MAX_FIELDS:
            raise RequestEntityTooLarge
        sheet, faults = self.read(posted, games.shown_edition(edition_id), modules)
        more, opened = text_posted("more"), tuple(request.form.getlist(OPENED))
        posted = self._tidy(posted)
        if faults and not more:
            return Draft(posted, sheet, faults, status=422, opened=opened)
        # Without faults the form is drawn from the sheet as understood, so that rows are numbered as in refusals.
        return Draft(posted if more else self.write(sheet), sheet, faults, more, opened=opened)
