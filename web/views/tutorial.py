"""The tutorial: a first game, step by step; and what guests may do."""

from __future__ import annotations

from dataclasses import dataclass, replace

from flask import Blueprint, Response, render_template, request, url_for

from adjudicator import games
from correspondence.guests import delete_guest, has_room, welcome_guest
from correspondence.input_validation import Denied, UserError, zone_or_utc
from correspondence.models import Account, Game
from correspondence.overview.game_pages import TurnPage, first_turn
from correspondence.sheets.reading import saved_sheet
from correspondence.turns import TAKES_SHEETS
from correspondence.tutorial import LIFE, begin_tutorial, end_tutorial
from narration.narrators import narrator_of
from web.app_context import TABLES
from web.errors import in_words, show_errors
from web.family_pages import FirstStep
from web.form_values import redirect_to, text_posted
from web.game_pages import PAGES
from web.request_context import (
    browser_label,
    commit,
    fetch,
    forget_session,
    keep_signed_in,
    now,
    read,
    reader,
    say,
    signed_in,
    words,
    write,
)

tutorial_pages = Blueprint("tutorial", __name__, url_prefix="/first-game")


@dataclass(frozen=True)
class FirstGame:
    """The panel: its steps, and whether orders are still taken on this page."""

    steps: tuple[FirstStep, ...]
    open: bool

    @property
    def now(self) -> FirstStep | None:
        """What is to be done next."""
        return next((step for step in self.steps if not step.done), None)

    @property
    def count(self) -> int:
        """How many steps are done."""
        return sum(step.done for step in self.steps)


@tutorial_pages.get("")
def about(error: UserError | None = None) -> str:
    """Explain the tutorial game, with a button to create one, or how to sign in."""
    able = reader() is not None or fetch(has_room)
    return render_template("tutorial.html", days=LIFE.days, error=in_words(error), able=able)


@tutorial_pages.post("")
@show_errors(about, Denied, codes=("no-guests",))
def make() -> Response:
    """Make a first game, or go on with the one there is; strangers become guests."""
    title = say("A first round")
    me = reader()
    if me is not None:
        return _lead_to(me, write(begin_tutorial, title, now()))
    language, zone = words().language, zone_or_utc(text_posted("zone"))
    label = browser_label(request.user_agent.string)
    guest = commit(welcome_guest, say("Guest"), title, now(), language=language, zone=zone, label=label)
    answer = _lead_to(guest.account, guest.game)
    keep_signed_in(answer, guest.session_token)
    return answer


def _lead_to(account: Account, game: Game) -> Response:
    """Redirect to the orders of a first game, or to its board once they are in."""
    page = fetch(first_turn, account, game.public_id, now())
    if page.status in TAKES_SHEETS and not page.ready:
        return redirect_to("sheets.turn", turn_id=page.id)
    return redirect_to("games.game", game_id=page.game_id)


@tutorial_pages.post("/end")
def end() -> Response:
    """Throw one's first game away; a guest goes with it."""
    if not signed_in().guest:
        write(end_tutorial)
        return redirect_to("home.home", say("Game deleted."))
    write(delete_guest)
    answer = redirect_to("home.home")
    forget_session(answer)
    return answer


@tutorial_pages.before_app_request
def _limit_guest() -> Response | None:
    """Refuse what guests may not do; show where to give an address. Denied `guest`."""
    endpoint = request.endpoint or ""
    reads, may = request.method in ("GET", "HEAD", "OPTIONS"), endpoint in TABLES["guests"]["may"]
    account = request.path.startswith("/account") and not endpoint.startswith("address.")
    if not may and (account or endpoint in TABLES["guests"]["closed"] or not reads):
        me = reader()
        if me is not None and me.guest:
            if not reads:
                raise Denied("guest", "Guests can only play their first round. Give an address to do more.")
            return redirect_to("address.address")
    return None


@tutorial_pages.app_template_global()
def first_game(game_id: str) -> FirstGame:
    """Return a first game's panel, from the game's state and the current page."""
    page = read(first_turn, game_id, now())
    open_here = page.status in TAKES_SHEETS and request.endpoint in ("sheets.turn", "sheets.live", "sheets.submit")
    steps = _write(page)
    if not open_here:
        link, way = url_for("sheets.turn", turn_id=page.id), say("Write orders")
        steps = tuple(replace(step, link=link, way=way) for step in steps)
    steps = (*steps, _hand_in(page, open_here), _read(page))
    return FirstGame(steps, open_here)


def _write(page: TurnPage) -> tuple[FirstStep, ...]:
    """What the sheet is to say; all done once it cannot be changed any more."""
    edition = games.shown_edition(page.edition)
    v = narrator_of(edition).voice(edition, words(), page.house)
    draft = read(saved_sheet, page.id, now()).read()
    sheet = (draft.sheet if draft else page.sheet) or games.of_edition(page.edition).empty_sheet
    steps = tuple(PAGES.of_edition(page.edition).first_steps(page.view, page.house, sheet, v))
    return steps if page.status in TAKES_SHEETS else tuple(replace(step, done=True) for step in steps)


def _hand_in(page: TurnPage, open_here: bool) -> FirstStep:
    """Return the tutorial step that submits the orders.
    It is done once the player is ready or orders are no longer taken."""
    return FirstStep(
        say("Submit your orders"),
        page.ready or page.status not in TAKES_SHEETS,
        link="" if open_here else url_for("sheets.turn", turn_id=page.id),
        way=say("Submit and mark as ready") if open_here else say("Write orders"),
    )


def _read(page: TurnPage) -> FirstStep:
    """Return the tutorial step that reads the results, done on their page."""
    what, closed = say("Read what happened"), page.status == "closed"
    if not closed:
        return FirstStep(what)
    link = url_for("history.results", game_id=page.game_id, number=page.number)
    return FirstStep(what, request.endpoint == "history.results", link=link, way=say("See results"))
