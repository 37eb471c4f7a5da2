"""Who acts for whom in a game: seen by everybody, granted and ended by whose seat it is."""

from __future__ import annotations

from datetime import timedelta

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from correspondence.delegations import use_cases as delegation_cases
from correspondence.delegations.queries import delegations_of
from correspondence.errors import Denied, Invalid
from web import request_context
from web.account.forms import as_typed, go_to, moment_in, next_full_hour
from web.errors import status_of
from web.layout import voice

pages = Blueprint("delegations", __name__, url_prefix="/games/<game_id>")


@pages.get("/delegations")
def delegations(game_id: str) -> str:
    """The rights that hold, and the form for another."""
    return _page(game_id)


@pages.post("/delegations")
def grant(game_id: str) -> BaseResponse | tuple[str, int]:
    """Let somebody act for one's seat for a time."""
    me, now, form = request_context.signed_in(), request_context.now(), request.form
    try:
        from_at, until_at = moment_in("from", me.zone), moment_in("until", me.zone)
        with request_context.writing() as session:
            delegation_cases.look_up(session, me, now, game_id)
        with request_context.writing() as session:
            delegation_cases.delegate(
                session,
                me,
                game_id,
                form.get("to", ""),
                from_at,
                until_at,
                now,
                note=form.get("note", ""),
                where=request_context.where(),
            )
    except (Invalid, Denied) as error:
        field = error.field if isinstance(error, Invalid) else "to"
        return _page(game_id, {field: error.say(request_context.words())}, dict(form)), status_of(error)
    request_context.ring("mail")
    flash(request_context.say("They are told. You can end the right at any time."))
    return redirect(url_for("delegations.delegations", game_id=game_id), 303)


@pages.post("/delegations/<delegation_id>/end")
def end(game_id: str, delegation_id: str) -> BaseResponse:
    """End a right before its time."""
    request_context.write(delegation_cases.revoke, game_id, delegation_id, request_context.now())
    request_context.ring("mail")
    flash(request_context.say("The right is ended."))
    return go_to(url_for("delegations.delegations", game_id=game_id))


def _page(game_id: str, errors: dict[str, str] | None = None, typed: dict[str, str] | None = None) -> str:
    with request_context.reading() as session:
        found = delegations_of(session, game_id, request_context.reader(), request_context.now())
    start = next_full_hour(request_context.now())
    suggested = {
        "from": as_typed(start, request_context.zone()),
        "until": as_typed(start + timedelta(days=7), request_context.zone()),
    }
    return render_template(
        "delegations.html",
        found=found,
        v=voice(found.edition),
        errors=errors or {},
        typed=suggested | (typed or {}),
        longest=delegation_cases.LONGEST.days,
    )
