"""Sheets being written: what came in, and what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from adjudicator import documents
from adjudicator.engine.refusal import Refusal

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
