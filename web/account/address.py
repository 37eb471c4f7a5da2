"""Another address for one's account."""

from __future__ import annotations

from flask import Blueprint, Response, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from correspondence.errors import Denied, Invalid
from correspondence.sign_in import address_change
from web import request_context
from web.account.forms import go_to, not_to_be_kept, programs_of
from web.errors import status_of

pages = Blueprint("address", __name__)


@pages.get("/account/address")
def address() -> str:
    """One's address, and the form for another."""
    request_context.signed_in()
    return _page()


@pages.post("/account/address")
def ask() -> BaseResponse | tuple[str, int]:
    """Ask for another address; known and unknown ones are answered alike."""
    try:
        request_context.write(
            address_change.request_address,
            request.form.get("email", ""),
            request_context.now(),
            session_id=request_context.session_id(),
            kept=request.form.getlist("keep"),
            where=request_context.where(),
        )
    except (Invalid, Denied) as error:
        return _page(error.say(request_context.words()), request.form.get("email", "")), status_of(error)
    request_context.ring("mail")
    return redirect(url_for("address.address"), 303)


@pages.post("/account/address/forget")
def forget() -> BaseResponse:
    """Keep the address one has."""
    request_context.write(address_change.forget_wanted_address, request_context.now())
    flash(request_context.say("Your address stays as it is."))
    return go_to(url_for("address.address"))


@pages.post("/account/address/arrives")
def ask_whether_arriving() -> BaseResponse:
    """Send a letter by which its reader can say that letters arrive."""
    me = request_context.signed_in()
    with request_context.writing() as session:
        asked = address_change.ask_whether_arriving(session, me, request_context.now())
    if asked:
        request_context.ring("mail")
        flash(request_context.say("A letter with a link is on its way to {email}.", email=me.email))
    return go_to(url_for("address.address"))


@pages.get("/account/address/arrives/<token>")
def look_at_arriving(token: str) -> Response:
    """What the link does, and a button that does it."""
    with request_context.reading() as session:
        email = address_change.look_at_arriving(session, token, request_context.now())
    return not_to_be_kept(render_template("account/letters_arrive.html", email=email, token=token))


@pages.post("/account/address/arrives/<token>")
def letters_arrive(token: str) -> BaseResponse:
    """Letters come again."""
    with request_context.writing() as session:
        address_change.letters_arrive(session, token, request_context.now())
    flash(request_context.say("Letters come to you again."))
    return redirect(url_for("address.address" if request_context.reader() else "accounts.sign_in"), 303)


@pages.get("/account/address/<token>")
def look_at(token: str) -> Response:
    """What the link does, and a button that does it."""
    with request_context.reading() as session:
        email = address_change.look_at_address(session, token, request_context.now())
    return not_to_be_kept(render_template("account/take_address.html", email=email, token=token))


@pages.post("/account/address/<token>")
def take(token: str) -> BaseResponse:
    """The address counts from now on."""
    with request_context.writing() as session:
        address_change.take_address(session, token, request_context.now())
    request_context.ring("mail")
    flash(request_context.say("This is the address of your account now."))
    return redirect(url_for("address.address" if request_context.reader() else "accounts.sign_in"), 303)


def _page(error: str = "", typed: str = "") -> str:
    me = request_context.signed_in()
    with request_context.reading() as session:
        wanted = address_change.wanted_address(session, me, request_context.now())
        programs = programs_of(session, me)
    return render_template("account/address.html", me=me, wanted=wanted, programs=programs, error=error, typed=typed)
