"""Where the second factor is asked for: at a game master's desk and for hosts, of whoever turned it on.

A host may require it of all game masters (`GM_SECOND_FACTOR=required`).
"""

from __future__ import annotations

from flask import Flask, flash, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from correspondence.accounts.sessions import is_strong
from correspondence.errors import Denied, NotFound
from correspondence.games.access import game_named, masters
from correspondence.models.accounts import Account
from correspondence.sign_in.second_factor import has_second_factor
from narration.words import N_
from web import request_context
from web.app_context import desk

DESK, HOST = "/games/<game_id>/gm", "/host"


def register(app: Flask) -> None:
    """Ask before such a request is answered."""
    app.before_request(_ask_first)


def _ask_first() -> BaseResponse | None:
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
