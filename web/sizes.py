"""How large requests may be, looked at before anything of them is read or decoded.

What a route says nothing about has the smallest room there is, so that a new one is bounded the day it is written.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from flask import Flask, current_app, request
from werkzeug.exceptions import BadRequest, NotFound, RequestEntityTooLarge, RequestURITooLarge

from adjudicator.engine.values import MOST_SHEET_BYTES as LONGEST
from correspondence.characters import ROOM, too_long
from correspondence.press.access import LONGEST_BODY

View = TypeVar("View", bound=Callable[..., Any])

# Bytes of a body where a route says nothing of its own, of one with a sheet, and of an address with its query.
MOST_BYTES, MOST_SHEET_BYTES, MOST_ADDRESS = 128 * 1024, 1024 * 1024, 4096
# Fields of a form: more than a sheet has with as many rules as it may have. Escapes (`%20`) are decoded one by one.
MOST_FIELDS, MOST_ESCAPES = 7000, 100_000
# Characters of a field (the longest is a letter to other players), of its name, and of what may be longer. What fields
# mean has its own bounds, which are told beside the field; these are far above them.
LONGEST_FIELD, LONGEST_NAME = ROOM * LONGEST_BODY, 300
# By the last word of the name: `tyrell.document` is a sheet too.
LONGER = {"document": LONGEST, "typed": LONGEST}
FORM = "application/x-www-form-urlencoded"


def register(app: Flask) -> None:
    """Refuse what is too large before anybody looks at it."""
    app.before_request(_address)
    app.before_request(_body)


def takes(most_bytes: int) -> Callable[[View], View]:
    """A view whose bodies may be so large."""

    def mark(view: View) -> View:
        view.most_bytes = most_bytes  # type: ignore[attr-defined]
        return view

    return mark


def fields_in_bounds() -> None:
    """Every field of the form has a name and some length, and no null characters, which no browser sends and databases
    do not take. BadRequest, Invalid `too-long`."""
    for name, value in request.form.items(multi=True):
        if name is None or "\x00" in name or "\x00" in value:
            raise BadRequest
        if len(name) > LONGEST_NAME:
            raise too_long(f"{name[:40]}…", LONGEST_NAME)
        longest = LONGER.get(name.rpartition(".")[2], LONGEST_FIELD)
        if len(value) > longest:
            raise too_long(name, longest)
    if None in request.files:
        raise BadRequest


def _address() -> None:
    """No address of ours has a null character, and databases take none."""
    if len(request.path) + len(request.query_string) > MOST_ADDRESS:
        raise RequestURITooLarge
    if "\x00" in request.path or any("\x00" in value for value in request.args.values()):
        raise NotFound


def _body() -> None:
    view = current_app.view_functions.get(request.endpoint or "")
    most = getattr(view, "most_bytes", MOST_BYTES)
    if request.max_content_length == current_app.config["MAX_CONTENT_LENGTH"]:
        # Not set by the route itself, which knows better.
        request.max_content_length = most
    if (request.content_length or 0) > (request.max_content_length or most):
        raise RequestEntityTooLarge
    if request.mimetype == FORM:
        data = request.get_data(cache=True, parse_form_data=False)
        if data.count(b"&") > MOST_FIELDS or data.count(b"%") > MOST_ESCAPES:
            raise RequestEntityTooLarge
