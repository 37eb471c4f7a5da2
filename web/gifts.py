"""Gifts of Power: a player gives to another, at once and openly."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from adjudicator.engine.decision import Refusal, Refused
from correspondence.gifts import gifts_page, give
from correspondence.input_validation import Denied
from web import request_context
from web.errors import say_in, status_of
from web.layout import voice
from web.queries import number_posted

pages = Blueprint("gifts", __name__)
# What is told beside the form, which shows how things stand now.
LATE = ("stale-gift", "call-closed")


@pages.get("/games/<game_id>/gifts")
def gifts(game_id: str) -> str:
    """What one has, what was given in the open call, and the form."""
    return _page(game_id)


@pages.post("/games/<game_id>/gifts")
def make(game_id: str) -> BaseResponse | tuple[str, int]:
    """Give; the same form sent twice gives once."""
    form = request.form
    to, amount, number = form.get("to", ""), number_posted("amount"), number_posted("number")
    try:
        request_context.write(give, form.get("call", ""), to, amount, number, request_context.now())
    except Refused as refused:
        return _page(game_id, say_in(request_context.words(), refused)), 422
    except Denied as denied:
        if denied.code not in LATE:
            raise
        return _page(game_id, say_in(request_context.words(), denied)), status_of(denied)
    request_context.ring("mail")
    flash(request_context.say("The Power is given."))
    return redirect(url_for("gifts.gifts", game_id=game_id), 303)


def _page(game_id: str, errors: list[Refusal] | None = None) -> str:
    page = request_context.read(gifts_page, game_id, request_context.now())
    v = voice(page.edition, page.you)
    return render_template("gifts.html", page=page, v=v, errors=errors or [], typed=request.form)
