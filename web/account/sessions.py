"""The page about security: the browsers in which one is signed in, password and second factor."""

from __future__ import annotations

from flask import Blueprint, Flask, Response, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from correspondence.accounts import sessions as session_cases
from correspondence.accounts.use_cases import tell_owner
from correspondence.sign_in.passwords import has_password
from correspondence.sign_in.rights import end_rights
from correspondence.sign_in.second_factor import codes_left, has_second_factor
from web import request_context
from web.account.forms import go_to, programs_of

pages = Blueprint("sessions", __name__)


@pages.get("/account/security")
def security() -> str:
    """Where one is signed in, and how one signs in."""
    return security_page()


@pages.post("/account/sessions/<session_id>/end")
def end(session_id: str) -> BaseResponse:
    """Sign one browser out."""
    request_context.write(session_cases.end_session, session_id)
    flash(request_context.say("That browser is signed out."))
    return go_to(url_for("sessions.security"))


@pages.post("/account/sessions/end-others")
def end_others() -> BaseResponse:
    """Sign all other browsers out; tokens and webhooks end that are not kept by name."""
    me, now = request_context.signed_in(), request_context.now()
    with request_context.writing() as session:
        end_rights(session, me, now, session_id=request_context.session_id(), kept=request.form.getlist("keep"))
        tell_owner(session, "rights-ended", me, now, request_context.where())
    request_context.ring("mail")
    flash(request_context.say("All other browsers are signed out."))
    return redirect(url_for("sessions.security"), 303)


def security_page(errors: dict[str, str] | None = None) -> str:
    """The page, with what was wrong with a form on it."""
    me, now = request_context.signed_in(), request_context.now()
    with request_context.reading() as session:
        lines = session_cases.sessions_of(session, me, request_context.session_token(), now)
        password, factor = has_password(session, me), has_second_factor(session, me)
        left, programs = codes_left(session, me) if factor else 0, programs_of(session, me)
    return render_template(
        "account/security.html",
        sessions=lines,
        password=password,
        factor=factor,
        left=left,
        programs=programs,
        errors=errors or {},
    )


def register(app: Flask) -> None:
    """Write down when a browser was seen, once an hour, after the answer is made."""
    app.after_request(_seen)


def _seen(response: Response) -> Response:
    found = request_context.session_known()
    if found is not None and request.endpoint != "static" and response.status_code < 500:
        now = request_context.now()
        if found.seen_at is None or found.seen_at < now - session_cases.SEEN_EVERY:
            with request_context.writing() as session:
                session_cases.seen(session, found.id, now)
    return response
