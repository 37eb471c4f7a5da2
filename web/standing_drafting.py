"""Standing instructions while they are being written: what stands in the form is looked through and kept; nothing of it
holds."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from flask import request

from adjudicator import documents, games
from adjudicator.engine.refusal import Refusal, Refused
from correspondence.drafts.use_cases import KeptDraft, keep_standing_draft
from correspondence.errors import Denied, Superseded
from correspondence.overview.game_page import GamePage
from correspondence.sheets.checking import check_standing
from correspondence.sheets.reading import Receipt
from web import request_context
from web.drafting import CallState, as_written, posted_began
from web.drafts import Draft
from web.errors import say_in
from web.game_pages import PAGES


def begun(page: GamePage, held: Receipt | None, written: KeptDraft | None) -> tuple[Draft, CallState]:
    """What the form shows first: one's draft if it is newer than what holds, else that."""
    pages = PAGES.of_edition(page.edition)
    newer = written is not None and (held is None or written.changed_at > held.accepted_at)
    if written is not None and (newer or request.args.get("draft")):
        draft = pages.draft_of(written.sheet)
        return seen_through(page, replace(draft, fields=written.fields or draft.fields), written.changed_at)
    return pages.draft_of(held.sheet if held else games.of_edition(page.edition).empty_sheet), CallState(
        hidden_at=written.changed_at if written is not None else None
    )


def kept(page: GamePage, held: Receipt | None) -> tuple[Draft, CallState]:
    """The form that came in, kept as its writer's draft. Raises Denied `game-not-running`, Unreadable
    `sheet-too-large`.

    What was begun upon older instructions than hold, or upon an older draft than another page has kept, is looked
    through, and not kept.
    """
    modules = page.view.board.modules if page.view is not None else ()
    draft = as_written(PAGES.of_edition(page.edition).draft_from_request(page.edition, modules))
    if draft.document is not None and draft.errors:
        # A document that cannot be read says nothing that could be kept.
        return draft, CallState(errors=tuple(draft.errors))
    if not posted_began().fits(number_of(held)):
        return seen_through(page, draft, None)
    now = request_context.now()
    try:
        keep(page, draft)
    except Superseded:
        draft, state = seen_through(page, draft, None)
        return draft, replace(state, elsewhere=True)
    return seen_through(page, draft, now)


def keep(page: GamePage, draft: Draft) -> None:
    """Keep a form as its writer's draft. Raises Superseded where another page has kept a newer one."""
    began, me = posted_began(), request_context.signed_in()
    with request_context.writing() as session:
        now, upon = request_context.now(), began.drafts
        keep_standing_draft(session, me, page.id, draft.fields, draft.sheet, now, upon=upon, page=began.page)


def number_of(held: Receipt | None) -> int:
    """The version that holds; 0 for none."""
    return held.number if held else 0


def seen_through(page: GamePage, draft: Draft, kept_at: datetime | None) -> tuple[Draft, CallState]:
    """A draft with what would be wrong with it, and its state."""
    errors: list[Refusal] = list(draft.errors)
    warnings: tuple[Refusal, ...] = ()
    if not errors:
        me, document, now = request_context.signed_in(), documents.encode(draft.sheet), request_context.now()
        try:
            with request_context.reading() as session:
                warnings = check_standing(session, me, page.id, document, now).warnings
        except (Refused, Denied) as error:
            errors = say_in(request_context.words(), error)
    return replace(draft, errors=errors, status=200), CallState(kept_at, tuple(errors), warnings)
