"""One's data: taking it along, and deleting one's account."""

from __future__ import annotations

from flask import Blueprint, Response, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from correspondence import personal_data
from correspondence.accounts.use_cases import tell_owner
from correspondence.games.access import letters_of
from correspondence.input_validation import Denied
from correspondence.personal_data import export_account
from correspondence.sign_in.factors import count_own_attempt, has_password
from web import request_context
from web.account.forms import not_to_be_kept
from web.errors import status_of

pages = Blueprint("data", __name__)


@pages.get("/account/data")
def data() -> str:
    """What can be done with one's data."""
    request_context.signed_in()
    return _page()


@pages.get("/account/data.json")
def export() -> Response:
    """Everything the service knows of its reader, as a file."""
    me = request_context.signed_in()
    if request_context.unseen():
        # The owner is told of who takes it; a browser that only looks ahead asks again when it is wanted.
        return Response(status=503, headers={"Retry-After": "0", "Cache-Control": "no-store"})
    with request_context.writing() as session:
        tell_owner(session, "data-taken", me, request_context.now(), request_context.where())
    request_context.ring("mail")
    with request_context.reading() as session:
        document = export_account(session, me, request_context.now())
    response = Response(document, mimetype="application/json")
    response.headers["Content-Disposition"] = 'attachment; filename="my-data.json"'
    response.headers["Cache-Control"] = "no-store"
    return response


@pages.post("/account/delete")
def ask() -> BaseResponse | tuple[str, int]:
    """Delete one's account: at once with one's password, else by a link in a letter."""
    request_context.signed_in()
    now = request_context.now()
    if not request.form.get("password"):
        request_context.write(personal_data.request_deletion, now)
        request_context.ring("mail")
        flash(request_context.say("A letter with a link is on its way; nothing is deleted before you use it."))
        return redirect(url_for("data.data"), 303)
    try:
        request_context.write(count_own_attempt, request_context.session_known(), now)
        request_context.write(personal_data.delete_by_password, request.form["password"], now)
    except Denied as error:
        return _page(error.say(request_context.words())), status_of(error)
    return _gone()


@pages.get("/account/delete/<token>")
def look_at(token: str) -> Response:
    """What the link does, and a button that does it."""
    with request_context.reading() as session:
        account = personal_data.look_at_deletion(session, token, request_context.now())
        games = letters_of(session, account)
    return not_to_be_kept(render_template("account/delete.html", account=account, games=games, token=token))


@pages.post("/account/delete/<token>")
def delete(token: str) -> BaseResponse:
    """The account is deleted."""
    with request_context.writing() as session:
        personal_data.delete_by_link(session, token, request_context.now())
    return _gone()


def _gone() -> BaseResponse:
    request_context.ring("mail")
    flash(request_context.say("Your account is deleted. Thank you for playing."))
    response = redirect(url_for("home.home"), 303)
    request_context.forget_session(response)
    return response


def _page(error: str = "") -> str:
    me = request_context.signed_in()
    with request_context.reading() as session:
        password, games = has_password(session, me), letters_of(session, me)
    return render_template("account/data.html", me=me, password=password, games=games, error=error)
