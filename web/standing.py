"""Standing instructions: what holds in every call where the sheet says nothing."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from adjudicator import documents
from adjudicator.engine.refusal import Refused
from correspondence.drafts.use_cases import standing_draft
from correspondence.errors import Denied, Superseded
from correspondence.overview.game_page import GamePage, game_page
from correspondence.sheets import use_cases
from correspondence.sheets.checking import check_standing
from correspondence.sheets.queries import standing_of
from correspondence.sheets.reading import Receipt
from narration.narrators import narrator_of
from web import request_context
from web.drafting import (
    CallState,
    Newer,
    as_written,
    began_with,
    begun,
    form_of_standing,
    keep,
    kept,
    newer_than,
    posted_began,
)
from web.drafts import Draft
from web.errors import say_in, status_of
from web.game_pages import PAGES
from web.layout import voice
from web.sheet_text import AsText, as_text, taken_over
from web.sizes import MOST_SHEET_BYTES, takes

pages = Blueprint("standing", __name__, url_prefix="/games/<game_id>/standing")


@pages.get("")
def form(game_id: str) -> str | tuple[str, int]:
    """The form, filled with what one was writing, or with what holds now."""
    page, held = _read(game_id)
    with request_context.reading() as session:
        written = standing_draft(session, request_context.signed_in(), game_id, request_context.now()).read()
    draft, state = begun(form_of_standing(page, held, written))
    return _form(page, draft, held, state=state)


@pages.post("/live")
@takes(MOST_SHEET_BYTES)
def live(game_id: str) -> str:
    """What stands in the form, looked through as handing it in would do and kept as a draft: those parts of the page
    that tell of it, drawn anew. Nothing of it holds."""
    page, held = _read(game_id)
    draft, state = kept(form_of_standing(page, held))
    return render_template("standing_live.html", **_shown(page, draft, held, state))


@pages.post("")
@takes(MOST_SHEET_BYTES)
def submit(game_id: str) -> BaseResponse | str | tuple[str, int]:
    """Replace the instructions, or show the form again. `discard` throws the draft away that is kept."""
    if request.form.get("do") == "discard":
        return _discarded(game_id)
    page, held = _read(game_id)
    modules = page.view.board.modules if page.view is not None else ()
    draft, do = PAGES.of_edition(page.edition).draft_from_request(page.edition, modules), request.form.get("do", "save")
    me = request_context.signed_in()
    if do == "keep-draft":
        with request_context.writing() as session:
            now = request_context.now()
            standing_draft(session, me, game_id, now).keep(as_written(draft).fields, draft.sheet, now)
        return redirect(url_for("standing.form", game_id=game_id, draft=1), 303)
    if do == "from-text":
        board = page.view.board if page.view is not None else None
        draft, typed = taken_over(draft, voice(page.edition, page.you), board, page.you, lasting=True)
        return _form(page, draft, held, typed)
    if request.form.get("more") or do in ("from-json", "to-json") or draft.errors:
        return _form(page, draft, held)
    try:
        with request_context.reading() as session:
            found = check_standing(session, me, game_id, documents.encode(draft.sheet), request_context.now())
        with request_context.writing() as session:
            basis = posted_began().basis
            use_cases.submit_standing(session, me, game_id, found, request_context.now(), basis=basis)
    except Superseded:
        return _superseded(game_id, draft)
    except (Refused, Denied) as error:
        draft.errors = say_in(request_context.words(), error)
        draft.status = 422 if isinstance(error, Refused) else status_of(error)
        return _form(page, draft, held)
    flash(request_context.words().say("Your standing instructions are kept."))
    return redirect(url_for("standing.form", game_id=game_id), 303)


def _read(game_id: str) -> tuple[GamePage, Receipt | None]:
    me = request_context.signed_in()
    with request_context.reading() as session:
        held = standing_of(session, me, game_id, request_context.now())
        return game_page(session, game_id, me, request_context.now()), held


def _discarded(game_id: str) -> BaseResponse:
    """The draft is thrown away, unless another page has kept a newer one; then that is shown first."""
    began = posted_began()
    try:
        with request_context.writing() as session:
            now, upon = request_context.now(), began.drafts
            standing_draft(session, request_context.signed_in(), game_id, now).discard(upon, began.page)
    except Superseded:
        return redirect(url_for("standing.form", game_id=game_id, draft=1), 303)
    return redirect(url_for("standing.form", game_id=game_id), 303)


def _superseded(game_id: str, draft: Draft) -> str | tuple[str, int]:
    """The page where others hold since the form was opened: it shows both, and nothing is lost. What was written is
    kept as a draft too."""
    page, held = _read(game_id)
    draft.status = 409
    with suppress(Superseded):
        # Unless another page keeps a newer one; then it stands in the form alone.
        keep(form_of_standing(page, held), draft)
    newer = newer_than(draft, held, voice(page.edition, page.you), player=not page.acts_for) if held else None
    return _form(page, draft, held, newer=newer)


def _form(
    page: GamePage,
    draft: Draft,
    held: Receipt | None,
    typed: AsText | None = None,
    state: CallState | None = None,
    newer: Newer | None = None,
) -> str | tuple[str, int]:
    v = voice(page.edition, page.you)
    told = narrator_of(v.edition).sheet(held.sheet, v) if held else []
    return render_template("standing.html", told=told, **_shown(page, draft, held, state, typed, newer)), draft.status


def _shown(
    page: GamePage,
    draft: Draft,
    held: Receipt | None,
    state: CallState | None,
    typed: AsText | None = None,
    newer: Newer | None = None,
) -> dict[str, Any]:
    """What the templates show of the instructions and the form for them; without a `state` the form came in to be
    handed in."""
    if page.view is None or page.you is None:
        raise Denied("game-not-running", "This game is not running.")
    v = voice(page.edition, page.you)
    with request_context.reading() as session:
        written = standing_draft(session, request_context.signed_in(), page.id, request_context.now()).read()
    number = held.number if held else 0
    warnings = state.warnings if state and state.draft_at else held.warnings if held else ()
    return {
        "game": page,
        "v": v,
        "draft": draft,
        "state": state or CallState(),
        "refused": state is None,
        "as_text": typed or as_text(draft, v, page.view.board.modules),
        "held": held,
        "began": began_with(number, written.version if written else "", told=newer is not None),
        "number": number,
        "newer": newer,
        "action": url_for("standing.submit", game_id=page.id),
        "modules": page.view.board.modules,
        **PAGES.of_edition(page.edition).form_parts(page.view, page.you, v, draft, "", warnings),
    }
