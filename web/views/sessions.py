"""Sessions, tokens, changes of address; sensitive actions require a proof.

A host may require a second factor of all game masters (`GM_SECOND_FACTOR=required`). Whoever signed in or proved their
identity within 15 minutes is not asked. Others prove it in a form that keeps what they typed, then continue. Programs
cannot do any of this with a token.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, Response, render_template, request, url_for

from correspondence.accounts import use_cases as session_cases
from correspondence.accounts.queries import passkeys_of
from correspondence.accounts.use_cases import is_proved, is_strong, tell_owner
from correspondence.games.access import find_game, masters
from correspondence.guests import guest_until
from correspondence.input_validation import Denied, NotFound, UserError
from correspondence.models import Account
from correspondence.sign_in import factors as proof_cases, rights as rights_cases, use_cases
from correspondence.sign_in.factors import has_password, has_second_factor, remaining_codes
from correspondence.sign_in.passkeys import MAX_NAME_LENGTH, passkey_site
from correspondence.sign_in.rights import close_off, end_rights, look_at_not_me
from narration.words import N_
from web.app_context import TABLES, app_context
from web.errors import in_words, show_errors, status_of
from web.form_values import forbid_caching, go_to, programs_of, redirect_to, text_posted
from web.layout import voice
from web.request_context import (
    browser_label,
    cached_session,
    commit,
    count_attempt,
    fetch,
    now,
    read,
    reader,
    refresh_session,
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

sessions_pages = Blueprint("sessions", __name__)


@sessions_pages.get("/account/security")
def security(errors: dict[str, str] | None = None) -> str:
    """Where one is signed in, and how one signs in, with what was wrong with a form."""
    factor = read(has_second_factor)
    return render_template(
        "account/security.html",
        sessions=read(session_cases.sessions_of, session_token(), now()),
        password=read(has_password),
        factor=factor,
        left=read(remaining_codes) if factor else 0,
        programs=read(programs_of),
        passkeys=read(passkeys_of),
        passkey_site=passkey_site(app_context().settings),
        passkey_name=browser_label(request.user_agent.string)[:MAX_NAME_LENGTH],
        errors=errors or {},
    )


@sessions_pages.post("/account/sessions/<session_id>/end")
def end(session_id: str) -> Response:
    """Sign one browser out."""
    write(session_cases.end_session, session_id)
    return go_to("sessions.security", say("That browser is signed out."))


@sessions_pages.post("/account/sessions/end-others")
def end_others() -> Response:
    """Sign other browsers out; tokens, webhooks, passkeys end that are not kept."""
    me = signed_in()
    with write_transaction() as session:
        end_rights(session, me, now(), session_id=session_id(), exempt_ids=request.form.getlist("keep"))
        tell_owner(session, "rights-ended", me, now(), where())
    return redirect_to("sessions.security", say("All other browsers are signed out."), "mail")


@sessions_pages.after_app_request
def _record_last_seen(response: Response) -> Response:
    """Write down when a browser was seen, once an hour, after the answer is made."""
    session = cached_session()
    if session is None or request.endpoint == "static" or response.status_code >= 500:
        return response
    if session.seen_at is None or session.seen_at < now() - session_cases.SEEN_EVERY:
        commit(session_cases.touch_session, session.id, now())
    return response


REVIEW, HOST = "/games/<game_id>/gm/", "/host/"


@sessions_pages.before_app_request
def _ask_second_factor() -> Response | None:
    """Ask for a second factor before pages of game masters and administrators.
    Returns None if the reader may go on, else a redirect. Raises Denied `code-needed` unless GET."""
    rule = request.url_rule.rule if request.url_rule is not None else ""
    me = reader() if f"{rule}/".startswith((REVIEW, HOST)) else None
    if me is None or not _has_power(me):
        return None
    if not fetch(has_second_factor, me):
        if not app_context().settings.second_factor_required:
            return None
        return redirect_to(
            "second_factor.second_factor",
            say("Game masters of this service must turn on a second factor before they use the game master's page."),
        )
    session = cached_session()
    if session is not None and is_strong(session, now()):
        return None
    if request.method != "GET":
        # What was typed stays in the browser, one page back.
        words = N_("First enter the code of your second factor in your settings. Then go back and send this again.")
        raise Denied("code-needed", words)
    return redirect_to("second_factor.ask", next=request.full_path.rstrip("?"))


def _has_power(me: Account) -> bool:
    """Whether the reader masters this game or runs the service."""
    if me.host:
        return True
    try:
        return fetch(masters, fetch(find_game, str((request.view_args or {}).get("game_id", ""))), me)
    except NotFound:
        return False


proving_pages = Blueprint("proving", __name__)


@dataclass(frozen=True)
class Act:
    """A sensitive action. `back`: the form's page, if what was typed is secret.
    `password`: the field in which the password is asked for, `code`: the one for the second factor."""

    back: str = ""
    password: str = ""
    code: str = ""


ACTS = {endpoint: Act(**row) for endpoint, row in TABLES["acts"].items()}
# Fields of the form that proves; none of a form that is kept is called so.
PASSWORD, CODE, MAIL = "proof_password", "proof_code", "proof_letter"
OWN_FIELDS = frozenset({"csrf_token", PASSWORD, CODE, MAIL})
# Fifty tokens, webhooks and passkeys can be kept by name; the longest text of such a form has some hundred letters.
MAX_FIELDS, MAX_TYPED = 60, 8000


@proving_pages.app_template_global()
def proved() -> bool:
    """Return whether the reader proved lately to be the owner of this session."""
    reader()
    session = cached_session()
    return session is not None and is_proved(session, now())


@proving_pages.get("/account/proof")
def ask_proof() -> Response:
    """Asks for a proof before something that needs it."""
    signed_in()
    return _proof_page(url_for("proving.prove"), [("next", request.args.get("next", ""))])


@proving_pages.post("/account/proof")
def prove() -> Response:
    """Prove who one is, and go on."""
    signed_in()
    return _proof() or go_to("sessions.security")


@proving_pages.before_app_request
def _ask_first() -> Response | None:
    """Ask for a proof of identity before sensitive actions (ACTS).
    Returns None if the request may go on, else a redirect or the page that asks."""
    act = ACTS.get(request.endpoint or "")
    me = reader() if act is not None else None
    # A guest has nothing to protect but a day's game, and no way to prove anything.
    if act is None or me is None or me.guest or proved() or _proves_itself(act):
        return None
    if request.method != "POST":
        return redirect_to("proving.ask_proof", next=request.full_path.rstrip("?"))
    refused = _proof(keep=not act.back)
    if refused is not None or not act.back:
        return refused
    return redirect_to(
        act.back, say("Thank you. Please type it once more: we do not keep passwords and codes in the meantime.")
    )


def _proves_itself(act: Act) -> bool:
    """Whether the form asks by itself for what this account would have to show."""
    if read(has_second_factor):
        return bool(act.code and request.form.get(act.code))
    return bool(act.password and request.form.get(act.password) and read(has_password))


def _proof(keep: bool = True) -> Response | None:
    """Check the typed proof or send the email asked for; None once proved.
    Else the page that asks, with what was typed before."""
    action, form_fields = request.path, _typed() if keep else []
    password, code = text_posted(PASSWORD), text_posted(CODE)
    try:
        if request.form.get(MAIL):
            write(proof_cases.send_code, session_id(), now(), where())
            wake_worker("mail")
            return _proof_page(action, form_fields)
        if not password and not code:
            return _proof_page(action, form_fields, status=403)
        count_attempt()
        write(proof_cases.prove, session_id(), now(), password=password, code=code)
    except Denied as error:
        return _proof_page(action, form_fields, error.say(words()), status_of(error))
    refresh_session()
    return None


def _typed() -> list[tuple[str, str]]:
    """Return the form fields waiting for a proof, without the proof's own.
    Returns none if they are more or larger than in any form of ours."""
    typed_in = [(name, value) for name, value in request.form.items(multi=True) if name not in OWN_FIELDS]
    small = len(typed_in) <= MAX_FIELDS and sum(len(name) + len(value) for name, value in typed_in) <= MAX_TYPED
    return typed_in if small else []


def _proof_page(action: str, form_fields: list[tuple[str, str]], error: str = "", status: int = 200) -> Response:
    me = signed_in()
    ways = fetch(proof_cases.proof_methods, me, session_id(), now())
    page = render_template("account/proof.html", action=action, kept=form_fields, ways=ways, me=me, error=error)
    return forbid_caching(page, status)


rights_pages = Blueprint("rights", __name__)


@rights_pages.get("/account/rights")
def rights() -> str:
    """What can act as its reader."""
    me = signed_in()
    page = fetch(rights_cases.rights_of, me, session_token(), now())
    return render_template("account/rights.html", found=page, me=me, voice=voice)


@rights_pages.post("/account/rights/end")
def end_all() -> Response:
    """End all other sessions, without asking for a proof, because it may be urgent."""
    me = signed_in()
    with write_transaction() as session:
        rights_cases.end_everything(session, me, now(), session_id())
        tell_owner(session, "rights-ended", me, now(), where())
    return redirect_to("rights.rights", say("Now only this browser can act as you."), "mail")


@rights_pages.get("/account/not-me/<token>")
def look_at_rights(token: str) -> Response:
    """What the link does, and a button that does it."""
    account = fetch(look_at_not_me, token, now())
    return forbid_caching(render_template("account/not_me.html", account=account, token=token))


@rights_pages.post("/account/not-me/<token>")
def close(token: str) -> Response:
    """The account is closed off."""
    commit(close_off, token, now(), where())
    return redirect_to(
        "accounts.sign_in",
        say("The account is secure: nothing can act as you any more. Sign in with a link."),
        "mail",
    )


address_pages = Blueprint("address", __name__)


@address_pages.get("/account/address")
def address(error: UserError | None = None) -> str:
    """One's address, and the form for another."""
    me = signed_in()
    return render_template(
        "account/address.html",
        me=me,
        until=read(guest_until) if me.guest else None,
        wanted=read(use_cases.pending_address, now()),
        programs=read(programs_of),
        error=in_words(error),
        typed=text_posted("email"),
    )


@address_pages.post("/account/address")
@show_errors(address)
def ask_address() -> Response:
    """Ask for another address; known and unknown ones are answered alike."""
    write(
        use_cases.request_address,
        text_posted("email"),
        now(),
        session_id=session_id(),
        exempt_ids=request.form.getlist("keep"),
        where=where(),
    )
    return redirect_to("address.address", "", "mail")


@address_pages.post("/account/address/forget")
def forget() -> Response:
    """Cancel the pending change of your email address; the old address stays."""
    write(rights_cases.end_address_changes, now())
    return go_to("address.address", say("Your address stays as it is."))


@address_pages.post("/account/address/arrives")
def ask_whether_arriving() -> Response:
    """Send an email by which its reader can say that emails arrive."""
    me = signed_in()
    if not commit(use_cases.ask_whether_arriving, me, now()):
        return go_to("address.address")
    return go_to("address.address", say("We sent an email with a link to {email}.", email=me.email), "mail")


@address_pages.get("/account/address/arrives/<token>")
def look_at_arriving(token: str) -> Response:
    """What the link does, and a button that does it."""
    email = fetch(use_cases.look_at_arriving, token, now())
    return forbid_caching(render_template("account/mail_arrives.html", email=email, token=token))


@address_pages.post("/account/address/arrives/<token>")
def mails_arrive(token: str) -> Response:
    """Emails come again."""
    commit(use_cases.mails_arrive, token, now())
    return redirect_to("address.address" if reader() else "accounts.sign_in", say("You get emails again."))


@address_pages.get("/account/address/<token>")
def look_at_address(token: str) -> Response:
    """What the link does, and a button that does it."""
    email = fetch(use_cases.look_at_address, token, now())
    return forbid_caching(render_template("account/take_address.html", email=email, token=token))


@address_pages.post("/account/address/<token>")
def take(token: str) -> Response:
    """The address counts from now on."""
    commit(use_cases.take_address, token, now())
    return redirect_to(
        "address.address" if reader() else "accounts.sign_in", say("This is the address of your account now."), "mail"
    )
