"""Webhooks: where programs and chats are told."""

from __future__ import annotations

from flask import Blueprint, Response, flash, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from correspondence.errors import Denied, Invalid, NotFound
from correspondence.overview.game_page import my_games
from correspondence.webhooks import use_cases as webhook_cases
from narration.words import N_
from web import request_context
from web.account.forms import go_to, not_to_be_kept
from web.errors import status_of

pages = Blueprint("webhooks", __name__)
KIND_WORDS = {
    "results": N_("what a call brought"),
    "call-opened": N_("a call is open"),
    "reminder": N_("your seat is reminded"),
    "letter": N_("I get a letter about a call: all of it, with what only I may know"),
}
# Whoever wants letters posted says so.
TICKED = ("results", "call-opened", "reminder")


@pages.get("/account/webhooks")
def webhooks() -> str:
    """One's webhooks, and the form for another."""
    request_context.signed_in()
    return _page()


@pages.post("/account/webhooks")
def add() -> Response:
    """Make a webhook; its secret is shown this once."""
    url, kinds, game = request.form.get("url", ""), request.form.getlist("kinds"), request.form.get("game", "")
    try:
        _, secret = request_context.write(
            webhook_cases.add_webhook, url, kinds, game, request_context.now(), request_context.where()
        )
    except (Invalid, Denied, NotFound) as error:
        field = error.field if isinstance(error, Invalid) else "game"
        page = _page({field: error.say(request_context.words())}, {"url": url, "kinds": kinds, "game": game})
        return not_to_be_kept(page, status_of(error))
    request_context.ring("mail")
    return not_to_be_kept(_page(secret=secret))


@pages.post("/account/webhooks/<webhook_id>/secret")
def rotate(webhook_id: str) -> Response:
    """Another secret, shown this once."""
    secret = request_context.write(
        webhook_cases.rotate_secret, webhook_id, request_context.now(), request_context.where()
    )
    request_context.ring("mail")
    return not_to_be_kept(_page(secret=secret))


@pages.post("/account/webhooks/<webhook_id>/test")
def test(webhook_id: str) -> BaseResponse:
    """Post a greeting."""
    request_context.write(webhook_cases.try_out, webhook_id, request_context.now())
    request_context.ring("calls")
    return _back(N_("A greeting is on its way."))


@pages.post("/account/webhooks/<webhook_id>/on")
def switch_on(webhook_id: str) -> BaseResponse:
    """Post to it again."""
    request_context.write(webhook_cases.switch_on, webhook_id)
    return _back(N_("The webhook is switched on."))


@pages.post("/account/webhooks/<webhook_id>/remove")
def remove(webhook_id: str) -> BaseResponse:
    """Post nothing more to it."""
    request_context.write(webhook_cases.remove_webhook, webhook_id, request_context.now())
    return _back(N_("The webhook is removed."))


def _back(words: str) -> BaseResponse:
    flash(request_context.say(words))
    return go_to(url_for("webhooks.webhooks"))


def _page(errors: dict[str, str] | None = None, typed: dict[str, object] | None = None, secret: str = "") -> str:
    me = request_context.signed_in()
    with request_context.reading() as session:
        lines, games = webhook_cases.webhooks_of(session, me), my_games(session, me)
    return render_template(
        "account/webhooks.html",
        lines=lines,
        games=games,
        kinds=KIND_WORDS,
        errors=errors or {},
        typed=typed or {"url": "", "kinds": TICKED, "game": ""},
        secret=secret,
    )
