"""The sheet for a call: the form, saying that one is ready, receipts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response as BaseResponse

from adjudicator.kernel.refusal import Refusal, Refused
from adjudicator.thrones.policies import default_policies
from adjudicator.thrones.sheet import Sheet
from adjudicator.thrones.sheet_reading import read_sheet, write_sheet
from correspondence.calls.queries import CallPage, call_page
from correspondence.calls.use_cases import set_ready
from correspondence.desk.sheets import DeskSheet
from correspondence.errors import Denied
from correspondence.letters.questions import question
from correspondence.sheets import use_cases
from correspondence.sheets.queries import receipt as receipt_numbered
from correspondence.sheets.queries import versions_of
from correspondence.story.instructions import with_names
from correspondence.story.voice import Voice
from web import visit
from web.errors import say_in, status_of
from web.layout import voice
from web.sheet_form import fields_to_sheet, sheet_to_fields
from web.sheet_form.askings import offered
from web.sheet_form.choices import Choices
from web.sheet_form.fields import Fields
from web.sheet_form.sections import KINDS, parts_in_focus, sections
from web.sheet_form.shown import ShownForm
from web.sheet_words import sheet_in_words

pages = Blueprint("sheets", __name__, url_prefix="/calls")

# Fields of the page that are no part of a sheet.
# More than a form of ours has with as many rules as a sheet may have.
MOST_FIELDS = 3000
OURS = frozenset({"csrf_token", "do", "more", "document", "ready"})


@dataclass
class Draft:
    """A sheet being written: the fields as they stand, the sheet as far as it was understood, what is wrong."""

    fields: Fields
    sheet: Sheet = field(default_factory=Sheet)
    errors: list[Refusal] = field(default_factory=list)
    more: str = ""
    document: str | None = None
    status: int = 200

    def json(self) -> str:
        """The sheet as JSON, or what was typed as such."""
        return self.document if self.document is not None else write_sheet(self.sheet).decode()


@pages.get("/<call_id>")
def call(call_id: str) -> str | tuple[str, int]:
    """The form, filled with the sheet that was handed in last."""
    with visit.reading() as session:
        page = call_page(session, visit.signed_in(), call_id, visit.now())
    sheet = page.sheet or page.offered or Sheet()
    return call_form(page, Draft(sheet_to_fields(sheet), sheet))


@pages.post("/<call_id>")
def submit(call_id: str) -> BaseResponse | str | tuple[str, int]:
    """Hand the sheet in, or show the form again: with more rows, from JSON, or with what is wrong."""
    me, do = visit.signed_in(), request.form.get("do", "save")
    with visit.reading() as session:
        page = call_page(session, me, call_id, visit.now())
    draft = draft_from_request(page.edition)
    if request.form.get("more") or do in ("from-json", "to-json") or draft.errors:
        return call_form(page, draft)
    ready = {"save-ready": True, "save-not-ready": False}.get(do)
    try:
        with visit.writing() as session:
            done = use_cases.submit_sheet(session, me, call_id, write_sheet(draft.sheet), visit.now(), ready)
    except (Refused, Denied) as error:
        draft.errors = say_in(visit.words(), error)
        draft.status = 422 if isinstance(error, Refused) else status_of(error)
        return call_form(page, draft)
    if ready is not None:
        visit.ring("calls")
    return redirect(url_for("sheets.receipt", call_id=call_id, number=done.number), 303)


def draft_from_request(edition_id: str, ours: frozenset[str] = OURS) -> Draft:
    """What came in: the fields of the form, or JSON that stands for all of them. `ours` are no part of the sheet."""
    do = request.form.get("do", "save")
    if do in ("from-json", "save-json"):
        return _draft_from_json(request.form.get("document", ""))
    posted = {name: request.form.getlist(name) for name in request.form if name not in ours}
    if len(posted) > MOST_FIELDS:
        raise RequestEntityTooLarge
    sheet, faults = fields_to_sheet(posted, voice(edition_id).edition)
    more = request.form.get("more", "")
    if faults and not more:
        return Draft(posted, sheet, faults, status=422)
    # Without faults the form is drawn from the sheet as understood, so that rows are numbered as in refusals.
    return Draft(posted if more else sheet_to_fields(sheet), sheet, faults, more)


def _draft_from_json(document: str) -> Draft:
    try:
        sheet = read_sheet(document.encode())
    except Refused as refused:
        return Draft({}, Sheet(), list(refused.reasons), document=document, status=422)
    return Draft(sheet_to_fields(sheet), sheet)


def call_form(page: CallPage, draft: Draft) -> str | tuple[str, int]:
    """The page with the form."""
    v = voice(page.edition, page.house)
    direct = page.window.startswith("d")
    made = render_template(
        "call.html",
        page=page,
        v=v,
        draft=draft,
        direct=page.questions if direct else (),
        questions=[question(asked, page.view.board, v) for asked in page.questions],
        words_of=lambda asked: question(asked, page.view.board, v),
        versions=_versions(page),
        carried=sheet_in_words(page.carried, v) if page.carried else [],
        **form_parts(page, draft, page.window),
    )
    return made, draft.status


def form_parts(page: CallPage | DeskSheet, draft: Draft, window: str) -> dict[str, object]:
    """What the templates of the sheet's sections need."""
    v = voice(page.edition, page.house)
    form = ShownForm(draft.fields, draft.errors, (), draft.more, lambda words: with_names(words, v))
    filled = frozenset(
        name for name in set(KINDS.values()) if form.used(name) or form.troubled(name) or _wanted(draft, name)
    )
    choosing = offered(page.view, page.house, v, window, draft.sheet)
    return {
        "f": form,
        "c": Choices(page.view, page.house, v, draft.sheet),
        "choosing": choosing,
        "window_of_orders": mustering_order(v) if window.endswith(("-planning", "-raven")) else "",
        "sections": sections(window, page.view, page.house, v.edition, filled, bool(choosing)),
        "focus": parts_in_focus(window, page.view, v.edition),
        "defaults": default_policies(v.edition),
    }


def mustering_order(v: Voice) -> str:
    """The order that musters, in editions that have one."""
    return next((token.id for token in v.edition.orders.values() if token.musters), "")


def _wanted(draft: Draft, name: str) -> bool:
    return draft.more == name or draft.more.startswith((f"{name}.", f"{name}["))


def _versions(page: CallPage) -> Sequence[object]:
    if not page.sheet_number:
        return ()
    with visit.reading() as session:
        return versions_of(session, visit.signed_in(), page.id, visit.now())[:20]


@pages.post("/<call_id>/ready")
def ready(call_id: str) -> BaseResponse:
    """Say that one is ready, or not after all."""
    wanted = request.form.get("ready") == "yes"
    with visit.writing() as session:
        set_ready(session, visit.signed_in(), call_id, wanted, visit.now())
    with visit.reading() as session:
        page = call_page(session, visit.signed_in(), call_id, visit.now())
    visit.ring("calls")
    flash(visit.words().say("You are ready.") if wanted else visit.words().say("You are not ready any more."))
    return redirect(url_for("games.game", game_id=page.game_id), 303)


@pages.get("/<call_id>/sheets/<int(max=100000):number>")
def receipt(call_id: str, number: int) -> str:
    """The receipt of a version: number, time, the sheet as understood, warnings."""
    me = visit.signed_in()
    with visit.reading() as session:
        page = call_page(session, me, call_id, visit.now())
        found = receipt_numbered(session, me, call_id, number, visit.now())
    v = voice(page.edition, page.house)
    return render_template("receipt.html", page=page, receipt=found, v=v, told=sheet_in_words(found.sheet, v))
