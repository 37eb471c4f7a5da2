"""What can act as one, on one page, with the end of each; and closing one's account off by the link of a letter."""

from __future__ import annotations

from flask import Blueprint, Response, flash, redirect, render_template, url_for
from werkzeug.wrappers import Response as BaseResponse

from correspondence.accounts.use_cases import tell_owner
from correspondence.sign_in import rights as rights_cases
from correspondence.sign_in.rights import close_off, look_at_not_me
from web import request_context
from web.account.forms import not_to_be_kept
from web.layout import voice

pages = Blueprint("rights", __name__)


@pages.get("/account/rights")
def rights() -> str:
    """What can act as its reader."""
    me = request_context.signed_in()
    with request_context.reading() as session:
        found = rights_cases.rights_of(session, me, request_context.session_token(), request_context.now())
    return render_template("account/rights.html", found=found, me=me, voice=voice)


@pages.post("/account/rights/end")
def end_all() -> BaseResponse:
    """End it all, but this browser. Nobody is asked for a proof: whoever is in a hurry has good reasons."""
    me, now = request_context.signed_in(), request_context.now()
    with request_context.writing() as session:
        rights_cases.end_everything(session, me, now, request_context.session_id())
        tell_owner(session, "rights-ended", me, now, request_context.where())
    request_context.ring("mail")
    flash(request_context.say("Nothing but this browser can act as you now."))
    return redirect(url_for("rights.rights"), 303)


@pages.get("/account/not-me/<token>")
def look_at(token: str) -> Response:
    """What the link does, and a button that does it."""
    with request_context.reading() as session:
        account = look_at_not_me(session, token, request_context.now())
    return not_to_be_kept(render_template("account/not_me.html", account=account, token=token))


@pages.post("/account/not-me/<token>")
def close(token: str) -> BaseResponse:
    """The account is closed off."""
    with request_context.writing() as session:
        close_off(session, token, request_context.now(), request_context.where())
    request_context.ring("mail")
    flash(request_context.say("The account is closed off: nothing can act as you any more. Sign in by a link."))
    return redirect(url_for("accounts.sign_in"), 303)
