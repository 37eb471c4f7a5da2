"""A mail of which nobody vouches that its player wrote it, or that is older than what is in: what it would do, what is
in, and a button that does it."""

from __future__ import annotations

from flask import Blueprint, Response, flash, redirect, render_template, url_for
from werkzeug.wrappers import Response as BaseResponse

from adjudicator import games
from correspondence.errors import Superseded
from correspondence.incoming_mail.confirming import confirm_mail, disown_mail, look_at_mail
from correspondence.letters.answer_parts import said
from correspondence.sheets.reading import brought_by
from narration.narrators import narrator_of
from web import request_context
from web.account.forms import not_to_be_kept
from web.forms.drafts import UPON
from web.queries import number_posted

pages = Blueprint("unconfirmed_mail", __name__)


@pages.get("/mail/<token>")
def look_at(token: str) -> Response:
    """The mail and what it would do. Whoever has the link has read a letter to the registered address."""
    return _page(token)


def _page(token: str, *, superseded: bool = False) -> Response:
    with request_context.reading() as session:
        found = look_at_mail(session, token, request_context.now())
    edition = games.of_edition(found.edition).edition_played(found.edition, found.modules)
    v = narrator_of(edition).voice(edition, request_context.words(), found.house)
    told = [
        (sheet, narrator_of(v.edition).sheet(sheet, v)) for sheet in (found.sheet, found.standing) if sheet is not None
    ]
    acts = [said(template, values, v) for template, values in found.acts]
    newest = [(one, standing, narrator_of(v.edition).sheet(one.sheet, v)) for one, standing in found.newest]
    page = render_template(
        "unconfirmed_mail.html",
        mail=found,
        told=told,
        newest=newest,
        acts=acts,
        token=token,
        v=v,
        superseded=superseded,
        brought_by=brought_by,
    )
    return not_to_be_kept(page, 409 if superseded else 200)


@pages.post("/mail/<token>")
def confirm(token: str) -> BaseResponse:
    """It is done, unless something else is in by now than the page has shown: then that is shown first."""
    upon = number_posted(UPON), number_posted("upon-standing")
    try:
        with request_context.writing() as session:
            game_id = confirm_mail(session, token, request_context.now(), upon if min(upon) >= 0 else None)
    except Superseded:
        return _page(token, superseded=True)
    for bell in ("mail", "calls"):
        request_context.ring(bell)
    flash(request_context.say("Done. A letter says what was understood."))
    return redirect(url_for("games.game", game_id=game_id), 303)


@pages.post("/mail/<token>/not-mine")
def disown(token: str) -> BaseResponse:
    """It is thrown away, and the addresses that its writer may know work no more, unless that is its player."""
    with request_context.writing() as session:
        game_id, renewed = disown_mail(session, token, request_context.now())
    say = request_context.words().say
    flash(say("Thrown away. The addresses of your earlier letters work no more.") if renewed else say("Thrown away."))
    return redirect(url_for("games.game", game_id=game_id), 303)
