"""The sheet for a call: the form, saying that one is ready, receipts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

import atlas
from adjudicator import games
from correspondence.calls.access import place_of
from correspondence.calls.use_cases import TAKES_SHEETS, set_ready
from correspondence.calls.use_cases import decline_steward as done_without
from correspondence.drafts.use_cases import sheet_draft
from correspondence.errors import Denied
from correspondence.overview.call_page import CallPage, call_page
from correspondence.sheets import use_cases
from correspondence.sheets.reading import Receipt, versions_of
from correspondence.sheets.reading import receipt as receipt_numbered
from correspondence.sheets.use_cases import Checked, check_for_call
from correspondence.sketches.documents import Sketch
from correspondence.sketches.use_cases import keep_sketch
from narration.narrators import narrator_of
from web import request_context
from web.asking import asked_by
from web.forms.drafts import Draft
from web.layout import voice
from web.sheet_pages import CallState, Response, SheetPage, posted_began
from web.sheet_text import as_text
from web.sizes import MOST_SHEET_BYTES, takes

pages = Blueprint("sheets", __name__, url_prefix="/calls")


class CallSheet(SheetPage):
    """The page of a sheet for a call."""

    endpoint = "sheets.call"
    check, slot = staticmethod(check_for_call), staticmethod(sheet_draft)

    def __init__(self, page: CallPage) -> None:
        self.id, self.page, self.edition, self.house, self.view = page.id, page, page.edition, page.house, page.view
        self.number, self.in_at, self.draft = page.sheet_number, page.sheet_at, page.draft
        self.sheet = page.sheet or page.offered or games.of_edition(page.edition).empty_sheet
        self.warnings = page.sheet_warnings if page.status in TAKES_SHEETS else ()

    def hand_in(self, checked: Checked) -> BaseResponse:
        """Hand the sheet in, say whether one is ready, and show the receipt."""
        ready = {"save-ready": True, "save-not-ready": False}.get(request.form.get("do", "save"))
        with request_context.writing() as session:
            me, now, basis = request_context.signed_in(), request_context.now(), posted_began().basis
            done = use_cases.submit_sheet(session, me, self.id, checked, now, ready, basis=basis)
        if ready is not None:
            request_context.ring("calls")
        return redirect(url_for("sheets.receipt", call_id=self.id, number=done.number), 303)

    def read_again(self) -> tuple[SheetPage, Receipt | None, bool]:
        """The call with the newest version for it."""
        me = request_context.signed_in()
        with request_context.reading() as session:
            page = call_page(session, me, self.id, request_context.now())
            newest = versions_of(session, me, self.id, request_context.now())
            place = place_of(session, me, self.id, request_context.now())
            return CallSheet(page), newest[0] if newest else None, place.seat.account_id == me.id

    def act(self, do: str, draft: Draft) -> Response | None:
        """What the bot suggests where the sheet leaves the call's questions open; a what-if of what was written."""
        if do == "suggest":
            return self.show(self.pages.draft_of(games.of(self.view).suggest_briefly(self.view, draft.sheet)))
        if do != "what-if":
            return None
        try:
            with request_context.writing() as session:
                me, sketch = request_context.signed_in(), Sketch(draft.sheet)
                made = keep_sketch(session, me, self.id, sketch, request_context.now())
            return redirect(url_for("what_ifs.kept", call_id=self.id, number=made.number), 303)
        except Denied as error:
            return self.refuse(draft, error)

    def render(self, **shown: Any) -> str:
        """The whole page, with the versions that were handed in and what earlier sheets of the round say."""
        carried = narrator_of(self.v.edition).sheet(self.page.carried, self.v) if self.page.carried else []
        return render_template("call.html", versions=_versions(self.page), carried=carried, **shown)

    def shown(self, draft: Draft, state: CallState | None) -> dict[str, Any]:
        """What the templates show of a call and the form for it, whenever it changes."""
        page, v, narrator = self.page, self.v, narrator_of(self.v.edition)
        direct = page.window.startswith("d")
        warnings = state.warnings if state else ()
        parts = self.pages.form_parts(page.view, page.house, v, draft, page.window, warnings)
        if page.stood_by:
            # The steward comes before any of them.
            parts["defaults"] = {}
        elif page.unsaid == "bot":
            bots, defaults = games.of_edition(page.edition).left_to_bot, self.pages.defaults(v.edition)
            parts["defaults"] = {kind: words for kind, words in defaults.items() if kind not in bots}
        drawer = atlas.drawer_of(page.view)
        return {
            "page": page,
            "left_to_bot": narrator.letter_words.left_to_bot,
            "news": narrator.letter_words.news,
            "able": page.status in TAKES_SHEETS,
            "asked": asked_by(page.view, page.house, page.window, page.pace, v, asked=page.asked),
            "plan": drawer.plan(page.view, draft.sheet, page.house, language=request_context.words().language),
            "signs": drawer.signs(page.view, page.house),
            "what_ifs": self.pages.what_ifs is not None,
            "direct": page.questions if direct else (),
            "words_of": lambda asked: narrator.question(asked, page.view.board, v),
            **parts,
        }


def sheet_page(call_id: str) -> CallSheet:
    """The page of a call as its reader sees it."""
    with request_context.reading() as session:
        return CallSheet(call_page(session, request_context.signed_in(), call_id, request_context.now()))


@pages.get("/<call_id>")
def call(call_id: str) -> Response:
    """The form, filled with what one was writing, or with the sheet that was handed in last."""
    return sheet_page(call_id).first()


@pages.post("/<call_id>/live")
@takes(MOST_SHEET_BYTES)
def live(call_id: str) -> str:
    """What stands in the form, looked through as handing it in would do and kept as a draft: those parts of the page
    that tell of it, drawn anew. Nothing is handed in."""
    return render_template("call_live.html", **sheet_page(call_id).live())


@pages.post("/<call_id>")
@takes(MOST_SHEET_BYTES)
def submit(call_id: str) -> Response:
    """Hand the sheet in, or show the form again: with more rows, from JSON, or with what is wrong. `discard` throws
    the draft away that is kept."""
    return sheet_page(call_id).submit()


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
