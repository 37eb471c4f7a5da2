"""The secret address of one's feeds."""

from __future__ import annotations

from flask import Blueprint, Response, flash, render_template, url_for
from werkzeug.wrappers import Response as BaseResponse

from correspondence.feeds.use_cases import end_address, made_at, renew_address
from web import request_context
from web.account.forms import go_to, not_to_be_kept
from web.app_context import desk

pages = Blueprint("own_feeds", __name__)


@pages.get("/account/feeds")
def feeds() -> str:
    """Whether one's feeds have an address, and the buttons that make another or end it."""
    request_context.signed_in()
    return _page()


@pages.post("/account/feeds")
def renew() -> Response:
    """A new address, shown this once; the one before works no more."""
    token = request_context.write(renew_address, request_context.now())
    base = desk().settings.base_url
    return not_to_be_kept(
        _page(
            calendar=base + url_for("feeds.calendar", token=token),
            news=base + url_for("feeds.news", token=token),
        )
    )


@pages.post("/account/feeds/end")
def end() -> BaseResponse:
    """The addresses work no more."""
    request_context.write(end_address)
    flash(request_context.say("Your feeds have no address any more."))
    return go_to(url_for("own_feeds.feeds"))


def _page(calendar: str = "", news: str = "") -> str:
    since = request_context.read(made_at)
    return render_template("account/feeds.html", since=since, calendar=calendar, news=news)
