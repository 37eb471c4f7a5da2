"""A player's sheet replaced at the desk, in the form that players write it in."""

from __future__ import annotations

from flask import render_template, request
from werkzeug.wrappers import Response as BaseResponse

import atlas
from adjudicator import documents
from adjudicator.engine.decision import Refused
from correspondence.edicts.documents import NewSheet
from correspondence.input_validation import Denied, Invalid
from correspondence.review.edicts import DeskSheet, desk_sheet
from narration.narrators import narrator_of
from web import request_context
from web.errors import say_in, status_of
from web.forms.drafts import OURS, Draft
from web.game_pages import PAGES
from web.gm.desk import pages
from web.gm.edicts import proposed, stale
from web.layout import voice
from web.security import MOST_SHEET_BYTES, takes

AT_DESK = OURS | {"reason", "call", "draft"}


@pages.get("/drafts/<draft_id>/sheets/<house>")
def sheet_of(game_id: str, draft_id: str, house: str) -> str | tuple[str, int]:
    """The form with the sheet that counts for a house in the draft."""
    try:
        page = _page(game_id, draft_id, house)
    except Denied as error:
        return stale(game_id, error)
    return _form(page, PAGES.of_edition(page.edition).draft_of(page.sheet))


def _page(game_id: str, draft_id: str, house: str) -> DeskSheet:
    return request_context.read(desk_sheet, game_id, draft_id, house, request_context.now())


def _form(page: DeskSheet, written: Draft) -> tuple[str, int]:
    v = voice(page.edition, page.house)
    made = render_template(
        "gm/sheet.html",
        page=page,
        v=v,
        signs=atlas.drawer_of(page.view).signs(page.view, page.house),
        draft=written,
        direct=page.questions if page.window.startswith("d") else (),
        questions=[narrator_of(v.edition).question(asked, page.view.board, v) for asked in page.questions],
        words_of=lambda asked: narrator_of(v.edition).question(asked, page.view.board, v),
        modules=page.view.board.modules,
        reason=request.form.get("reason", ""),
        **PAGES.of_edition(page.edition).form_parts(page.view, page.house, v, written, page.window),
    )
    return made, written.status


@pages.post("/drafts/<draft_id>/sheets/<house>")
@takes(MOST_SHEET_BYTES)
def replace_sheet(game_id: str, draft_id: str, house: str) -> BaseResponse | str | tuple[str, int]:
    """Propose the sheet, or show the form again: with more rows, from JSON, or with what is wrong."""
    try:
        page = _page(game_id, draft_id, house)
        written = PAGES.of_edition(page.edition).draft_from_request(page.edition, page.view.board.modules, AT_DESK)
        if request.form.get("more") or request.form.get("do") in ("from-json", "to-json") or written.errors:
            return _form(page, written)
        decree = NewSheet(house, documents.encode(written.sheet).decode())
        return proposed(game_id, decree, request.form.get("reason", ""))
    except (Refused, Invalid) as error:
        written.errors = say_in(request_context.words(), error)
        written.status = 422 if isinstance(error, Refused) else status_of(error)
        return _form(page, written)
    except Denied as error:
        return stale(game_id, error)
