"""Signing in by password, and choosing one."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from correspondence import input_validation
from correspondence.errors import Denied, Invalid
from correspondence.sign_in import passwords as password_cases
from web import rate_limits, request_context
from web.account.sessions import security_page
from web.browsers import label_of
from web.errors import status_of

pages = Blueprint("passwords", __name__)


@pages.get("/sign-in/password")
def form() -> str:
    """The form for address and password."""
    return _form(request.args.get("next", ""))


@pages.post("/sign-in/password")
def sign_in() -> BaseResponse | tuple[str, int]:
    """Sign in; unknown addresses and wrong passwords are answered alike."""
    email, goal = request.form.get("email", ""), request.form.get("next", "")
    try:
        with request_context.writing() as session:
            password_cases.count_sign_in(
                session,
                email,
                rate_limits.place(),
                request_context.now(),
                request.form.get("code", ""),
                request_context.browser_mark(),
            )
        with request_context.writing() as session:
            _, token, mark = password_cases.sign_in_by_password(
                session,
                email,
                request.form.get("password", ""),
                request.form.get("code", ""),
                request_context.now(),
                label_of(request.user_agent.string),
            )
    except Denied as error:
        needs_code = error.code in ("code-needed", "wrong-code")
        return _form(goal, email, error.say(request_context.words()), needs_code), status_of(error)
    response = redirect(input_validation.next_url(goal) or url_for("home.home"), 303)
    request_context.keep_signed_in(response, token, mark)
    return response


@pages.post("/account/password")
def choose() -> BaseResponse | tuple[str, int]:
    """Set or change one's password."""
    request_context.signed_in()
    now = request_context.now()
    try:
        request_context.write(password_cases.count_own_attempt, request_context.session_known(), now)
        if request.form.get("new", "") != request.form.get("again", ""):
            return security_page({"again": request_context.say("The two are not the same.")}), 422
        request_context.write(
            password_cases.choose_password,
            request.form.get("old", ""),
            request.form.get("new", ""),
            request_context.session_token(),
            now,
            kept=request.form.getlist("keep"),
            where=request_context.where(),
        )
    except (Invalid, Denied) as error:
        field = error.field if isinstance(error, Invalid) else "old"
        return security_page({field: error.say(request_context.words())}), status_of(error)
    request_context.ring("mail")
    flash(request_context.say("Your password is kept. All other browsers are signed out."))
    return redirect(url_for("sessions.security"), 303)


@pages.post("/account/password/remove")
def remove() -> BaseResponse | tuple[str, int]:
    """Sign in by links only."""
    request_context.signed_in()
    now = request_context.now()
    try:
        request_context.write(password_cases.count_own_attempt, request_context.session_known(), now)
        request_context.write(
            password_cases.remove_password,
            request.form.get("old", ""),
            now,
            session_token=request_context.session_token(),
            kept=request.form.getlist("keep"),
            where=request_context.where(),
        )
    except Denied as error:
        return security_page({"removed": error.say(request_context.words())}), status_of(error)
    request_context.ring("mail")
    flash(request_context.say("Your password is removed."))
    return redirect(url_for("sessions.security"), 303)


def _form(goal: str, email: str = "", error: str = "", needs_code: bool = False) -> str:
    return render_template("sign_in_password.html", next=goal, email=email, error=error, needs_code=needs_code)
