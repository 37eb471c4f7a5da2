"""Numbers that come in the query of an address, or in a form of ours."""

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


def number_posted(name: str) -> int:
    """A number that a form of ours carries; -1 for anything else."""
    text = request.form.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else -1
