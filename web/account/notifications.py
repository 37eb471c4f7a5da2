"""Which browsers are told what happens, and of what; and the worker that tells it in them."""

from __future__ import annotations

from flask import Blueprint, Response, flash, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from correspondence.accounts.use_cases import tell_owner
from correspondence.errors import Denied, Invalid
from correspondence.push import subscriptions
from correspondence.push.messages import PUSHED
from correspondence.push.subscriptions import Offered, public_key
from narration.words import N_
from web import request_context
from web.account.forms import then
from web.account.letters import STREAMS
from web.app_context import desk
from web.assets import FOLDER
from web.browsers import label_of
from web.errors import status_of

pages = Blueprint("notifications", __name__)
# What is told in a notification, by stream.
ABOUT = {
    "results": N_("That they are there, and until when the next call is open."),
    "reminders": STREAMS["reminders"][1],
    "deadlines": STREAMS["deadlines"][1],
    "press": N_("That a letter came, not from whom."),
}
# What came in the form that turns a browser on, beside the kinds.
OFFERED = ("endpoint", "public_key", "auth_secret")
# A worker runs without a page: it loads nothing, and asks nobody.
WORKER_POLICY = "default-src 'none'; frame-ancestors 'none'"


@pages.get("/account/notifications")
def notifications() -> str:
    """The browsers in which one is told, and the form that turns this one on."""
    request_context.signed_in()
    return _page()


@pages.post("/account/notifications")
def turn_on() -> BaseResponse | tuple[str, int]:
    """Tell this browser from now on."""
    me = request_context.signed_in()
    request_context.session_id()
    here = request_context.session_known()
    if here is None:
        raise request_context.SignInFirst
    offered = Offered(*(request.form.get(name, "") for name in OFFERED))
    label = label_of(request.user_agent.string)
    try:
        with request_context.writing() as session:
            wanted = request.form.getlist("streams")
            subscriptions.turn_on(session, me, offered, wanted, here, label, request_context.now())
            tell_owner(session, "browser-told", me, request_context.now(), request_context.where())
    except (Invalid, Denied) as error:
        return _page(error.say(request_context.words())), status_of(error)
    request_context.ring("mail")
    return _back(N_("This browser is told from now on."))


@pages.post("/account/notifications/<browser_id>")
def choose(browser_id: str) -> BaseResponse | tuple[str, int]:
    """Say of what a browser is told."""
    try:
        request_context.write(subscriptions.choose, browser_id, request.form.getlist("streams"))
    except Invalid as error:
        return _page(error.say(request_context.words())), status_of(error)
    return _back(N_("Your settings are kept."))


@pages.post("/account/notifications/<browser_id>/test")
def test(browser_id: str) -> BaseResponse:
    """Tell a browser that it can be told."""
    request_context.write(subscriptions.try_out, browser_id, request_context.now())
    request_context.ring("browsers")
    return _back(N_("A notification is on its way."))


@pages.post("/account/notifications/<browser_id>/off")
def turn_off(browser_id: str) -> BaseResponse:
    """Tell a browser nothing more."""
    request_context.write(subscriptions.turn_off, browser_id)
    return _back(N_("This browser is told nothing more."))


@pages.get("/account/notifications/worker.js")
def worker() -> Response:
    """What browsers run when something is told; it looks after the pages below this address alone, which are none."""
    response = Response((FOLDER / "push_worker.js").read_bytes(), mimetype="text/javascript")
    response.headers["Content-Security-Policy"] = WORKER_POLICY
    response.headers["Cache-Control"] = "no-cache"
    return response


def _back(words: str) -> BaseResponse:
    flash(request_context.say(words))
    return then(url_for("notifications.notifications"))


def _page(error: str = "") -> str:
    request_context.signed_in()
    here = request_context.session_known()
    browsers = request_context.read(subscriptions.browsers_of, here.public_id if here else "")
    return render_template(
        "account/notifications.html",
        browsers=browsers,
        kinds={stream: (STREAMS[stream][0], ABOUT[stream]) for stream in PUSHED},
        key=public_key(desk().settings.secret_key),
        error=error,
    )
