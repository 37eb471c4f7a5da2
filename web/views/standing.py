"""Standing orders, and emails not verified to be their player's."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, flash, render_template

from adjudicator import games
from correspondence.incoming_mail.answering import confirm_mail, disown_mail, look_at_mail
from correspondence.input_validation import Denied, Superseded
from correspondence.mail.answers import format_sentence
from correspondence.overview.game_page import GamePage, game_page
from correspondence.sheets import use_cases
from correspondence.sheets.reading import Receipt, own_standing_orders, saved_standing_orders, submitter_text
from correspondence.sheets.use_cases import Checked, check_standing_orders
from narration.narrators import narrator_of
from web.form_values import forbid_caching, number_posted, redirect_to, see_other
from web.forms.drafts import UPON, Draft
from web.request_context import commit, fetch, for_reader, now, read, say, words, write
from web.security import MAX_SHEET_BODY, takes
from web.views.sheets import SheetPage, TurnState, posted_basis

standing_pages = Blueprint("standing", __name__, url_prefix="/games/<game_id>/standing")


class StandingOrdersPage(SheetPage):
    """The page of standing orders; a receipt shows them. Denied `game-not-running`."""

    lasting = True
    endpoint = "standing.form"
    check, slot = staticmethod(check_standing_orders), staticmethod(saved_standing_orders)

    def __init__(self, game: GamePage, holds: Receipt | None) -> None:
        if game.view is None or game.you is None:
            raise Denied("game-not-running", "This game is not running.")
        self.id, self.game, self.holds = game.id, game, holds
        self.edition, self.house, self.view = game.edition, game.you, game.view
        self.number, self.in_at = (holds.number, holds.accepted_at) if holds else (0, None)
        self.sheet = holds.sheet if holds else games.of_edition(game.edition).empty_sheet
        self.draft = read(saved_standing_orders, game.id, now()).read()

    def hand_in(self, checked: Checked) -> Response:
        """Replace the standing orders by these, and redirect to their page."""
        write(use_cases.submit_standing_orders, self.id, checked, now(), basis=posted_basis().basis)
        flash(say("Your standing orders are saved."))
        return see_other(self.address())

    def read_again(self) -> tuple[SheetPage, Receipt | None, bool]:
        """The instructions that hold now."""
        page = standing_orders_page(self.id)
        return page, page.holds, not page.game.acts_for

    def render(self, **shown: Any) -> str:
        """The whole page, with what holds in words."""
        lines = narrator_of(self.v.edition).sheet(self.holds.sheet, self.v) if self.holds else []
        return render_template("standing.html", told=lines, **shown)

    def shown(self, draft: Draft, state: TurnState | None) -> dict[str, Any]:
        """What the templates show of the instructions and the form for them."""
        warnings = state.warnings if state and state.draft_at else self.holds.warnings if self.holds else ()
        parts = self.pages.form_parts(self.view, self.house, self.v, draft, "", warnings)
        return {"game": self.game, "held": self.holds, **parts}


def standing_orders_page(game_id: str) -> StandingOrdersPage:
    """The page of the instructions of a game as its reader sees it."""
    holds = read(own_standing_orders, game_id, now())
    return StandingOrdersPage(for_reader(game_page, game_id), holds)


@standing_pages.get("")
def form(game_id: str) -> Response:
    """The form, filled with what one was writing, or with what holds now."""
    return standing_orders_page(game_id).first()


@standing_pages.post("/live")
@takes(MAX_SHEET_BODY)
def live(game_id: str) -> str:
    """Check standing orders and save them as a draft; return changed parts.
    Nothing takes effect."""
    return render_template("standing_live.html", **standing_orders_page(game_id).live())


@standing_pages.post("")
@takes(MAX_SHEET_BODY)
def submit(game_id: str) -> Response:
    """Replace standing orders, or show the form again. `discard` drops the draft."""
    return standing_orders_page(game_id).submit()


unconfirmed_mail_pages = Blueprint("unconfirmed_mail", __name__)


@unconfirmed_mail_pages.get("/mail/<token>")
def look_at(token: str) -> Response:
    """Show an email not yet confirmed and its effect.
    The link in the address proves access to the registered email address."""
    return _page(token)


def _page(token: str, *, superseded: bool = False) -> Response:
    """Return the page of an unconfirmed email; status 409 if it was superseded."""
    mail = fetch(look_at_mail, token, now())
    edition = games.of_edition(mail.edition).edition_played(mail.edition, mail.modules)
    narrator = narrator_of(edition)
    v = narrator.voice(edition, words(), mail.house)
    sheet_lines = [(sheet, narrator.sheet(sheet, v)) for sheet in (mail.sheet, mail.standing) if sheet is not None]
    acts = [format_sentence(template, values, v) for template, values in mail.acts]
    left = [(entry, "; ".join(narrator.refusal(reason.words, v) for reason in entry.reasons)) for entry in mail.open]
    newest = [(entry, standing, narrator.sheet(entry.sheet, v)) for entry, standing in mail.newest]
    page = render_template(
        "unconfirmed_mail.html",
        mail=mail,
        told=sheet_lines,
        newest=newest,
        acts=acts,
        left=left,
        token=token,
        v=v,
        superseded=superseded,
        brought_by=submitter_text,
    )
    return forbid_caching(page, 409 if superseded else 200)


@unconfirmed_mail_pages.post("/mail/<token>")
def confirm(token: str) -> Response:
    """Carry it out; if another version came in since the page, show that first."""
    upon = number_posted(UPON), number_posted("upon-standing")
    try:
        game_id = commit(confirm_mail, token, now(), upon if min(upon) >= 0 else None)
    except Superseded:
        return _page(token, superseded=True)
    return redirect_to("games.game", say("Done. An email says what was understood."), "mail", "turns", game_id=game_id)


@unconfirmed_mail_pages.post("/mail/<token>/not-mine")
def disown(token: str) -> Response:
    """Discard it and revoke addresses its writer may know, unless that is the player."""
    game_id, renewed = commit(disown_mail, token, now())
    return redirect_to(
        "games.game",
        say("Discarded. The addresses in your earlier emails no longer work.") if renewed else say("Discarded."),
        game_id=game_id,
    )
