"""Sheets of a game as forms: written as fields, read back, and what came in while one is being written."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flask import request
from werkzeug.exceptions import RequestEntityTooLarge

from adjudicator import documents, games
from adjudicator.engine.decision import Refusal, Refused
from web.forms.shown import OPENED
from web.forms.structs import Fields, Reader, Structs, Typed, Writer, plainly

# More than a form of ours has with as many rules as a sheet may have.
MOST_FIELDS = 6000
# Which version was in when the page was opened, which draft was kept then, and an id of the page.
UPON, UPON_DRAFT, PAGE = "upon", "upon-draft", "page-id"
# Fields of the page that are no part of a sheet.
OURS = frozenset({"csrf_token", "do", "more", "opened", "document", "ready", "typed", UPON, UPON_DRAFT, PAGE})


@dataclass
class Draft:
    """A sheet being written: the fields as they stand, the sheet as far as it was understood, what is wrong; the rows
    or the section of which `more` is wanted, and the sections that were `opened` before."""

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
    """The sheet that was typed as JSON; with what is wrong with it, if it cannot be read."""
    try:
        return Draft({}, documents.read_sheet(edition_id, document.encode(), modules))
    except Refused as refused:
        empty = games.of_edition(edition_id).empty_sheet
        return Draft({}, empty, list(refused.reasons), document=document, status=422)


class SheetForm:
    """The form of a game's sheets: `kind` is their class, `typed` how conditions are typed in a game of an edition with
    these modules; `tidy` takes fields away that say nothing."""

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
        """The sheet that fields say, as far as it can be understood, and what cannot be, by field."""
        form = Reader(fields, self._typed(edition, modules))
        return plainly(self.structs.read(self.kind, form)), form.faults

    def write(self, sheet: Any) -> Fields:
        """The fields that say a sheet; reading them gives the same sheet."""
        out = Writer(self._typed(None, ()))
        self.structs.write(out, "", sheet)
        return out.fields

    def draft_of(self, sheet: Any) -> Draft:
        """A sheet as its form shows it."""
        return Draft(self.write(sheet), sheet)

    def draft_from_request(self, edition_id: str, modules: Collection[str], ours: frozenset[str] = OURS) -> Draft:
        """What came in for a game with these modules: the fields of the form, or JSON that stands for all of them.
        `ours` are no part of the sheet."""
        if request.form.get("do", "save") in ("from-json", "save-json"):
            draft = draft_of_document(edition_id, modules, request.form.get("document", ""))
            return draft if draft.errors else self.draft_of(draft.sheet)
        posted = {name: request.form.getlist(name) for name in request.form if name not in ours}
        if len(posted) > MOST_FIELDS:
            raise RequestEntityTooLarge
        sheet, faults = self.read(posted, games.shown_edition(edition_id), modules)
        more, opened = request.form.get("more", ""), tuple(request.form.getlist(OPENED))
        posted = self._tidy(posted)
        if faults and not more:
            return Draft(posted, sheet, faults, status=422, opened=opened)
        # Without faults the form is drawn from the sheet as understood, so that rows are numbered as in refusals.
        return Draft(posted if more else self.write(sheet), sheet, faults, more, opened=opened)
