"""What stands in the query of an address."""

from __future__ import annotations

from flask import request
from werkzeug.exceptions import BadRequest


def number_asked(name: str) -> int | None:
    """A number of the query; None without one, BadRequest for what is none."""
    text = request.args.get(name, "")
    if not text:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > 6:
        raise BadRequest
    return int(text)
