"""Opening a held call again: what it means, then doing it."""

from __future__ import annotations

from datetime import datetime

from flask import render_template, request
from werkzeug.wrappers import Response as BaseResponse

from correspondence.deadlines.use_cases import LONGEST_EXTENSION_HOURS
from correspondence.desk import reopening as opening
from correspondence.errors import Denied, Invalid
from narration.words import N_
from web import request_context
from web.errors import status_of
from web.gm.desk import desk_shown, done, pages
from web.layout import voice
from web.queries import number_posted

HOURS = 24.0


@pages.get("/reopening")
def reopening(game_id: str) -> str | tuple[str, int]:
    """What it means to take sheets again for the held call; `hours` says for how long."""
    return _shown(game_id)


def _shown(game_id: str, error: str = "", status: int = 200) -> str | tuple[str, int]:
    asked = request.values.get("hours", "")
    hours, wrong = _hours(asked)
    try:
        page = request_context.read(opening.reopening, game_id, hours, request_context.now())
    except Denied as refused:
        if refused.code not in ("nothing-held", "paused-already"):
            raise
        return desk_shown(game_id, refused.say(request_context.words())), status_of(refused)
    made = render_template(
        "gm/reopening.html",
        page=page,
        v=voice(page.edition),
        hours=asked or f"{HOURS:g}",
        error=error or wrong,
        reason=request.form.get("reason", ""),
    )
    return made, 422 if wrong else status


def _hours(asked: str) -> tuple[float, str]:
    """The hours that were asked for, or a day and what is wrong with them."""
    try:
        hours = float(asked or HOURS)
    except ValueError:
        hours = 0.0
    if 0 < hours <= LONGEST_EXTENSION_HOURS:
        return hours, ""
    words = N_("This must be from {least} to {most}.")
    return HOURS, request_context.say(words, least=1, most=int(LONGEST_EXTENSION_HOURS))


@pages.post("/reopening")
def reopen(game_id: str) -> BaseResponse | str | tuple[str, int]:
    """Take sheets again until the moment that was shown; it names the call and the draft it is about."""
    try:
        due_at = datetime.fromisoformat(request.form.get("due", ""))
        if due_at.tzinfo is None:
            raise ValueError("without a zone")
    except ValueError:
        return _shown(game_id, request_context.say("Say until when, please."), 422)
    try:
        request_context.write(
            opening.reopen,
            game_id,
            call=number_posted("call"),
            draft=number_posted("draft"),
            due_at=due_at,
            reason=request.form.get("reason", ""),
            now=request_context.now(),
        )
    except Invalid as error:
        return _shown(game_id, error.say(request_context.words()), status_of(error))
    except Denied as error:
        if error.code not in ("nothing-held", "stale-draft", "paused-already"):
            raise
        return desk_shown(game_id, error.say(request_context.words())), status_of(error)
    return done(game_id, request_context.say("The call is open again; everybody in the game is told."))
