"""Turning a second factor on and off, and showing it where it is needed."""

from __future__ import annotations

import segno
from flask import Blueprint, Response, flash, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as BaseResponse

from correspondence import input_validation
from correspondence.errors import Denied, Invalid
from correspondence.sign_in import second_factor as factor_cases
from correspondence.sign_in.passwords import count_own_attempt
from web import request_context
from web.account.forms import not_to_be_kept, programs_of
from web.account.proving import proved
from web.app_context import desk
from web.errors import status_of

pages = Blueprint("second_factor", __name__)


@pages.get("/account/second-factor")
def second_factor() -> BaseResponse:
    """How to turn it on, with a new secret for one's phone; or how to turn it off."""
    on = request_context.read(factor_cases.has_second_factor)
    if not on and not proved():
        return redirect(url_for("proving.ask", next=request.path), 303)
    return _page(factor_cases.new_secret())


@pages.post("/account/second-factor")
def turn_on() -> Response:
    """Turn it on with a first code; the recovery codes are shown this once."""
    me, secret = request_context.signed_in(), request.form.get("secret", "")
    try:
        _count()
        with request_context.writing() as session:
            codes = factor_cases.turn_on(
                session,
                me,
                secret,
                request.form.get("code", ""),
                request_context.session_id(),
                request_context.now(),
                kept=request.form.getlist("keep"),
                where=request_context.where(),
            )
            mark = factor_cases.browser_mark(session, me)
    except (Invalid, Denied) as error:
        shown = secret if factor_cases.is_secret(secret) else factor_cases.new_secret()
        return _page(shown, error.say(request_context.words()), status_of(error))
    request_context.ring("mail")
    response = not_to_be_kept(render_template("account/recovery_codes.html", codes=codes))
    request_context.mark_browser(response, mark)
    return response


@pages.post("/account/second-factor/off")
def turn_off() -> BaseResponse:
    """Turn it off, with a code."""
    try:
        _count()
        request_context.write(
            factor_cases.turn_off, request.form.get("code", ""), request_context.now(), request_context.where()
        )
    except Denied as error:
        return _page(factor_cases.new_secret(), error.say(request_context.words()), status_of(error))
    request_context.ring("mail")
    flash(request_context.say("The second factor is off."))
    return redirect(url_for("sessions.security"), 303)


@pages.post("/account/second-factor/codes")
def renew() -> Response:
    """New recovery codes."""
    try:
        _count()
        codes = request_context.write(
            factor_cases.renew_recovery_codes,
            request.form.get("code", ""),
            request_context.now(),
            request_context.where(),
        )
    except Denied as error:
        return _page(factor_cases.new_secret(), error.say(request_context.words()), status_of(error))
    request_context.ring("mail")
    return not_to_be_kept(render_template("account/recovery_codes.html", codes=codes))


@pages.get("/account/code")
def ask() -> str:
    """Asks for a code before something that needs it."""
    request_context.signed_in()
    return _ask(request.args.get("next", ""))


@pages.post("/account/code")
def show() -> BaseResponse | tuple[str, int]:
    """Show one's second factor in this browser; it counts for twelve hours."""
    goal = request.form.get("next", "")
    try:
        _count()
        request_context.write(
            factor_cases.show_code, request.form.get("code", ""), request_context.session_id(), request_context.now()
        )
    except Denied as error:
        return _ask(goal, error.say(request_context.words())), status_of(error)
    request_context.ring("mail")
    return redirect(input_validation.next_url(goal) or url_for("sessions.security"), 303)


def _count() -> None:
    request_context.signed_in()
    request_context.write(count_own_attempt, request_context.session_known(), request_context.now())


def _ask(goal: str, error: str = "") -> str:
    return render_template("account/code.html", next=goal, error=error)


def _page(secret: str, error: str = "", status: int = 200) -> Response:
    me = request_context.signed_in()
    with request_context.reading() as session:
        on = factor_cases.has_second_factor(session, me)
        left = factor_cases.codes_left(session, me) if on else 0
        programs = programs_of(session, me)
    page = render_template(
        "account/second_factor.html",
        on=on,
        left=left,
        programs=programs,
        secret="" if on else secret,
        picture="" if on else _picture(factor_cases.address_of(secret, me, desk().settings.site_name)),
        required=desk().settings.second_factor_required,
        error=error,
    )
    return not_to_be_kept(page, status)


def _picture(text: str) -> Markup:
    """The square picture that a phone reads, as SVG without any style of its own."""
    made = segno.make(text, error="m")
    drawing = made.svg_inline(scale=5, border=3, dark="#000000", light="#ffffff", svgclass="qr", lineclass=None)
    return Markup(drawing)  # noqa: S704  made here, of shapes alone
