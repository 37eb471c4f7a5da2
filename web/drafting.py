"""A sheet while it is being written: what stands in the form is looked through and kept; nothing is handed in."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from flask import request

from adjudicator import face
from adjudicator.kernel.refusal import Refusal, Refused
from correspondence.calls.readiness import TAKES_SHEETS
from correspondence.drafts.use_cases import keep_draft
from correspondence.overview.call_page import CallPage
from correspondence.sheets.checking import check_for_call
from web import request_context
from web.drafts import OURS, UPON, Draft
from web.errors import say_in
from web.families import pages_of


@dataclass(frozen=True)
class CallState:
    """What the page of a call, or of standing instructions, says beside its form: when the draft in it was kept (None:
    it holds none), and what there is to say about it. `errors` would refuse it if it were handed in as it stands."""

    draft_at: datetime | None = None
    errors: tuple[Refusal, ...] = ()
    warnings: tuple[Refusal, ...] = ()


def begun(page: CallPage) -> tuple[Draft, CallState]:
    """What the form shows first: one's draft if it is newer than the sheet that is in, else that sheet."""
    pages = pages_of(page.edition)
    written = page.draft
    if written is not None and (page.sheet_at is None or written.changed_at > page.sheet_at):
        draft = pages.draft_of(written.sheet)
        return seen_through(page, replace(draft, fields=written.fields or draft.fields), written.changed_at)
    return pages.draft_of(page.sheet or page.offered or face.empty_sheet(page.edition)), CallState(
        warnings=page.sheet_warnings if page.status in TAKES_SHEETS else ()
    )


def seen_through(page: CallPage, draft: Draft, kept_at: datetime | None) -> tuple[Draft, CallState]:
    """A draft with what would be wrong with it, and its state."""
    errors: list[Refusal] = list(draft.errors)
    warnings: tuple[Refusal, ...] = ()
    if not errors:
        me, document = request_context.signed_in(), face.encode_sheet(draft.sheet)
        try:
            with request_context.reading() as session:
                warnings = check_for_call(session, me, page.id, document, request_context.now()).warnings
        except Refused as error:
            errors = say_in(request_context.words(), error)
    return replace(draft, errors=errors, status=200), CallState(kept_at, tuple(errors), warnings)


def kept(page: CallPage) -> tuple[Draft, CallState]:
    """The form that came in, kept as its writer's draft. Raises Denied `call-closed`, Unreadable `sheet-too-large`.

    What was on its way while a newer sheet was handed in is looked through, and not kept after it.
    """
    draft = pages_of(page.edition).draft_from_request(page.edition, page.view.board.modules)
    draft = as_written(draft)
    if draft.document is not None and draft.errors:
        # A document that cannot be read says nothing that could be kept.
        return draft, CallState(errors=tuple(draft.errors))
    if request.form.get(UPON, str(page.sheet_number)) != str(page.sheet_number):
        return seen_through(page, draft, None)
    now = request_context.now()
    with request_context.writing() as session:
        keep_draft(session, request_context.signed_in(), page.id, draft.fields, draft.sheet, now)
    return seen_through(page, draft, now)


def as_written(draft: Draft) -> Draft:
    """Rows are numbered as in refusals only if nothing gets lost by that: what says nothing yet stays as it stands."""
    posted = {name: request.form.getlist(name) for name in request.form if name not in OURS}
    if draft.document is None and _filled(posted) > _filled(draft.fields):
        return replace(draft, fields=posted)
    return draft


def _filled(fields: dict[str, list[str]]) -> int:
    return sum(bool(value.strip()) for values in fields.values() for value in values)
