"""What players do about deadlines: ask a call to wait, pause in an emergency, let the game go on."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from correspondence import closing
from correspondence.deadlines.clock import EMERGENCY_LASTS, emergency_pause, go_on, set_wait
from correspondence.input_validation import Denied
from correspondence.overview.game_page import game_page
from narration.words import N_
from web import request_context
from web.errors import status_of

pages = Blueprint("deadlines", __name__)


@pages.post("/calls/<call_id>/wait")
def wait(call_id: str) -> BaseResponse:
    """Ask the call to wait for its deadline, or not any more."""
    wanted = request.form.get("wait") == "yes"
    request_context.write(set_wait, call_id, wanted, request_context.now())
    say = request_context.words().say
    flash(say("The call waits for its deadline.") if wanted else say("The call need not wait any more."))
    request_context.ring("calls")
    return redirect(url_for("sheets.call", call_id=call_id), 303)


@pages.get("/games/<game_id>/emergency-pause")
def pausing(game_id: str) -> str:
    """What an emergency pause is, and the button."""
    return _pausing_page(game_id)


def _pausing_page(game_id: str, error: str = "") -> str:
    with request_context.reading() as session:
        page = game_page(session, game_id, request_context.signed_in(), request_context.now())
    if not page.may_surrender:
        raise Denied("not-your-seat", N_("You have no seat in this game."))
    return render_template("emergency_pause.html", game=page, days=EMERGENCY_LASTS.days, error=error)


@pages.post("/games/<game_id>/emergency-pause")
def pause(game_id: str) -> BaseResponse | tuple[str, int]:
    """Pause the game because something came up."""
    try:
        request_context.write(emergency_pause, game_id, request_context.now())
    except Denied as error:
        return _pausing_page(game_id, error.say(request_context.words())), status_of(error)
    return _then(game_id, request_context.say("The game is paused."))


@pages.post("/games/<game_id>/go-on")
def proceed(game_id: str) -> BaseResponse:
    """End a pause that the reader may end."""
    request_context.write(go_on, game_id, request_context.now())
    return _then(game_id, request_context.say("The game goes on."))


@pages.post("/games/<game_id>/try-again")
def try_again(game_id: str) -> BaseResponse:
    """Let a game that was set aside go on; for its masters and for hosts."""
    request_context.write(closing.try_again, game_id, request_context.now())
    request_context.ring("calls")
    return _then(game_id, request_context.say("The call is adjudicated once more, in a moment."))


def _then(game_id: str, note: str) -> BaseResponse:
    request_context.ring("mail")
    flash(note)
    return redirect(url_for("games.game", game_id=game_id), 303)
