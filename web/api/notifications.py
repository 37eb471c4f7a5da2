"""Browsers that are told what happens: listed and turned off by programs; turned on in the browser alone."""

from __future__ import annotations

from marshmallow import fields

from correspondence.push import subscriptions
from correspondence.push.messages import PUSHED
from correspondence.push.subscriptions import BrowserLine
from web.api.from_structs import answer
from web.api.noun import Noun, read, write

noun = Noun(
    "notifications",
    "Notifications: browsers of yours that are told by their push services that something happened, of `streams` that "
    "were chosen there. A browser is turned on in itself, on the site; signing it out turns it off, and so does its "
    "push service when it knows it no more.",
)


BrowserSchema = answer(
    BrowserLine,
    "id label streams created_at disabled_at trouble",
    left_out="here",
    name="ToldBrowser",
    by_hand={"streams": fields.List(fields.String(metadata={"enum": list(PUSHED)}), required=True)},
)


@noun.route("GET", "/me/notifications", BrowserSchema(many=True))
def browsers() -> list[BrowserLine]:
    """Your browsers that are told what happens."""
    return read(subscriptions.browsers_of)


@noun.route("DELETE", "/me/notifications/<browser_id>", status=204)
def turn_off(browser_id: str) -> None:
    """Tell a browser nothing more."""
    write(subscriptions.turn_off, browser_id)
