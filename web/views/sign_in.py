"""Sign-in by email, password, passkey, second factor; settings, ending emails."""

from __future__ import annotations

from typing import Any
from zoneinfo import available_timezones

import segno
from flask import Blueprint, Response, jsonify, make_response, render_template, request, url_for
from markupsafe import Markup

from correspondence.accounts.queries import api_tokens, look_at_link
from correspondence.accounts.use_cases import look_at_unsubscribe, resubscribe, unsubscribe
from correspondence.input_validation import Denied, Invalid, UserError, zone_or_utc
from correspondence.sign_in import factors as factor_cases, passkeys as passkey_cases, use_cases as sign_in_cases
from web import rate_limits
from web.app_context import app_context
from web.errors import at_field, in_words, show_errors
from web.form_values import forbid_caching, go_to, programs_of, redirect_to, see_other, text_posted
from web.request_context import (
    browser_label,
    browser_mark,
    browser_token,
    commit,
    count_attempt,
    fetch,
    forget_session,
    keep_signed_in,
    mark_browser,
    now,
    read,
    say,
    session_id,
    session_token,
    signed_in,
    wake_worker,
    where,
    words,
    write,
    write_transaction,
)
from web.security import csrf
from web.views.sessions import proved, security

accounts_pages = Blueprint("accounts", __name__)
PROFILE = ("name", "language", "zone")
# Who signs in is to show their second factor.
CODE_WANTED = ("code-needed", "wrong-code")


@accounts_pages.get("/sign-in")
def sign_in(error: UserError | None = None) -> str:
    """Show the form that asks for an email address to sign in."""
    goal = request.values.get("next", "")
    errors = at_field(error, "passkey")
    return render_template(
        "sign_in.html",
        next=goal,
        email=text_posted("email"),
        error=errors.get("email", ""),
        denied=errors.get("passkey", ""),
        passkey_site=passkey_cases.passkey_site(app_context().settings),
    )


@accounts_pages.post("/sign-in")
@show_errors(sign_in, Invalid)
def ask_for_link() -> str:
    """Send a sign-in link; known and unknown addresses get the same answer."""
    email, goal = text_posted("email"), text_posted("next")
    language, zone = words().language, zone_or_utc(text_posted("zone"))
    commit(sign_in_cases.request_link, email, now(), goal, language, zone)
    wake_worker("mail")
    return render_template("link_sent.html", email=email)


@accounts_pages.get("/sign-in/<token>")
def look_at(token: str, error: UserError | None = None) -> Response:
    """Show what a sign-in link does, with a button that does it.
    Opening this page does not use the link up."""
    link = fetch(look_at_link, token, now())
    return forbid_caching(render_template("use_link.html", link=link, token=token, error=in_words(error)))


@accounts_pages.post("/sign-in/<token>")
@show_errors(look_at, Denied, codes=CODE_WANTED)
def use(token: str) -> Response:
    """Sign in, once; whoever has turned a second factor on shows it."""
    commit(sign_in_cases.count_link_attempt, token, rate_limits.place(), browser_mark(), now())
    browser = browser_label(request.user_agent.string)
    done = commit(sign_in_cases.use_link, token, now(), browser, text_posted("code"))
    wake_worker("mail")
    response = see_other(done.next_url or url_for("home.home"))
    keep_signed_in(response, done.session_token, done.browser_mark)
    return response


@accounts_pages.post("/sign-out")
def sign_out() -> Response:
    """End this browser's session."""
    commit(sign_in_cases.sign_out, session_token())
    response = see_other(url_for("home.home"))
    forget_session(response)
    return response


@accounts_pages.get("/account")
def account(errors: dict[str, str] | None = None, token: str = "") -> str:
    """One's own settings, with what was wrong with a form, and a new token."""
    me = signed_in()
    return render_template(
        "account/profile.html",
        typed={field: request.form.get(field, getattr(me, field)) for field in PROFILE},
        errors=errors or {},
        tokens=fetch(api_tokens, me),
        token=token,
        zones=sorted(zone for zone in available_timezones() if "/" in zone or zone == "UTC"),
        me=me,
    )


@accounts_pages.post("/account")
@show_errors(lambda error: account(at_field(error)), Invalid)
def update() -> Response:
    """Change name, language and zone."""
    write(sign_in_cases.update_profile, **{field: text_posted(field) for field in PROFILE})
    return redirect_to("accounts.account", say("Settings saved."))


def _no_token(error: UserError) -> str:
    field = "scopes" if isinstance(error, Invalid) and error.field == "scopes" else "token_name"
    return account({field: error.say(words())})


@accounts_pages.post("/account/tokens")
@show_errors(_no_token)
def issue_token() -> Response:
    """Make a token for programs; it is shown this once."""
    scopes = request.form.getlist("scopes")
    token = write(sign_in_cases.issue_api_token, text_posted("token_name"), now(), scopes, where())
    wake_worker("mail")
    return forbid_caching(account(token=token))


@accounts_pages.post("/account/tokens/<token_id>/revoke")
def revoke_token(token_id: str) -> Response:
    """A token works no more."""
    write(sign_in_cases.revoke_api_token, token_id, now())
    return go_to("accounts.account", say("The token no longer works."))


@accounts_pages.get("/unsubscribe/<token>")
def unsubscribe_page(token: str) -> str:
    """What the link ends, and a button that ends it."""
    subscription = fetch(look_at_unsubscribe, token)
    return render_template("unsubscribe.html", found=subscription, token=token, done=False)


@accounts_pages.post("/unsubscribe/<token>")
@csrf.exempt  # type: ignore[untyped-decorator]
def end_mails(token: str) -> str:
    """End the emails; mail programs send this POST (RFC 8058), without our form token."""
    subscription = commit(unsubscribe, token, now())
    return render_template("unsubscribe.html", found=subscription, token=token, done=True)


@accounts_pages.post("/unsubscribe/<token>/undo")
def want_mails(token: str) -> str:
    """Take the end of emails back."""
    subscription = commit(resubscribe, token)
    return render_template("unsubscribe.html", found=subscription, token=token, done=False, undone=True)


passwords_pages = Blueprint("passwords", __name__)


@passwords_pages.get("/sign-in/password")
def form(error: UserError | None = None) -> str:
    """The form for address and password."""
    return render_template(
        "sign_in_password.html",
        next=request.values.get("next", ""),
        email=text_posted("email"),
        error=in_words(error),
        needs_code=error is not None and error.code in CODE_WANTED,
    )


@passwords_pages.post("/sign-in/password")
@show_errors(form, Denied)
def sign_in_by_password() -> Response:
    """Sign in; unknown addresses and wrong passwords are answered alike."""
    email, code, browser = text_posted("email"), text_posted("code"), browser_label(request.user_agent.string)
    commit(factor_cases.count_sign_in_attempt, email, rate_limits.place(), now(), code, browser_mark())
    _, token, mark = commit(factor_cases.sign_in_by_password, email, text_posted("password"), code, now(), browser)
    return _enter(token, mark)


def _enter(token: str, mark: str) -> Response:
    """Lead on to the page wanted, signed in."""
    response = go_to("home.home")
    keep_signed_in(response, token, mark)
    return response


@passwords_pages.post("/account/password")
@show_errors(lambda error: security(at_field(error, "old")))
def choose() -> Response:
    """Set or change one's password."""
    count_attempt()
    if text_posted("new") != text_posted("again"):
        return make_response(security({"again": say("The two passwords are not the same.")}), 422)
    write(
        factor_cases.choose_password,
        text_posted("old"),
        text_posted("new"),
        session_token(),
        now(),
        exempt_ids=request.form.getlist("keep"),
        where=where(),
    )
    return redirect_to("sessions.security", say("Your password is saved. All other browsers are signed out."), "mail")


@passwords_pages.post("/account/password/remove")
@show_errors(lambda error: security(at_field(error, "removed")), Denied)
def remove() -> Response:
    """Sign in by links only."""
    count_attempt()
    write(
        factor_cases.remove_password,
        text_posted("old"),
        now(),
        session_token=session_token(),
        exempt_ids=request.form.getlist("keep"),
        where=where(),
    )
    return redirect_to("sessions.security", say("Your password is removed."), "mail")


passkeys_pages = Blueprint("passkeys", __name__)


@passkeys_pages.get("/sign-in/passkey")
def ask_device() -> Response:
    """A new challenge for this browser, which a device is to sign (JSON)."""
    return _offered(fetch(passkey_cases.sign_in_options, browser_token(), now()))


@passkeys_pages.post("/sign-in/passkey")
@show_errors(sign_in, Denied)
def sign_in_by_passkey() -> Response:
    """Sign in by a passkey, without password and second factor."""
    commit(passkey_cases.count_passkey_attempt, rate_limits.place(), now())
    signed, label = _signed(passkey_cases.SIGN_IN), browser_label(request.user_agent.string)
    return _enter(*commit(passkey_cases.sign_in_by_passkey, signed, now(), label))


@passkeys_pages.get("/account/passkeys")
def ask_for_new() -> Response:
    """A new challenge for this browser, by which a device makes a passkey (JSON)."""
    return _offered(read(passkey_cases.add_options, browser_token(), now()))


def _offered(options: dict[str, Any]) -> Response:
    response = jsonify(options)
    response.headers["Cache-Control"] = "no-store"
    return response


def _signed(purpose: str) -> passkey_cases.Signed:
    """What the form brings, its challenge used up."""
    signed = passkey_cases.Signed(text_posted("credential"), text_posted("challenge"))
    commit(passkey_cases.use_challenge, signed.challenge, purpose, browser_token(), now())
    return signed


def _no_passkey(error: UserError) -> str:
    return security({"passkey": error.say(words())})


@passkeys_pages.post("/account/passkeys")
@show_errors(_no_passkey)
def add_passkey() -> Response:
    """Add the passkey that a device made."""
    count_attempt()
    signed, name = _signed(passkey_cases.add_purpose(signed_in())), text_posted("name")
    write(passkey_cases.add_passkey, signed, name, now(), where=where())
    return redirect_to("sessions.security", say("The passkey is added. You can sign in with it."), "mail")


@passkeys_pages.post("/account/passkeys/<passkey_id>")
@show_errors(_no_passkey, Invalid)
def rename(passkey_id: str) -> Response:
    """Give a passkey another name."""
    write(passkey_cases.rename_passkey, passkey_id, text_posted("name"))
    return redirect_to("sessions.security", say("Settings saved."))


@passkeys_pages.post("/account/passkeys/<passkey_id>/remove")
def remove_passkey(passkey_id: str) -> Response:
    """A passkey signs in no more."""
    write(passkey_cases.remove_passkey, passkey_id, now(), where())
    return go_to("sessions.security", say("The passkey is removed."), "mail")


second_factor_pages = Blueprint("second_factor", __name__)


@second_factor_pages.get("/account/second-factor")
def second_factor() -> Response:
    """How to turn it on, with a new secret for one's phone; or how to turn it off."""
    on = read(factor_cases.has_second_factor)
    if not on and not proved():
        return redirect_to("proving.ask_proof", next=request.path)
    return _factor_page()


def _factor_page(error: UserError | None = None) -> Response:
    """Return the page that turns the second factor on, or off if it is on.
    A secret that was posted is kept if valid; otherwise a new one is shown."""
    secret = text_posted("secret")
    if not factor_cases.is_secret(secret):
        secret = factor_cases.new_secret()
    on = read(factor_cases.has_second_factor)
    page = render_template(
        "account/second_factor.html",
        on=on,
        left=read(factor_cases.remaining_codes) if on else 0,
        programs=read(programs_of),
        secret="" if on else secret,
        picture=""
        if on
        else _picture(factor_cases.otpauth_address(secret, signed_in(), app_context().settings.site_name)),
        required=app_context().settings.second_factor_required,
        error=in_words(error),
    )
    return forbid_caching(page)


@second_factor_pages.post("/account/second-factor")
@show_errors(_factor_page)
def turn_on() -> Response:
    """Turn the second factor on with a first code; show the recovery codes once."""
    me = signed_in()
    count_attempt()
    with write_transaction() as session:
        codes = factor_cases.turn_on(
            session,
            me,
            text_posted("secret"),
            text_posted("code"),
            session_id(),
            now(),
            exempt_ids=request.form.getlist("keep"),
            where=where(),
        )
        mark = factor_cases.browser_mark(session, me)
    wake_worker("mail")
    response = forbid_caching(render_template("account/recovery_codes.html", codes=codes))
    mark_browser(response, mark)
    return response


@second_factor_pages.post("/account/second-factor/off")
@show_errors(_factor_page, Denied)
def turn_off() -> Response:
    """Turn it off, with a code."""
    count_attempt()
    write(factor_cases.turn_off, text_posted("code"), now(), where())
    return redirect_to("sessions.security", say("The second factor is off."), "mail")


@second_factor_pages.post("/account/second-factor/codes")
@show_errors(_factor_page, Denied)
def renew() -> Response:
    """New recovery codes."""
    count_attempt()
    codes = write(factor_cases.renew_recovery_codes, text_posted("code"), now(), where())
    wake_worker("mail")
    return forbid_caching(render_template("account/recovery_codes.html", codes=codes))


@second_factor_pages.get("/account/code")
def ask(error: UserError | None = None) -> str:
    """Asks for a code before something that needs it."""
    signed_in()
    return render_template("account/code.html", next=request.values.get("next", ""), error=in_words(error))


@second_factor_pages.post("/account/code")
@show_errors(ask, Denied)
def show() -> Response:
    """Show one's second factor in this browser; it counts for twelve hours."""
    count_attempt()
    write(factor_cases.show_code, text_posted("code"), session_id(), now())
    return go_to("sessions.security", "", "mail")


def _picture(text: str) -> Markup:
    """The square picture that a phone reads, as SVG without any style of its own."""
    qr_code = segno.make(text, error="m")
    drawing = qr_code.svg_inline(scale=5, border=3, dark="#000000", light="#ffffff", svgclass="qr", lineclass=None)
    return Markup(drawing)  # noqa: S704  made here, of shapes alone
