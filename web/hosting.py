"""Pages for who runs the service."""

from __future__ import annotations

from flask import Blueprint, Response, render_template

from correspondence.outbox.returns import given_up, stopped, tried_again
from web import request_context
from web.account.forms import not_to_be_kept

pages = Blueprint("hosting", __name__)


@pages.get("/host/letters")
def letters() -> Response:
    """Letters that do not arrive, by address, and why."""
    me, now = request_context.signed_in(), request_context.now()
    with request_context.reading() as session:
        failed, waiting, returned = given_up(session, me, now), tried_again(session, me, now), stopped(session, me)
    return not_to_be_kept(render_template("host_letters.html", failed=failed, waiting=waiting, returned=returned))
