"""Signing in: by letter, by password, with a second factor; one's settings, tokens for programs, ending letters."""

from __future__ import annotations

from zoneinfo import available_timezones

import segno
from flask import Blueprint, Response, flash, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as BaseResponse

from correspondence import input_validation
from correspondence.accounts.queries import api_tokens, look_at_link
from correspondence.accounts.use_cases import look_at_unsubscribe, resubscribe, unsubscribe
from correspondence.input_validation import Denied, Invalid, Told, zone_or_utc
from correspondence.sign_in import factors as factor_cases, use_cases as sign_in_cases
from correspondence.sign_in.factors import count_own_attempt
from web import rate_limits
from web.app_context import desk
from web.errors import at_field, status_of
from web.form_values import go_to, lead_on, not_to_be_kept, programs_of, text_posted
from web.request_context import (
    browser_mark,
    commit,
    fetch,
    forget_session,
    keep_signed_in,
    label_of,
    mark_browser,
    now,
    read,
    reading,
    ring,
    say,
    session_id,
    session_known,
    session_token,
    signed_in,
    where,
    words,
    write,
    writing,
)
from web.security import csrf
from web.views.sessions import proved, security_page

accounts_pages = Blueprint("accounts", __name__)


@accounts_pages.get("/sign-in")
def sign_in() -> str:
    """The form that asks for an address."""
    return render_template("sign_in.html", next=request.args.get("next", ""), email="", error=None)


@accounts_pages.post("/sign-in")
def ask_for_link() -> str | tuple[str, int]:
    """Send a sign-in link; known and unknown addresses get the same answer."""
    email, goal = text_posted("email"), text_posted("next")
    language, zone = words().language, zone_or_utc(text_posted("zone"))
    try:
        commit(sign_in_cases.request_link, email, now(), goal, language, zone)
    except Invalid as error:
        return render_template("sign_in.html", next=goal, email=email, error=error.say(words())), 422
    ring("mail")
    return render_template("link_sent.html", email=email)


@accounts_pages.get("/sign-in/<token>")
def look_at(token: str) -> Response:
    """What the link does, and a button that does it; reading it uses nothing up."""
    return _link_page(token)


@accounts_pages.post("/sign-in/<token>")
def use(token: str) -> BaseResponse:
    """Sign in, once; whoever has turned a second factor on shows it."""
    code = text_posted("code")
    try:
        commit(sign_in_cases.count_link, token, rate_limits.place(), browser_mark(), now())
        done = commit(sign_in_cases.use_link, token, now(), label_of(request.user_agent.string), code)
    except Denied as error:
        if error.code not in ("code-needed", "wrong-code"):
            raise
        return _link_page(token, error.say(words()), status_of(error))
    ring("mail")
    response = redirect(done.next_url or url_for("home.home"), 303)
    keep_signed_in(response, done.session_token, done.browser_mark)
    return response


@accounts_pages.post("/sign-out")
def sign_out() -> BaseResponse:
    """End this browser's session."""
    commit(sign_in_cases.sign_out, session_token())
    response = redirect(url_for("home.home"), 303)
    forget_session(response)
    return response


@accounts_pages.get("/account")
def account() -> str:
    """One's own settings."""
    me = signed_in()
    return _account_page({"name": me.name, "language": me.language, "zone": me.zone})


@accounts_pages.post("/account")
def update() -> BaseResponse | tuple[str, int]:
    """Change name, language and zone."""
    typed = {field: text_posted(field) for field in ("name", "language", "zone")}
    try:
        write(sign_in_cases.update_profile, **typed)
    except Invalid as error:
        return _account_page(typed, at_field(error)), 422
    return lead_on("accounts.account", say("Your settings are kept."))


@accounts_pages.post("/account/tokens")
def issue_token() -> Response | tuple[str, int]:
    """Make a token for programs; it is shown this once."""
    me = signed_in()
    typed = {"name": me.name, "language": me.language, "zone": me.zone}
    scopes = request.form.getlist("scopes")
    try:
        with writing() as session:
            name = text_posted("token_name")
            token = sign_in_cases.issue_api_token(session, me, name, now(), scopes, where())
    except (Invalid, Denied) as error:
        field = "scopes" if isinstance(error, Invalid) and error.field == "scopes" else "token_name"
        return _account_page(typed, {field: error.say(words())}), status_of(error)
    ring("mail")
    return not_to_be_kept(_account_page(typed, token=token))


@accounts_pages.post("/account/tokens/<token_id>/revoke")
def revoke_token(token_id: str) -> BaseResponse:
    """A token works no more."""
    write(sign_in_cases.revoke_api_token, token_id, now())
    flash(say("The token works no more."))
    return go_to(url_for("accounts.account"))


@accounts_pages.get("/unsubscribe/<token>")
def unsubscribe_page(token: str) -> str:
    """What the link ends, and a button that ends it."""
    found = fetch(look_at_unsubscribe, token)
    return render_template("unsubscribe.html", found=found, token=token, done=False)


@accounts_pages.post("/unsubscribe/<token>")
@csrf.exempt  # type: ignore[untyped-decorator]
def end_letters(token: str) -> str:
    """End the letters; mail programs send this POST by themselves (RFC 8058), so it needs no form of ours."""
    found = commit(unsubscribe, token, now())
    return render_template("unsubscribe.html", found=found, token=token, done=True)


@accounts_pages.post("/unsubscribe/<token>/undo")
def want_letters(token: str) -> str:
    """Take the end of letters back."""
    found = commit(resubscribe, token)
    return render_template("unsubscribe.html", found=found, token=token, done=False, undone=True)


def _link_page(token: str, error: str = "", status: int = 200) -> Response:
    link = fetch(look_at_link, token, now())
    return not_to_be_kept(render_template("use_link.html", link=link, token=token, error=error), status)


def _account_page(typed: dict[str, str], errors: dict[str, str] | None = None, token: str = "") -> str:
    me = signed_in()
    tokens = fetch(api_tokens, me)
    zones = sorted(zone for zone in available_timezones() if "/" in zone or zone == "UTC")
    return render_template(
        "account/profile.html", typed=typed, errors=errors or {}, tokens=tokens, token=token, zones=zones, me=me
    )


passwords_pages = Blueprint("passwords", __name__)


@passwords_pages.get("/sign-in/password")
def form() -> str:
    """The form for address and password."""
    return _form(request.args.get("next", ""))


@passwords_pages.post("/sign-in/password")
def sign_in_by_password() -> BaseResponse | tuple[str, int]:
    """Sign in; unknown addresses and wrong passwords are answered alike."""
    email, goal = text_posted("email"), text_posted("next")
    try:
        commit(factor_cases.count_sign_in, email, rate_limits.place(), now(), text_posted("code"), browser_mark())
        _, token, mark = commit(
            factor_cases.sign_in_by_password,
            email,
            text_posted("password"),
            text_posted("code"),
            now(),
            label_of(request.user_agent.string),
        )
    except Denied as error:
        needs_code = error.code in ("code-needed", "wrong-code")
        return _form(goal, email, error.say(words()), needs_code), status_of(error)
    response = redirect(input_validation.next_url(goal) or url_for("home.home"), 303)
    keep_signed_in(response, token, mark)
    return response


@passwords_pages.post("/account/password")
def choose() -> BaseResponse | tuple[str, int]:
    """Set or change one's password."""
    signed_in()
    try:
        write(factor_cases.count_own_attempt, session_known(), now())
        if text_posted("new") != text_posted("again"):
            return security_page({"again": say("The two are not the same.")}), 422
        write(
            factor_cases.choose_password,
            text_posted("old"),
            text_posted("new"),
            session_token(),
            now(),
            kept=request.form.getlist("keep"),
            where=where(),
        )
    except (Invalid, Denied) as error:
        return security_page(at_field(error, "old")), status_of(error)
    return lead_on("sessions.security", say("Your password is kept. All other browsers are signed out."), "mail")


@passwords_pages.post("/account/password/remove")
def remove() -> BaseResponse | tuple[str, int]:
    """Sign in by links only."""
    signed_in()
    try:
        write(factor_cases.count_own_attempt, session_known(), now())
        write(
            factor_cases.remove_password,
            text_posted("old"),
            now(),
            session_token=session_token(),
            kept=request.form.getlist("keep"),
            where=where(),
        )
    except Denied as error:
        return security_page({"removed": error.say(words())}), status_of(error)
    return lead_on("sessions.security", say("Your password is removed."), "mail")


def _form(goal: str, email: str = "", error: str = "", needs_code: bool = False) -> str:
    return render_template("sign_in_password.html", next=goal, email=email, error=error, needs_code=needs_code)


second_factor_pages = Blueprint("second_factor", __name__)


@second_factor_pages.get("/account/second-factor")
def second_factor() -> BaseResponse:
    """How to turn it on, with a new secret for one's phone; or how to turn it off."""
    on = read(factor_cases.has_second_factor)
    if not on and not proved():
        return lead_on("proving.ask_proof", next=request.path)
    return _factor_page(factor_cases.new_secret())


@second_factor_pages.post("/account/second-factor")
def turn_on() -> Response:
    """Turn it on with a first code; the recovery codes are shown this once."""
    me, secret = signed_in(), text_posted("secret")
    try:
        _count()
        with writing() as session:
            codes = factor_cases.turn_on(
                session,
                me,
                secret,
                text_posted("code"),
                session_id(),
                now(),
                kept=request.form.getlist("keep"),
                where=where(),
            )
            mark = factor_cases.browser_mark(session, me)
    except (Invalid, Denied) as error:
        shown = secret if factor_cases.is_secret(secret) else factor_cases.new_secret()
        return _factor_page(shown, error)
    ring("mail")
    response = not_to_be_kept(render_template("account/recovery_codes.html", codes=codes))
    mark_browser(response, mark)
    return response


@second_factor_pages.post("/account/second-factor/off")
def turn_off() -> BaseResponse:
    """Turn it off, with a code."""
    try:
        _count()
        write(factor_cases.turn_off, text_posted("code"), now(), where())
    except Denied as error:
        return _factor_page(factor_cases.new_secret(), error)
    return lead_on("sessions.security", say("The second factor is off."), "mail")


@second_factor_pages.post("/account/second-factor/codes")
def renew() -> Response:
    """New recovery codes."""
    try:
        _count()
        codes = write(factor_cases.renew_recovery_codes, text_posted("code"), now(), where())
    except Denied as error:
        return _factor_page(factor_cases.new_secret(), error)
    ring("mail")
    return not_to_be_kept(render_template("account/recovery_codes.html", codes=codes))


@second_factor_pages.get("/account/code")
def ask() -> str:
    """Asks for a code before something that needs it."""
    signed_in()
    return _ask(request.args.get("next", ""))


@second_factor_pages.post("/account/code")
def show() -> BaseResponse | tuple[str, int]:
    """Show one's second factor in this browser; it counts for twelve hours."""
    goal = text_posted("next")
    try:
        _count()
        write(factor_cases.show_code, text_posted("code"), session_id(), now())
    except Denied as error:
        return _ask(goal, error.say(words())), status_of(error)
    ring("mail")
    return redirect(input_validation.next_url(goal) or url_for("sessions.security"), 303)


def _count() -> None:
    signed_in()
    write(count_own_attempt, session_known(), now())


def _ask(goal: str, error: str = "") -> str:
    return render_template("account/code.html", next=goal, error=error)


def _factor_page(secret: str, error: Told | None = None) -> Response:
    me = signed_in()
    with reading() as session:
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
        error=error.say(words()) if error else "",
    )
    return not_to_be_kept(page, status_of(error) if error else 200)


def _picture(text: str) -> Markup:
    """The square picture that a phone reads, as SVG without any style of its own."""
    made = segno.make(text, error="m")
    drawing = made.svg_inline(scale=5, border=3, dark="#000000", light="#ffffff", svgclass="qr", lineclass=None)
    return Markup(drawing)  # noqa: S704  made here, of shapes alone
