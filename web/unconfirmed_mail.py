"""A mail of which nobody vouches that its player wrote it: what it would do, and a button that does it."""

from __future__ import annotations

from flask import Blueprint, Response, flash, redirect, render_template, url_for
from werkzeug.wrappers import Response as BaseResponse

from adjudicator.face import edition_played
from correspondence.incoming_mail.confirming import confirm_mail, disown_mail, look_at_mail
from correspondence.letters.told import said
from narration.face import narrator_of
from narration.face import voice as voice_of
from web import request_context
from web.account.forms import not_to_be_kept

pages = Blueprint("unconfirmed_mail", __name__)


@pages.get("/mail/<token>")
def look_at(token: str) -> Response:
    """The mail and what it would do. Whoever has the link has read a letter to the registered address."""
    with request_context.reading() as session:
        found = look_at_mail(session, token, request_context.now())
    v = voice_of(edition_played(found.edition, found.modules), request_context.words(), found.house)
    told = [(sheet, narrator_of(v).sheet(sheet, v)) for sheet in (found.sheet, found.standing) if sheet is not None]
    acts = [said(template, values, v) for template, values in found.acts]
    page = render_template("unconfirmed_mail.html", mail=found, told=told, acts=acts, token=token, v=v)
    return not_to_be_kept(page)


@pages.post("/mail/<token>")
def confirm(token: str) -> BaseResponse:
    """It is done."""
    with request_context.writing() as session:
        game_id = confirm_mail(session, token, request_context.now())
    for bell in ("mail", "calls"):
        request_context.ring(bell)
    flash(request_context.words().say("Done. A letter says what was understood."))
    return redirect(url_for("games.game", game_id=game_id), 303)


@pages.post("/mail/<token>/not-mine")
def disown(token: str) -> BaseResponse:
    """It is thrown away, and the addresses that its writer may know work no more."""
    with request_context.writing() as session:
        game_id = disown_mail(session, token, request_context.now())
    flash(request_context.words().say("Thrown away. The addresses of your earlier letters work no more."))
    return redirect(url_for("games.game", game_id=game_id), 303)
