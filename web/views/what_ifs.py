"""What-ifs: sheets tried on what a seat knows: form, result, saved ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, flash, render_template, request
from werkzeug.exceptions import BadRequest

from adjudicator import games
from adjudicator.engine import Decided, Refused, Supposed, Unreadable
from correspondence import what_ifs
from correspondence.archive.records import TurnChange, redacted
from correspondence.archive.statistics import GameReplay
from correspondence.input_validation import Denied, Invalid, Superseded
from correspondence.mail.pictures import arrows_of
from correspondence.overview.game_pages import TurnPage, turn_page
from correspondence.turns import TAKES_SHEETS
from correspondence.what_ifs import (
    StoredWhatIf,
    WhatIf,
    check_what_if,
    find_what_if,
    list_what_ifs,
    play_what_if,
    rules_for_what_ifs,
)
from narration.narrator import Voice
from narration.narrators import narrator_of
from web.errors import form_reasons, status_of
from web.form_values import query_word, redirect_to
from web.forms.overrides import Tried, form_faults
from web.game_pages import PAGES
from web.layout import house_changes, voice
from web.request_context import now, read, say, write
from web.security import MAX_SHEET_BODY, takes
from web.views.history import lines_of, moments_response, version_of
from web.views.pictures import svg_response
from web.views.sheets import board_after, page_basis, posted_basis, sheet_page

pages = Blueprint("what_ifs", __name__, url_prefix="/turns/<turn_id>/what-if")


@dataclass
class Shown:
    """A what-if to show: turn, number (0: not saved), result (None: none), errors."""

    page: TurnPage
    what_if: WhatIf
    number: int
    found: Supposed | None
    wrong: list[Any]
    status: int = 200


@pages.get("", endpoint="first", defaults={"number": 0})
@pages.get("/<int(max=100000):number>")
def show_saved_what_if(turn_id: str, number: int) -> tuple[str, int]:
    """Show a saved what-if on the present game; the first is made from the orders.
    Without submitted orders, the bot's suggestion stands against its guesses."""
    return _page(_load_trial(turn_id, number))


@pages.get("/<int(max=100000):number>/map.svg")
def drawing(turn_id: str, number: int) -> Response:
    """Draw a what-if's board as SVG, `at` `before` or `after` with arrows.
    Number 0 is the first, unsaved one. Raises BadRequest if it is impossible."""
    at = query_word("at", ("before", "after"), "after")
    outcome = _load_trial(turn_id, number).found
    if outcome is None:
        raise BadRequest
    if at == "before":
        return svg_response(outcome.before)
    return svg_response(outcome.after, arrows_of(outcome.records, outcome.after.edition))


@pages.get("/<int(max=100000):number>/moments.json")
def moments(turn_id: str, number: int) -> Response:
    """Return a what-if's moments (see `moments_response`); `theme`. Number 0: first."""
    shown = _load_trial(turn_id, number)
    if shown.found is None:
        raise BadRequest
    return moments_response(replay_of(shown.found), voice(shown.page.edition, shown.page.house))


@pages.post("", endpoint="keep", defaults={"number": 0})
@pages.post("/<int(max=100000):number>")
@takes(MAX_SHEET_BODY)
def change(turn_id: str, number: int) -> Response | tuple[str, int]:
    """Run the form's what-if and save it as new, in place, or (`do=copy`) as a copy."""
    result = _save_from_form(turn_id, 0 if request.form.get("do") == "copy" else number)
    if not isinstance(result, StoredWhatIf):
        return result
    return redirect_to("what_ifs.show_saved_what_if", turn_id=turn_id, number=result.number, _anchor="outcome")


@pages.post("/<int(max=100000):number>/remove")
def remove(turn_id: str, number: int) -> Response:
    """Throw a what-if away."""
    write(what_ifs.delete_what_if, turn_id, number, now())
    return redirect_to("what_ifs.first", say("The what-if was deleted."), turn_id=turn_id)


@pages.post("/<int(max=100000):number>/sheet")
@takes(MAX_SHEET_BODY)
def hand_in(turn_id: str, number: int) -> Response | tuple[str, int]:
    """Submit a what-if's own orders for the turn; save changes in its form first.
    Shows the turn's form with both versions if others were submitted meanwhile."""
    if "name" in request.form:
        result = _save_from_form(turn_id, number)
        if not isinstance(result, StoredWhatIf):
            return result
        number = result.number
    try:
        sheet_check = read(what_ifs.check_what_if_for_turn, turn_id, number, now())
        basis = posted_basis().basis
        write(what_ifs.submit_what_if, turn_id, number, now(), sheet_check, basis=basis)
    except Superseded:
        # The form of the turn shows both, with the sheet of the what-if in it.
        what_if = read(find_what_if, turn_id, number, now()).what_if
        page = sheet_page(turn_id)
        return page.superseded(page.pages.draft_of(what_if.sheet))
    except Refused as error:
        return _page(_add_faults(_load_trial(turn_id, number), error))
    return redirect_to("games.game", say("Orders submitted."), **board_after(sheet_page(turn_id).page))


def _load_trial(turn_id: str, number: int) -> Shown:
    page = read(turn_page, turn_id, now())
    if number:
        return _run_trial(page, read(find_what_if, turn_id, number, now()).what_if, number)
    suggest, empty = games.of(page.view).suggest_briefly, games.of_edition(page.edition).empty_sheet
    return _run_trial(page, WhatIf(page.sheet or page.offered or suggest(page.view, empty)), number)


def _run_trial(page: TurnPage, what_if: WhatIf, number: int) -> Shown:
    """Run a what-if on the present game; one that is refused has its errors."""
    shown = Shown(page, what_if, number, None, [])
    try:
        shown.found = read(play_what_if, page.id, what_if, now())
    except Refused as error:
        return _add_faults(shown, error)
    return shown


def _add_faults(shown: Shown, error: Refused | Denied | Invalid) -> Shown:
    page = shown.page
    reasons = form_reasons(error)
    shown.wrong = form_faults(reasons, page.view.board.houses, page.house, voice(page.edition, page.house))
    shown.status = status_of(error)
    return shown


def _form_of(page: TurnPage) -> Any:
    """Return the what-if form of the game's family.
    Raises Denied (`no-what-ifs`) if the family has none."""
    rules_for_what_ifs(page.edition)
    return PAGES.of_edition(page.edition).what_ifs


def _save_from_form(turn_id: str, number: int) -> StoredWhatIf | tuple[str, int]:
    """What the form says, played and kept; or the page that says why it is not."""
    page = read(turn_page, turn_id, now())
    what_if, faults = _form_of(page).what_if_from(
        request.form, page.view.board, voice(page.edition).edition, page.house
    )
    shown = Shown(page, what_if, number, None, [])
    try:
        if faults:
            raise Unreadable(*faults)
        shown = _run_trial(page, check_what_if(what_if), number)
        if shown.wrong:
            return _page(shown)
        return _save(turn_id, shown.what_if, number)
    except (Refused, Denied, Invalid) as error:
        return _page(_add_faults(shown, error))


def _save(turn_id: str, what_if: WhatIf, number: int) -> StoredWhatIf:
    """Save a what-if in place of this number (0: as new), or as new if changed since.
    Raises as saving does."""
    basis = request.form.get("version")
    try:
        return write(what_ifs.save_what_if, turn_id, what_if, now(), number, upon=None if basis is None else (basis,))
    except Superseded:
        stored_what_if = write(what_ifs.save_what_if, turn_id, what_if, now())
    flash(say("This what-if was changed after you opened it; yours is saved next to it."))
    return stored_what_if


def _page(shown: Shown) -> tuple[str, int]:
    """The page: what is assumed, and what would come of it."""
    page, outcome = shown.page, shown.found
    v = voice(page.edition, page.house)
    rows = read(list_what_ifs, page.id, now())
    form = _form_of(page)
    typed = request.form if shown.wrong else {}
    tried = Tried(page.view, v, shown.what_if, outcome, page.window, shown.wrong, typed)
    body = render_template(
        "what_if.html",
        page=page,
        v=v,
        shown=shown,
        what_if=shown.what_if,
        kept=rows,
        able=page.status in TAKES_SHEETS,
        houses=form.parts_of(tried),
        outcome=_outcome(outcome, v) if outcome else None,
        name_of=lambda what_if: what_if.name or say("What-if {n}", n=what_if.number),
        began=page_basis(page.sheet_number, ""),
        version=request.form.get("version") or next((row.version for row in rows if row.number == shown.number), ""),
        part_template=form.template,
    )
    return body, shown.status


def _outcome(outcome: Supposed, v: Voice) -> dict[str, Any]:
    """What came of it, as the template shows it."""
    seat, narrator = outcome.before.seat, narrator_of(v.edition)
    records = redacted(outcome.records, seat, over=False)
    change = TurnChange(records=records, before=outcome.before, after=outcome.after)
    public = [record for record in records if not isinstance(record.event, Decided)]
    return {
        "headline": narrator.headline(records, v),
        "story": narrator.tell(records, v.edition, v.words, seat),
        "events": [(record.number, narrator.sentence(record.event, v)) for record in public],
        "brief": house_changes(change, v),
        "before": outcome.before,
        "after": outcome.after,
        "moved": arrows_of(outcome.records, outcome.after.edition),
        "lines": lines_of(records, v),
        "version": version_of(replay_of(outcome)),
    }


def replay_of(outcome: Supposed) -> GameReplay:
    """Return a what-if's outcome as a replay, as its seat sees it."""
    return GameReplay(outcome.before.edition, outcome.before.seat, False, outcome.begin, tuple(outcome.records))
