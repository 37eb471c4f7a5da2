"""Sensitive acts: what a thief of a session must not do is asked again; where a second factor is asked for.

A host may require it of all game masters (`GM_SECOND_FACTOR=required`).

Whoever signed in or proved who they are within 15 minutes is not asked. Others prove it in a form that keeps what they
typed: sent to the same address, it goes on from there. Programs do none of this: a token opens none of these doors.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, Flask, Response, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from correspondence import input_validation
from correspondence.accounts.sessions import is_proved, is_strong
from correspondence.errors import Denied, NotFound
from correspondence.games.access import game_named, masters
from correspondence.models.accounts import Account
from correspondence.sign_in import proving as proof_cases
from correspondence.sign_in.passwords import count_own_attempt, has_password
from correspondence.sign_in.second_factor import has_second_factor
from narration.words import N_
from web import request_context
from web.account.forms import not_to_be_kept
from web.app_context import desk
from web.errors import status_of

DESK, HOST = "/games/<game_id>/gm", "/host"


def register_strong(app: Flask) -> None:
    """Ask before such a request is answered."""
    app.before_request(_ask_second_factor)


def _ask_second_factor() -> BaseResponse | None:
    rule = request.url_rule.rule if request.url_rule is not None else ""
    me = request_context.reader() if _under(rule, DESK) or _under(rule, HOST) else None
    if me is None or not _has_power(me):
        return None
    with request_context.reading() as session:
        on = has_second_factor(session, me)
    if not on:
        return _turn_on_first() if desk().settings.second_factor_required else None
    known = request_context.session_known()
    if known is not None and is_strong(known, request_context.now()):
        return None
    if request.method != "GET":
        # What was typed stays in the browser, one page back.
        words = N_("Show the code of your second factor first, in your settings; then go back and send this again.")
        raise Denied("code-needed", words)
    return redirect(url_for("second_factor.ask", next=request.full_path.rstrip("?")), 303)


def _under(rule: str, root: str) -> bool:
    return rule == root or rule.startswith(f"{root}/")


def _has_power(me: Account) -> bool:
    """Whether they master the game of the address, or run the service; others are refused by the page itself."""
    if me.host:
        return True
    try:
        with request_context.reading() as session:
            game = game_named(session, str((request.view_args or {}).get("game_id", "")))
            return masters(session, game, me)
    except NotFound:
        return False


def _turn_on_first() -> BaseResponse:
    flash(request_context.say("Game masters of this service turn on a second factor before they use their desk."))
    return redirect(url_for("second_factor.second_factor"), 303)


pages = Blueprint("proving", __name__)


@dataclass(frozen=True)
class Act:
    """A sensitive act. `back`: the page with its form, where what was typed holds secrets that no page repeats;
    `password`: a field of the form in which the password itself is asked for, `code`: one for the second factor."""

    back: str = ""
    password: str = ""
    code: str = ""


ACTS: dict[str, Act] = {
    "accounts.issue_token": Act(),
    "passwords.choose": Act(back="sessions.security", password="old"),
    "passwords.remove": Act(back="sessions.security", password="old"),
    "address.ask": Act(),
    "second_factor.turn_on": Act(back="second_factor.second_factor"),
    "second_factor.turn_off": Act(back="second_factor.second_factor", code="code"),
    "second_factor.renew": Act(back="second_factor.second_factor", code="code"),
    "webhooks.add": Act(),
    "webhooks.rotate": Act(),
    "delegations.grant": Act(),
    "game_settings.ask_master": Act(),
    "data.export": Act(),
    "data.ask": Act(back="data.data", password="password"),
}
# Fields of the form that proves; none of a form that is kept is called so.
PASSWORD, CODE, LETTER = "proof_password", "proof_code", "proof_letter"
OWN_FIELDS = frozenset({"csrf_token", PASSWORD, CODE, LETTER})
# Thirty tokens and webhooks can be kept by name; the longest text of a sensitive form has a few hundred characters.
MOST_FIELDS, MOST_TYPED = 60, 8000


def register(app: Flask) -> None:
    """Ask before such a request is answered."""
    app.before_request(_ask_first)
    app.context_processor(lambda: {"proved": proved})


def proved() -> bool:
    """Whether it was proved lately whose this session is."""
    request_context.reader()
    known = request_context.session_known()
    return known is not None and is_proved(known, request_context.now())


@pages.get("/account/proof")
def ask() -> Response:
    """Asks for a proof before something that needs it."""
    request_context.signed_in()
    return _page(url_for("proving.prove"), [("next", request.args.get("next", ""))])


@pages.post("/account/proof")
def prove() -> BaseResponse:
    """Prove who one is, and go on."""
    request_context.signed_in()
    goal = request.form.get("next", "")
    return _proof() or redirect(input_validation.next_url(goal) or url_for("sessions.security"), 303)


def _ask_first() -> BaseResponse | None:
    act = ACTS.get(request.endpoint or "")
    if act is None or request_context.reader() is None or proved() or _proves_itself(act):
        return None
    if request.method != "POST":
        return redirect(url_for("proving.ask", next=request.full_path.rstrip("?")), 303)
    refused = _proof(keep=not act.back)
    if refused is not None or not act.back:
        return refused
    flash(request_context.say("Thank you. Now type it once more, please: passwords and codes are not kept meanwhile."))
    return redirect(url_for(act.back), 303)


def _proves_itself(act: Act) -> bool:
    """Whether the form asks by itself for what this account would have to show."""
    me = request_context.signed_in()
    with request_context.reading() as session:
        if has_second_factor(session, me):
            return bool(act.code and request.form.get(act.code))
        return bool(act.password and request.form.get(act.password) and has_password(session, me))


def _proof(keep: bool = True) -> Response | None:
    """Take the proof that was typed, or send the letter that was asked for; None once it is proved, else the page that
    asks, with what was typed before."""
    now, session_id = request_context.now(), request_context.session_id()
    action, kept = request.path, _typed() if keep else []
    password, code = request.form.get(PASSWORD, ""), request.form.get(CODE, "")
    try:
        if request.form.get(LETTER):
            request_context.write(proof_cases.send_code, session_id, now, request_context.where())
            request_context.ring("mail")
            return _page(action, kept)
        if not password and not code:
            return _page(action, kept, status=403)
        request_context.write(count_own_attempt, request_context.session_known(), now)
        request_context.write(proof_cases.prove, session_id, now, password=password, code=code)
    except Denied as error:
        return _page(action, kept, error.say(request_context.words()), status_of(error))
    request_context.look_again()
    return None


def _typed() -> list[tuple[str, str]]:
    """What was typed in the form that waits, field by field; nothing of one that is larger than any of ours."""
    typed_in = [(name, value) for name, value in request.form.items(multi=True) if name not in OWN_FIELDS]
    small = len(typed_in) <= MOST_FIELDS and sum(len(name) + len(value) for name, value in typed_in) <= MOST_TYPED
    return typed_in if small else []


def _page(action: str, kept: list[tuple[str, str]], error: str = "", status: int = 200) -> Response:
    me = request_context.signed_in()
    with request_context.reading() as session:
        ways = proof_cases.ways_of(session, me, request_context.session_id(), request_context.now())
    page = render_template("account/proof.html", action=action, kept=kept, ways=ways, me=me, error=error)
    return not_to_be_kept(page, status)
