"""The sheet for a call: the form, saying that one is ready, receipts."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

import atlas
from adjudicator import documents, games
from adjudicator.engine.refusal import Refused
from correspondence.calls.access import place_of
from correspondence.calls.use_cases import TAKES_SHEETS, set_ready
from correspondence.calls.use_cases import decline_steward as done_without
from correspondence.drafts.use_cases import sheet_draft
from correspondence.errors import Denied, Superseded
from correspondence.overview.call_page import CallPage, call_page
from correspondence.sheets import use_cases
from correspondence.sheets.checking import check_for_call
from correspondence.sheets.queries import receipt as receipt_numbered
from correspondence.sheets.queries import versions_of
from correspondence.sketches.documents import Sketch
from correspondence.sketches.use_cases import keep_sketch
from narration.narrators import narrator_of
from web import request_context
from web.asking import asked_by
from web.drafting import (
    CallState,
    Newer,
    as_written,
    began_with,
    begun,
    form_of_call,
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

pages = Blueprint("sheets", __name__, url_prefix="/calls")


@pages.get("/<call_id>")
def call(call_id: str) -> str | tuple[str, int]:
    """The form, filled with what one was writing, or with the sheet that was handed in last."""
    with request_context.reading() as session:
        page = call_page(session, request_context.signed_in(), call_id, request_context.now())
    return call_form(page, *begun(form_of_call(page)))


@pages.post("/<call_id>/live")
@takes(MOST_SHEET_BYTES)
def live(call_id: str) -> str:
    """What stands in the form, looked through as handing it in would do and kept as a draft: those parts of the page
    that tell of it, drawn anew. Nothing is handed in."""
    with request_context.reading() as session:
        page = call_page(session, request_context.signed_in(), call_id, request_context.now())
    draft, state = kept(form_of_call(page))
    return render_template("call_live.html", **_shown(page, draft, state))


@pages.post("/<call_id>")
@takes(MOST_SHEET_BYTES)
def submit(call_id: str) -> BaseResponse | str | tuple[str, int]:
    """Hand the sheet in, or show the form again: with more rows, from JSON, or with what is wrong. `discard` throws
    the draft away that is kept."""
    me, do = request_context.signed_in(), request.form.get("do", "save")
    if do == "discard":
        return _discarded(call_id)
    with request_context.reading() as session:
        page = call_page(session, me, call_id, request_context.now())
    draft = PAGES.of_edition(page.edition).draft_from_request(page.edition, page.view.board.modules)
    if do == "keep-draft":
        with request_context.writing() as session:
            now = request_context.now()
            sheet_draft(session, me, call_id, now).keep(as_written(draft).fields, draft.sheet, now)
        return redirect(url_for("sheets.call", call_id=call_id, draft=1), 303)
    if do == "from-text":
        draft, typed = taken_over(draft, voice(page.edition, page.house), page.view.board, page.house)
        return call_form(page, draft, typed=typed)
    if request.form.get("more") or do in ("from-json", "to-json") or draft.errors:
        return call_form(page, draft)
    if do == "suggest":
        return call_form(page, _suggested(page, draft))
    if do == "what-if":
        return _tried(page, draft)
    ready = {"save-ready": True, "save-not-ready": False}.get(do)
    try:
        with request_context.reading() as session:
            found = check_for_call(session, me, call_id, documents.encode(draft.sheet), request_context.now())
        with request_context.writing() as session:
            now, basis = request_context.now(), posted_began().basis
            done = use_cases.submit_sheet(session, me, call_id, found, now, ready, basis=basis)
    except Superseded:
        return superseded(call_id, draft)
    except (Refused, Denied) as error:
        draft.errors = say_in(request_context.words(), error)
        draft.status = 422 if isinstance(error, Refused) else status_of(error)
        return call_form(page, draft)
    if ready is not None:
        request_context.ring("calls")
    return redirect(url_for("sheets.receipt", call_id=call_id, number=done.number), 303)


def _discarded(call_id: str) -> BaseResponse:
    """The draft is thrown away, unless another page has kept a newer one; then that is shown first."""
    began = posted_began()
    try:
        with request_context.writing() as session:
            now, upon = request_context.now(), began.drafts
            sheet_draft(session, request_context.signed_in(), call_id, now).discard(upon, began.page)
    except Superseded:
        return redirect(url_for("sheets.call", call_id=call_id, draft=1), 303)
    return redirect(url_for("sheets.call", call_id=call_id), 303)


def superseded(call_id: str, draft: Draft) -> str | tuple[str, int]:
    """The page where another version came in since the form was opened: it shows both, and nothing is lost. What was
    written is kept as a draft too."""
    me = request_context.signed_in()
    with request_context.reading() as session:
        page = call_page(session, me, call_id, request_context.now())
        newest = versions_of(session, me, call_id, request_context.now())
        place = place_of(session, me, call_id, request_context.now())
        player = place.seat.account_id == me.id
    draft.status = 409
    with suppress(Superseded):
        # Unless another page keeps a newer one; then it stands in the form alone.
        keep(form_of_call(page), draft)
    newer = newer_than(draft, newest[0], voice(page.edition, page.house), player=player) if newest else None
    return call_form(page, draft, newer=newer)


def call_form(
    page: CallPage,
    draft: Draft,
    state: CallState | None = None,
    typed: AsText | None = None,
    newer: Newer | None = None,
) -> str | tuple[str, int]:
    """The page with the form; without a `state` the draft came in to be handed in. `typed`: a text that came; `newer`:
    what came in since the form was opened."""
    v = voice(page.edition, page.house)
    beside = {
        "versions": _versions(page),
        "carried": narrator_of(v.edition).sheet(page.carried, v) if page.carried else [],
    }
    shown = _shown(page, draft, state, typed, newer)
    return render_template("call.html", **shown, **beside), draft.status


def _shown(
    page: CallPage,
    draft: Draft,
    state: CallState | None,
    typed: AsText | None = None,
    newer: Newer | None = None,
) -> dict[str, Any]:
    """What the templates show of a call and the form for it, whenever it changes."""
    v = voice(page.edition, page.house)
    direct = page.window.startswith("d")
    warnings = state.warnings if state else ()
    parts = PAGES.of_edition(page.edition).form_parts(page.view, page.house, v, draft, page.window, warnings)
    if page.stood_by:
        # The steward comes before any of them.
        parts["defaults"] = {}
    elif page.unsaid == "bot":
        bots, defaults = games.of_edition(page.edition).left_to_bot, PAGES.of_edition(page.edition).defaults(v.edition)
        parts["defaults"] = {kind: words for kind, words in defaults.items() if kind not in bots}
    return {
        "page": page,
        "left_to_bot": narrator_of(v.edition).letter_words.left_to_bot,
        "news": narrator_of(v.edition).letter_words.news,
        "v": v,
        "draft": draft,
        "state": state or CallState(),
        "began": began_with(page.sheet_number, page.draft.version if page.draft else "", told=newer is not None),
        "number": page.sheet_number,
        "newer": newer,
        "refused": state is None and bool(draft.errors),
        "as_text": typed or as_text(draft, v, page.view.board.modules),
        "able": page.status in TAKES_SHEETS,
        "modules": page.view.board.modules,
        "asked": asked_by(page.view, page.house, page.window, page.pace, v, asked=page.asked),
        "plan": atlas.drawer_of(page.view).plan(
            page.view, draft.sheet, page.house, language=request_context.words().language
        ),
        "signs": atlas.drawer_of(page.view).signs(page.view, page.house),
        "action": url_for("sheets.submit", call_id=page.id),
        "what_ifs": PAGES.of_edition(page.edition).what_ifs is not None,
        "direct": page.questions if direct else (),
        "words_of": lambda asked: narrator_of(v.edition).question(asked, page.view.board, v),
        **parts,
    }


def _tried(page: CallPage, draft: Draft) -> BaseResponse | str | tuple[str, int]:
    """What was written becomes a what-if; nothing is handed in."""
    try:
        with request_context.writing() as session:
            me, sketch = request_context.signed_in(), Sketch(draft.sheet)
            made = keep_sketch(session, me, page.id, sketch, request_context.now())
        return redirect(url_for("what_ifs.kept", call_id=page.id, number=made.number), 303)
    except Denied as error:
        draft.errors, draft.status = say_in(request_context.words(), error), status_of(error)
        return call_form(page, draft)


def _suggested(page: CallPage, draft: Draft) -> Draft:
    """What was written, with what the bot suggests where it leaves the call's questions open."""
    sheet = games.of(page.view).suggest_briefly(page.view, draft.sheet)
    return PAGES.of_edition(page.edition).draft_of(sheet)


def _versions(page: CallPage) -> Sequence[object]:
    if not page.sheet_number:
        return ()
    with request_context.reading() as session:
        return versions_of(session, request_context.signed_in(), page.id, request_context.now())[:20]


@pages.get("/<call_id>/ready")
def ask_ready(call_id: str) -> str:
    """Whether one is ready though no sheet is in, and what would come of it."""
    with request_context.reading() as session:
        page = call_page(session, request_context.signed_in(), call_id, request_context.now())
    v = voice(page.edition, page.house)
    return render_template(
        "ready.html",
        page=page,
        v=v,
        able=page.status in TAKES_SHEETS,
        asked=asked_by(page.view, page.house, page.window, page.pace, v, asked=page.asked),
        standing=narrator_of(v.edition).sheet(page.standing, v) if page.standing else [],
    )


@pages.post("/<call_id>/ready")
def ready(call_id: str) -> BaseResponse:
    """Say that one is ready, or not after all. Without a sheet the page that asks comes first, whose form is `sure`."""
    wanted = request.form.get("ready") == "yes"
    if wanted and request.form.get("sure") != "yes":
        with request_context.reading() as session:
            page = call_page(session, request_context.signed_in(), call_id, request_context.now())
        if not page.sheet_number and page.status in TAKES_SHEETS:
            return redirect(url_for("sheets.ask_ready", call_id=call_id), 303)
    with request_context.writing() as session:
        set_ready(session, request_context.signed_in(), call_id, wanted, request_context.now())
    with request_context.reading() as session:
        page = call_page(session, request_context.signed_in(), call_id, request_context.now())
    request_context.ring("calls")
    flash(
        request_context.words().say("You are ready.")
        if wanted
        else request_context.words().say("You are not ready any more.")
    )
    return redirect(url_for("games.game", game_id=page.game_id), 303)


@pages.post("/<call_id>/no-steward")
def decline_steward(call_id: str) -> BaseResponse:
    """Do without the steward's help that a house just taken over has."""
    with request_context.writing() as session:
        done_without(session, request_context.signed_in(), call_id, request_context.now())
    flash(request_context.words().say("What you leave open is decided by the published defaults now."))
    return redirect(url_for("sheets.call", call_id=call_id), 303)


@pages.get("/<call_id>/sheets/<int(max=100000):number>")
def receipt(call_id: str, number: int) -> str:
    """The receipt of a version: number, time, the sheet as understood, warnings."""
    me = request_context.signed_in()
    with request_context.reading() as session:
        page = call_page(session, me, call_id, request_context.now())
        found = receipt_numbered(session, me, call_id, number, request_context.now())
    v = voice(page.edition, page.house)
    told, typed = (
        narrator_of(v.edition).sheet(found.sheet, v),
        as_text(Draft({}, found.sheet), v, page.view.board.modules),
    )
    left_to_bot = narrator_of(v.edition).letter_words.left_to_bot
    return render_template(
        "receipt.html", page=page, receipt=found, v=v, told=told, typed=typed, left_to_bot=left_to_bot
    )
