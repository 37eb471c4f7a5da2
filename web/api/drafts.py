"""Drafts of sheets: kept while they are written, looked through, never handed in by themselves."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from adjudicator.engine.decision import Illegal, Refusal
from adjudicator.engine.values import Sheet
from correspondence.input_validation import NotFound
from correspondence.sheets.reading import sheet_draft, sheet_for
from correspondence.sheets.use_cases import check_for_call
from narration.words import N_
from web import request_context
from web.api.documents import Document
from web.api.from_structs import answer
from web.api.noun import Noun, caller, preconditions, read, with_etag
from web.api.sheets import SHEET, body
from web.security import MOST_SHEET_BYTES

noun = Noun("drafts", "Drafts of sheets: what you are writing for a call. Nobody else reads them, and none counts.")


@dataclass(frozen=True)
class DraftKept:
    """What you are writing for a call, as far as it was understood, and when it was changed last."""

    sheet: Sheet
    changed_at: datetime


@dataclass(frozen=True)
class Looked:
    """What there is to say about a sheet: `errors` would refuse it, `warnings` would stand in its receipt."""

    errors: tuple[Refusal, ...]
    warnings: tuple[Refusal, ...]


DraftSchema = answer(
    DraftKept, "sheet changed_at", name="SheetDraft", by_hand={"sheet": Document("Sheet", required=True)}
)
LookedSchema = answer(Looked, "errors warnings", name="Looked")


@noun.route("GET", "/calls/<call_id>/draft", DraftSchema)
def draft(call_id: str) -> Any:
    """What you are writing for a call, on the site or here."""
    mine = caller()
    with request_context.reading() as session:
        found = sheet_draft(session, mine, call_id, request_context.now()).read()
    if found is None:
        raise NotFound("no-such-draft", N_("You keep no draft for this call."))
    return with_etag(DraftKept(found.sheet, found.changed_at), found.version)


@noun.route(
    "PUT", "/calls/<call_id>/draft", DraftSchema, requestBody=SHEET, most_bytes=MOST_SHEET_BYTES, conditional=True
)
def keep(call_id: str) -> Any:
    """Keep what you are writing, in place of what was kept; nothing of it is checked or handed in."""
    mine, document = caller(), body()
    with request_context.reading() as session:
        sheet = sheet_for(session, mine, call_id, document, request_context.now())
    with request_context.writing() as session:
        now = request_context.now()
        found = sheet_draft(session, mine, call_id, now).keep({}, sheet, now, preconditions())
    return with_etag(DraftKept(found.sheet, found.changed_at), found.version)


@noun.route("DELETE", "/calls/<call_id>/draft", status=204, conditional=True)
def discard(call_id: str) -> None:
    """Throw away what you are writing for a call; nothing happens if there is nothing."""
    mine = caller()
    with request_context.writing() as session:
        sheet_draft(session, mine, call_id, request_context.now()).discard(preconditions())


@noun.route("POST", "/calls/<call_id>/check", LookedSchema, requestBody=SHEET, most_bytes=MOST_SHEET_BYTES)
def look_through(call_id: str) -> Looked:
    """What handing in a sheet would say that can be read; nothing is kept or handed in."""
    caller()
    document = body()
    try:
        found = read(check_for_call, call_id, document, request_context.now())
    except Illegal as refused:
        return Looked(tuple(refused.reasons), ())
    return Looked((), found.warnings)
