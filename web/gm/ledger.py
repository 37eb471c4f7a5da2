"""The ledger of a game: what people with power did, for everybody in the game to read."""

from __future__ import annotations

from flask import Blueprint, render_template

from correspondence.review.audit import AuditLine, audit, entry_phrase
from narration.voice import Voice
from web import request_context
from web.layout import voice
from web.queries import number_asked

pages = Blueprint("ledger", __name__, url_prefix="/games/<game_id>")


@pages.get("/ledger")
def ledger(game_id: str) -> str:
    """The ledger, newest first, a page at a time, and whether its chain holds."""
    request_context.signed_in()
    found = request_context.read(audit, game_id, request_context.now(), number_asked("before") or 0)
    v = voice(found.edition)
    return render_template("gm/ledger.html", audit=found, v=v, told=lambda line: told(line, v))


def told(line: AuditLine, v: Voice) -> str:
    """An entry in words."""
    if line.sealed:
        return v.say("A decision about a call that is held; it is told when the call is published.")
    return entry_phrase(line.kind, line.values, v)
