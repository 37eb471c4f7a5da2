"""Drafts: looked at, published, opened again."""

from __future__ import annotations

from datetime import datetime

from flask import Response, redirect, render_template, request, url_for
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response as BaseResponse

from adjudicator import games
from adjudicator.engine.values import BoardKept
from correspondence.deadlines.clock import LONGEST_EXTENSION_HOURS
from correspondence.input_validation import Denied, Invalid
from correspondence.letters.pictures import arrows_of
from correspondence.review import drafts, edicts
from correspondence.review import queries as opening
from correspondence.review.audit import compared, decision_phrase, flag_phrase, skipped_phrases, what_was_asked
from correspondence.review.edicts import decided_in_call
from correspondence.review.queries import DraftPage, draft_page, looked_at
from narration.narrators import narrator_of
from narration.words import N_
from web import request_context
from web.errors import status_of
from web.gm.desk import desk_shown, done, pages
from web.layout import voice
from web.pictures import svg_response
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


@pages.get("/drafts/<draft_id>")
def draft(game_id: str, draft_id: str) -> str:
    """A draft: what to look at, the maps, every battle and decision, what differs from the draft before it."""
    page = request_context.read(draft_page, game_id, draft_id, request_context.now())
    request_context.write(looked_at, page, request_context.now())
    return draft_shown(page)


def draft_shown(page: DraftPage) -> str:
    """The page of a draft."""
    v = voice(page.edition)
    return render_template(
        "gm/draft.html",
        page=page,
        v=v,
        headline=narrator_of(v.edition).headline(page.records, v),
        story=narrator_of(v.edition).tell(page.records, v.edition, v.words),
        flags=[(flag, flag_phrase(flag, v)) for flag in page.flags],
        phrase=lambda decided: decision_phrase(decided, v),
        skipped=lambda decided: skipped_phrases(decided, v),
        asked=lambda kind: what_was_asked(kind, v),
        sheets=[(house, number, narrator_of(v.edition).sheet(sheet, v)) for house, number, sheet in page.sheets],
        diff=compared(page, voice(page.edition)) if page.earlier else None,
    )


@pages.get("/drafts/<draft_id>/map.svg")
def draft_map(game_id: str, draft_id: str) -> Response:
    """The board of a draft as SVG: `at` is `before` (with what moved as arrows) or `after`."""
    request_context.signed_in()
    at = request.args.get("at", "after")
    if at not in ("before", "after"):
        raise BadRequest
    page = request_context.read(draft_page, game_id, draft_id, request_context.now())
    board = page.before if at == "before" else page.after
    view = games.of(board).view_of_board(BoardKept(page.edition, page.players, "", 0, board), None)
    return svg_response(view, arrows_of(page.records, page.edition) if at == "before" else ())


@pages.get("/calls/<int(max=100000):number>")
def call_decisions(game_id: str, number: int) -> str:
    """Every decision of a call that is closed, each a place to go back to."""
    page = request_context.read(decided_in_call, game_id, number, request_context.now())
    v = voice(page.edition)
    return render_template(
        "gm/call.html",
        page=page,
        v=v,
        phrase=lambda decided: decision_phrase(decided, v),
        skipped=lambda decided: skipped_phrases(decided, v),
        asked=lambda kind: what_was_asked(kind, v),
    )


@pages.post("/publish")
def publish(game_id: str) -> BaseResponse | tuple[str, int]:
    """Publish the draft that was looked at, and no other."""
    digest = request.form.get("digest", "")
    try:
        request_context.write(
            drafts.approve, game_id, number_posted("call"), number_posted("draft"), digest, request_context.now()
        )
    except Denied as error:
        if error.code not in ("nothing-held", "stale-draft"):
            raise
        return desk_shown(game_id, error.say(request_context.words())), status_of(error)
    return done(game_id, request_context.say("Published. The players are told, and the next call is open."))


@pages.post("/look-ahead")
def look_ahead(game_id: str) -> BaseResponse | tuple[str, int]:
    """What if the call closed now?"""
    me = request_context.signed_in()
    try:
        with request_context.writing() as session:
            made = edicts.preview(session, me, game_id, number_posted("call"), request_context.now()).public_id
    except Denied as error:
        if error.code != "call-closed":
            raise
        return desk_shown(game_id, error.say(request_context.words())), status_of(error)
    return redirect(url_for("gm.draft", game_id=game_id, draft_id=made), 303)
