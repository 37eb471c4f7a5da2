"""Signing in by letter, one's own settings, tokens for programs, ending letters."""

from __future__ import annotations

from zoneinfo import available_timezones

from flask import Blueprint, Response, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from correspondence.accounts import use_cases
from correspondence.accounts.queries import api_tokens, look_at_link
from correspondence.accounts.unsubscribing import look_at_unsubscribe, resubscribe, unsubscribe
from correspondence.errors import Denied, Invalid
from web import visit
from web.account.forms import not_to_be_kept, then
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
    try:
        with visit.writing() as session:
            use_cases.request_link(session, email, visit.now(), goal, visit.words().language)
    except Invalid as error:
        return render_template("sign_in.html", next=goal, email=email, error=error.say(visit.words())), 422
    visit.ring("mail")
    return render_template("link_sent.html", email=email)


@pages.get("/sign-in/<token>")
def look_at(token: str) -> Response:
    """What the link does, and a button that does it; reading it uses nothing up."""
    return _link_page(token)


@pages.post("/sign-in/<token>")
def use(token: str) -> BaseResponse:
    """Sign in, once; whoever has turned a second factor on shows it."""
    now, code = visit.now(), request.form.get("code", "")
    try:
        with visit.writing() as session:
            use_cases.count_link(session, token, now)
        with visit.writing() as session:
            done = use_cases.use_link(session, token, now, label_of(request.user_agent.string), code)
    except Denied as error:
        if error.code not in ("code-needed", "wrong-code"):
            raise
        return _link_page(token, error.say(visit.words()), status_of(error))
    visit.ring("mail")
    response = redirect(done.next_url or url_for("home.home"), 303)
    visit.keep_signed_in(response, done.session_token)
    return response


@pages.post("/sign-out")
def sign_out() -> BaseResponse:
    """End this browser's session."""
    with visit.writing() as session:
        use_cases.sign_out(session, visit.session_token())
    response = redirect(url_for("home.home"), 303)
    visit.forget_session(response)
    return response


@pages.get("/account")
def account() -> str:
    """One's own settings."""
    me = visit.signed_in()
    return _account_page({"name": me.name, "language": me.language, "zone": me.zone})


@pages.post("/account")
def update() -> BaseResponse | tuple[str, int]:
    """Change name, language and zone."""
    me = visit.signed_in()
    typed = {field: request.form.get(field, "") for field in ("name", "language", "zone")}
    try:
        with visit.writing() as session:
            use_cases.update_profile(session, me, **typed)
    except Invalid as error:
        return _account_page(typed, {error.field: error.say(visit.words())}), 422
    flash(visit.words().say("Your settings are kept."))
    return redirect(url_for("accounts.account"), 303)


@pages.post("/account/tokens")
def issue_token() -> Response | tuple[str, int]:
    """Make a token for programs; it is shown this once."""
    me = visit.signed_in()
    typed = {"name": me.name, "language": me.language, "zone": me.zone}
    scopes = request.form.getlist("scopes")
    try:
        with visit.writing() as session:
            name = request.form.get("token_name", "")
            token = use_cases.issue_api_token(session, me, name, visit.now(), scopes, visit.where())
    except (Invalid, Denied) as error:
        field = "scopes" if isinstance(error, Invalid) and error.field == "scopes" else "token_name"
        return _account_page(typed, {field: error.say(visit.words())}), status_of(error)
    visit.ring("mail")
    return not_to_be_kept(_account_page(typed, token=token))


@pages.post("/account/tokens/<token_id>/revoke")
def revoke_token(token_id: str) -> BaseResponse:
    """A token works no more."""
    me = visit.signed_in()
    with visit.writing() as session:
        use_cases.revoke_api_token(session, me, token_id, visit.now())
    flash(visit.words().say("The token works no more."))
    return then(url_for("accounts.account"))


@pages.get("/unsubscribe/<token>")
def unsubscribe_page(token: str) -> str:
    """What the link ends, and a button that ends it."""
    with visit.reading() as session:
        found = look_at_unsubscribe(session, token)
    return render_template("unsubscribe.html", found=found, token=token, done=False)


@pages.post("/unsubscribe/<token>")
@csrf.exempt  # type: ignore[untyped-decorator]
def end_letters(token: str) -> str:
    """End the letters; mail programs send this POST by themselves (RFC 8058), so it needs no form of ours."""
    with visit.writing() as session:
        found = unsubscribe(session, token, visit.now())
    return render_template("unsubscribe.html", found=found, token=token, done=True)


@pages.post("/unsubscribe/<token>/undo")
def want_letters(token: str) -> str:
    """Take the end of letters back."""
    with visit.writing() as session:
        found = resubscribe(session, token)
    return render_template("unsubscribe.html", found=found, token=token, done=False, undone=True)


def _link_page(token: str, error: str = "", status: int = 200) -> Response:
    with visit.reading() as session:
        link = look_at_link(session, token, visit.now())
    return not_to_be_kept(render_template("use_link.html", link=link, token=token, error=error), status)


def _account_page(typed: dict[str, str], errors: dict[str, str] | None = None, token: str = "") -> str:
    me = visit.signed_in()
    with visit.reading() as session:
        tokens = api_tokens(session, me)
    zones = sorted(zone for zone in available_timezones() if "/" in zone or zone == "UTC")
    return render_template(
        "account/profile.html", typed=typed, errors=errors or {}, tokens=tokens, token=token, zones=zones, me=me
    )
