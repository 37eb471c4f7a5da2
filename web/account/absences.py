"""Being away: entering it ahead, and being there after all."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from correspondence.accounts import use_cases
from correspondence.errors import Denied, Invalid
from web import request_context
from web.account.forms import day_in
from web.errors import status_of

pages = Blueprint("absences", __name__)


@pages.get("/account/absences")
def absences() -> str:
    """One's absences ahead, and the form for another."""
    request_context.signed_in()
    return _page()


@pages.post("/account/absences")
def enter() -> BaseResponse | tuple[str, int]:
    """Be away for some days."""
    request_context.signed_in()
    try:
        first, last = day_in("first"), day_in("last")
        request_context.write(use_cases.enter_absence, first, last, request_context.now(), request.form.get("note", ""))
    except (Invalid, Denied) as error:
        field = error.field if isinstance(error, Invalid) else "first"
        return _page({field: error.say(request_context.words())}, dict(request.form)), status_of(error)
    flash(
        request_context.say(
            "Your absence is entered. Calls that open from now on respect it within their games' rules."
        )
    )
    return redirect(url_for("absences.absences"), 303)


@pages.post("/account/absences/<absence_id>/cancel")
def cancel(absence_id: str) -> BaseResponse:
    """Be there after all."""
    request_context.write(use_cases.cancel_absence, absence_id, request_context.now())
    flash(request_context.say("Welcome back: the absence is cancelled."))
    return redirect(url_for("absences.absences"), 303)


def _page(errors: dict[str, str] | None = None, typed: dict[str, str] | None = None) -> str:
    me, now = request_context.signed_in(), request_context.now()
    with request_context.reading() as session:
        lines = use_cases.absences_of(session, me, now)
        left = use_cases.days_left(session, me, now)
    return render_template(
        "account/absences.html",
        lines=lines,
        left=left,
        limits=use_cases,
        errors=errors or {},
        typed=typed or {},
    )
