"""The desk: its pages, and its first one: what waits, who has handed in, what can be done."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, flash, redirect, render_template, url_for
from jinja2 import pass_context
from jinja2.runtime import Context
from werkzeug.wrappers import Response as BaseResponse

from correspondence.games.access import game_named
from correspondence.outbox.returns import coming_back, unreached
from correspondence.review.audit import edict_kind, flag_phrase, what_was_asked
from correspondence.review.queries import desk_page
from narration.voice import Voice
from web import request_context
from web.layout import voice

pages = Blueprint("gm", __name__, url_prefix="/games/<game_id>/gm")


@pages.context_processor
def _names() -> dict[str, Any]:
    """What the templates of the desk call things."""
    return {
        "edict_name": lambda kind: edict_kind(kind, request_context.words()),
        "asked_name": _asked_name,
        "decision_name": decision_name,
    }


@pass_context
def _asked_name(context: Context, kind: str) -> str:
    """A kind of decision by name, on a page whose voice is `v`."""
    return what_was_asked(kind, context["v"])


def decision_name(decision: str, v: Voice) -> str:
    """A decision by its house and what was asked, with its number; the id itself if it says no such thing."""
    number, _, rest = decision.partition("-")
    for house in v.edition.houses:
        if rest.endswith(f"-{house}"):
            return f"{v.house(house)}, {what_was_asked(rest.removesuffix(f'-{house}'), v)} ({number})"
    return decision


@pages.get("")
def desk(game_id: str) -> str:
    """The desk of a game."""
    return desk_shown(game_id)


def desk_shown(game_id: str, error: str = "") -> str:
    """The page of the desk, with what went wrong on it."""
    me = request_context.signed_in()
    with request_context.reading() as session:
        page = desk_page(session, me, game_id, request_context.now())
        # Whose letters get lost is told to a master who plays only if nobody else would know.
        told = page.sees or not page.reviewable
        seats = game_named(session, game_id).seats if told else []
        silent, returned = unreached(session, seats, request_context.now()), coming_back(session, seats)
    v = voice(page.edition)
    flags = [flag_phrase(flag, v) for flag in page.draft.flags] if page.draft else []
    return render_template("gm/desk.html", page=page, v=v, flags=flags, silent=silent, returned=returned, error=error)


def done(game_id: str, note: str, where: str = "") -> BaseResponse:
    """After something was done: the bells, a note, the desk (or `where`)."""
    request_context.ring("mail", "calls")
    flash(note)
    return redirect(where or url_for("gm.desk", game_id=game_id), 303)
