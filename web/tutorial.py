"""A first game of one round: making it, and what is to be done next beside each of its pages."""

from __future__ import annotations

from dataclasses import dataclass, replace

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from adjudicator import games
from correspondence.calls import TAKES_SHEETS
from correspondence.overview.game_pages import CallPage, first_call
from correspondence.sheets.reading import sheet_draft
from correspondence.tutorial import LIFE, begin_tutorial, end_tutorial
from narration.narrators import narrator_of
from web import request_context
from web.family_pages import FirstStep
from web.game_pages import PAGES

pages = Blueprint("tutorial", __name__, url_prefix="/first-game")


@dataclass(frozen=True)
class FirstGame:
    """The panel: its steps, the first of them that is not done, and whether all are."""

    steps: tuple[FirstStep, ...]

    @property
    def now(self) -> FirstStep | None:
        """What is to be done next."""
        return next((step for step in self.steps if not step.done), None)

    @property
    def count(self) -> int:
        """How many steps are done."""
        return sum(step.done for step in self.steps)


@pages.get("")
def about() -> str:
    """What a first game is, and the button that makes one; for whoever is not signed in, the way there."""
    return render_template("tutorial.html", days=LIFE.days)


@pages.post("")
def make() -> BaseResponse:
    """Make a first game, or go on with the one there is."""
    me = request_context.signed_in()
    title = request_context.say("A first round")
    with request_context.writing() as session:
        game_id = begin_tutorial(session, me, title, request_context.now()).public_id
    return redirect(url_for("games.game", game_id=game_id), 303)


@pages.post("/end")
def end() -> BaseResponse:
    """Throw one's first game away."""
    request_context.write(end_tutorial)
    flash(request_context.say("The game is thrown away."))
    return redirect(url_for("home.home"), 303)


@pages.app_template_global()
def first_game(game_id: str) -> FirstGame:
    """The panel of a first game, from the state of the game and the page that is being read."""
    page = request_context.read(first_call, game_id, request_context.now())
    return FirstGame((_open(page), *_write(page), _hand_in(page), _read(page)))


def _open(page: CallPage) -> FirstStep:
    say = request_context.words().say
    there = request.endpoint in ("sheets.call", "sheets.live", "sheets.submit")
    return FirstStep(
        say("Open your sheet"),
        say("A call asks everybody at once what they do in a whole phase. You answer on one sheet."),
        there or page.ready or page.sheet_number > 0 or page.status not in TAKES_SHEETS,
        link=url_for("sheets.call", call_id=page.id),
        way=say("Write your sheet"),
    )


def _write(page: CallPage) -> tuple[FirstStep, ...]:
    """What the sheet is to say; all done once it cannot be changed any more."""
    edition = games.shown_edition(page.edition)
    v = narrator_of(edition).voice(edition, request_context.words(), page.house)
    with request_context.reading() as session:
        draft = sheet_draft(session, request_context.signed_in(), page.id, request_context.now()).read()
    sheet = (draft.sheet if draft else page.sheet) or games.of_edition(page.edition).empty_sheet
    steps = tuple(PAGES.of_edition(page.edition).first_steps(page.view, page.house, sheet, v))
    return steps if page.status in TAKES_SHEETS else tuple(replace(step, done=True, parts=()) for step in steps)


def _hand_in(page: CallPage) -> FirstStep:
    say = request_context.words().say
    return FirstStep(
        say("Hand it in: save it, and say that you are ready"),
        say("The bots that play the other houses are ready: the call closes with you."),
        page.ready or page.status not in TAKES_SHEETS,
    )


def _read(page: CallPage) -> FirstStep:
    say = request_context.words().say
    there = request.endpoint == "history.results" and page.status == "closed"
    if page.status != "closed":
        why = say("The phase is played at once, and told: who marched, who fought, and what of your sheet decided.")
        return FirstStep(say("Read what happened"), why)
    return FirstStep(
        say("Read what happened"),
        say("The round is played."),
        there,
        link=url_for("history.results", game_id=page.game_id, number=page.number),
        way=say("What the call brought"),
    )
