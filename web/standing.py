"""Standing instructions: what holds in every call where the sheet says nothing."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, flash, redirect, render_template
from werkzeug.wrappers import Response as BaseResponse

from adjudicator import games
from correspondence.input_validation import Denied
from correspondence.overview.game_page import GamePage, game_page
from correspondence.sheets import use_cases
from correspondence.sheets.reading import Receipt, standing_draft, standing_of
from correspondence.sheets.use_cases import Checked, check_standing
from narration.narrators import narrator_of
from web import request_context
from web.forms.drafts import Draft
from web.security import MOST_SHEET_BYTES, takes
from web.sheet_pages import CallState, Response, SheetPage, posted_began

pages = Blueprint("standing", __name__, url_prefix="/games/<game_id>/standing")


class StandingSheet(SheetPage):
    """The page of standing instructions, of which a receipt says what holds; Denied `game-not-running`."""

    lasting = True
    endpoint = "standing.form"
    check, slot = staticmethod(check_standing), staticmethod(standing_draft)

    def __init__(self, game: GamePage, holds: Receipt | None) -> None:
        if game.view is None or game.you is None:
            raise Denied("game-not-running", "This game is not running.")
        self.id, self.game, self.holds, self.edition, self.house, self.view = (
            game.id,
            game,
            holds,
            game.edition,
            game.you,
            game.view,
        )
        self.number, self.in_at = (holds.number, holds.accepted_at) if holds else (0, None)
        self.sheet = holds.sheet if holds else games.of_edition(game.edition).empty_sheet
        with request_context.reading() as session:
            self.draft = standing_draft(session, request_context.signed_in(), game.id, request_context.now()).read()

    def hand_in(self, checked: Checked) -> BaseResponse:
        """Replace the instructions, and show them."""
        with request_context.writing() as session:
            me, basis = request_context.signed_in(), posted_began().basis
            use_cases.submit_standing(session, me, self.id, checked, request_context.now(), basis=basis)
        flash(request_context.words().say("Your standing instructions are kept."))
        return redirect(self.address(), 303)

    def read_again(self) -> tuple[SheetPage, Receipt | None, bool]:
        """The instructions that hold now."""
        page = standing_page(self.id)
        return page, page.holds, not page.game.acts_for

    def render(self, **shown: Any) -> str:
        """The whole page, with what holds in words."""
        told = narrator_of(self.v.edition).sheet(self.holds.sheet, self.v) if self.holds else []
        return render_template("standing.html", told=told, **shown)

    def shown(self, draft: Draft, state: CallState | None) -> dict[str, Any]:
        """What the templates show of the instructions and the form for them."""
        warnings = state.warnings if state and state.draft_at else self.holds.warnings if self.holds else ()
        parts = self.pages.form_parts(self.view, self.house, self.v, draft, "", warnings)
        return {"game": self.game, "held": self.holds, **parts}


def standing_page(game_id: str) -> StandingSheet:
    """The page of the instructions of a game as its reader sees it."""
    me = request_context.signed_in()
    with request_context.reading() as session:
        holds = standing_of(session, me, game_id, request_context.now())
        game = game_page(session, game_id, me, request_context.now())
    return StandingSheet(game, holds)


@pages.get("")
def form(game_id: str) -> Response:
    """The form, filled with what one was writing, or with what holds now."""
    return standing_page(game_id).first()


@pages.post("/live")
@takes(MOST_SHEET_BYTES)
def live(game_id: str) -> str:
    """What stands in the form, looked through as handing it in would do and kept as a draft: those parts of the page
    that tell of it, drawn anew. Nothing of it holds."""
    return render_template("standing_live.html", **standing_page(game_id).live())


@pages.post("")
@takes(MOST_SHEET_BYTES)
def submit(game_id: str) -> Response:
    """Replace the instructions, or show the form again. `discard` throws the draft away that is kept."""
    return standing_page(game_id).submit()
