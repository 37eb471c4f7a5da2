"""The blueprint on which the pages of the desk are served, and what their templates call things."""

from typing import Any

from flask import Blueprint
from jinja2 import pass_context
from jinja2.runtime import Context

from correspondence.desk.phrases import edict_kind, what_was_asked
from narration.voice import Voice
from web import request_context

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
