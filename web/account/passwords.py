"""Signing in by password, and choosing one."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from correspondence import typed
from correspondence.accounts import passwords as use_cases
from correspondence.errors import Denied, Invalid
from web import throttle, visit
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
        with visit.writing() as session:
            use_cases.count_sign_in(session, email, throttle.place(), visit.now(), request.form.get("code", ""))
        with visit.writing() as session:
            _, token = use_cases.sign_in_by_password(
                session,
                email,
                request.form.get("password", ""),
                request.form.get("code", ""),
                visit.now(),
                label_of(request.user_agent.string),
            )
    except Denied as error:
        needs_code = error.code in ("code-needed", "wrong-code")
        return _form(goal, email, error.say(visit.words()), needs_code), status_of(error)
    response = redirect(typed.next_url(goal) or url_for("home.home"), 303)
    visit.keep_signed_in(response, token)
    return response


@pages.post("/account/password")
def choose() -> BaseResponse | tuple[str, int]:
    """Set or change one's password."""
    me, now = visit.signed_in(), visit.now()
    try:
        with visit.writing() as session:
            use_cases.count_own_attempt(session, me, now)
        if request.form.get("new", "") != request.form.get("again", ""):
            return security_page({"again": visit.words().say("The two are not the same.")}), 422
        with visit.writing() as session:
            use_cases.choose_password(
                session,
                me,
                request.form.get("old", ""),
                request.form.get("new", ""),
                visit.session_token(),
                now,
                kept=request.form.getlist("keep"),
                where=visit.where(),
            )
    except (Invalid, Denied) as error:
        field = error.field if isinstance(error, Invalid) else "old"
        return security_page({field: error.say(visit.words())}), status_of(error)
    visit.ring("mail")
    flash(visit.words().say("Your password is kept. All other browsers are signed out."))
    return redirect(url_for("sessions.security"), 303)


@pages.post("/account/password/remove")
def remove() -> BaseResponse | tuple[str, int]:
    """Sign in by links only."""
    me, now = visit.signed_in(), visit.now()
    try:
        with visit.writing() as session:
            use_cases.count_own_attempt(session, me, now)
        with visit.writing() as session:
            use_cases.remove_password(
                session,
                me,
                request.form.get("old", ""),
                now,
                session_token=visit.session_token(),
                kept=request.form.getlist("keep"),
                where=visit.where(),
            )
    except Denied as error:
        return security_page({"removed": error.say(visit.words())}), status_of(error)
    visit.ring("mail")
    flash(visit.words().say("Your password is removed."))
    return redirect(url_for("sessions.security"), 303)


def _form(goal: str, email: str = "", error: str = "", needs_code: bool = False) -> str:
    return render_template("sign_in_password.html", next=goal, email=email, error=error, needs_code=needs_code)
