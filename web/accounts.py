"""Signing in by letter, one's own settings, tokens for programs, ending letters."""

from __future__ import annotations

from zoneinfo import available_timezones

from flask import Blueprint, Response, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from correspondence.accounts.queries import api_tokens, look_at_link
from correspondence.accounts.use_cases import look_at_unsubscribe, resubscribe, unsubscribe
from correspondence.errors import Denied, Invalid
from correspondence.input_validation import zone_or_utc
from correspondence.sign_in import use_cases as sign_in_cases
from web import rate_limits, request_context
from web.account.forms import go_to, not_to_be_kept
from web.browsers import label_of
from web.errors import status_of
from web.security import csrf

pages = Blueprint("accounts", __name__)


@pages.get("/sign-in")
def sign_in() -> str:
    """The form that asks for an address."""
    return render_template("sign_in.html", next=request.args.get("next", ""), email="", error=None)


@pages.post("/sign-in")
def ask_for_link() -> str | tuple[str, int]:
    """Send a sign-in link; known and unknown addresses get the same answer."""
    email, goal = request.form.get("email", ""), request.form.get("next", "")
    language, zone = request_context.words().language, zone_or_utc(request.form.get("zone", ""))
    try:
        with request_context.writing() as session:
            sign_in_cases.request_link(session, email, request_context.now(), goal, language, zone)
    except Invalid as error:
        return render_template("sign_in.html", next=goal, email=email, error=error.say(request_context.words())), 422
    request_context.ring("mail")
    return render_template("link_sent.html", email=email)


@pages.get("/sign-in/<token>")
def look_at(token: str) -> Response:
    """What the link does, and a button that does it; reading it uses nothing up."""
    return _link_page(token)


@pages.post("/sign-in/<token>")
def use(token: str) -> BaseResponse:
    """Sign in, once; whoever has turned a second factor on shows it."""
    now, code = request_context.now(), request.form.get("code", "")
    try:
        with request_context.writing() as session:
            sign_in_cases.count_link(session, token, rate_limits.place(), request_context.browser_mark(), now)
        with request_context.writing() as session:
            done = sign_in_cases.use_link(session, token, now, label_of(request.user_agent.string), code)
    except Denied as error:
        if error.code not in ("code-needed", "wrong-code"):
            raise
        return _link_page(token, error.say(request_context.words()), status_of(error))
    request_context.ring("mail")
    response = redirect(done.next_url or url_for("home.home"), 303)
    request_context.keep_signed_in(response, done.session_token, done.browser_mark)
    return response


@pages.post("/sign-out")
def sign_out() -> BaseResponse:
    """End this browser's session."""
    with request_context.writing() as session:
        sign_in_cases.sign_out(session, request_context.session_token())
    response = redirect(url_for("home.home"), 303)
    request_context.forget_session(response)
    return response


@pages.get("/account")
def account() -> str:
    """One's own settings."""
    me = request_context.signed_in()
    return _account_page({"name": me.name, "language": me.language, "zone": me.zone})


@pages.post("/account")
def update() -> BaseResponse | tuple[str, int]:
    """Change name, language and zone."""
    typed = {field: request.form.get(field, "") for field in ("name", "language", "zone")}
    try:
        request_context.write(sign_in_cases.update_profile, **typed)
    except Invalid as error:
        return _account_page(typed, {error.field: error.say(request_context.words())}), 422
    flash(request_context.say("Your settings are kept."))
    return redirect(url_for("accounts.account"), 303)


@pages.post("/account/tokens")
def issue_token() -> Response | tuple[str, int]:
    """Make a token for programs; it is shown this once."""
    me = request_context.signed_in()
    typed = {"name": me.name, "language": me.language, "zone": me.zone}
    scopes = request.form.getlist("scopes")
    try:
        with request_context.writing() as session:
            name = request.form.get("token_name", "")
            token = sign_in_cases.issue_api_token(
                session, me, name, request_context.now(), scopes, request_context.where()
            )
    except (Invalid, Denied) as error:
        field = "scopes" if isinstance(error, Invalid) and error.field == "scopes" else "token_name"
        return _account_page(typed, {field: error.say(request_context.words())}), status_of(error)
    request_context.ring("mail")
    return not_to_be_kept(_account_page(typed, token=token))


@pages.post("/account/tokens/<token_id>/revoke")
def revoke_token(token_id: str) -> BaseResponse:
    """A token works no more."""
    request_context.write(sign_in_cases.revoke_api_token, token_id, request_context.now())
    flash(request_context.say("The token works no more."))
    return go_to(url_for("accounts.account"))


@pages.get("/unsubscribe/<token>")
def unsubscribe_page(token: str) -> str:
    """What the link ends, and a button that ends it."""
    with request_context.reading() as session:
        found = look_at_unsubscribe(session, token)
    return render_template("unsubscribe.html", found=found, token=token, done=False)


@pages.post("/unsubscribe/<token>")
@csrf.exempt  # type: ignore[untyped-decorator]
def end_letters(token: str) -> str:
    """End the letters; mail programs send this POST by themselves (RFC 8058), so it needs no form of ours."""
    with request_context.writing() as session:
        found = unsubscribe(session, token, request_context.now())
    return render_template("unsubscribe.html", found=found, token=token, done=True)


@pages.post("/unsubscribe/<token>/undo")
def want_letters(token: str) -> str:
    """Take the end of letters back."""
    with request_context.writing() as session:
        found = resubscribe(session, token)
    return render_template("unsubscribe.html", found=found, token=token, done=False, undone=True)


def _link_page(token: str, error: str = "", status: int = 200) -> Response:
    with request_context.reading() as session:
        link = look_at_link(session, token, request_context.now())
    return not_to_be_kept(render_template("use_link.html", link=link, token=token, error=error), status)


def _account_page(typed: dict[str, str], errors: dict[str, str] | None = None, token: str = "") -> str:
    me = request_context.signed_in()
    with request_context.reading() as session:
        tokens = api_tokens(session, me)
    zones = sorted(zone for zone in available_timezones() if "/" in zone or zone == "UTC")
    return render_template(
        "account/profile.html", typed=typed, errors=errors or {}, tokens=tokens, token=token, zones=zones, me=me
    )
