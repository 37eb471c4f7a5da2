"""The mark of a form, in other letters in every answer.

Packed pages would tell a mark that stands in them unchanged, letter by letter (BREACH). So it is sent as a random mask
and the mark behind that mask (as Django does): the same mark for whoever checks it, and never twice the same text.
"""

from __future__ import annotations

import base64
import binascii
import secrets

from flask import Flask
from flask_wtf.csrf import CSRFProtect, generate_csrf  # type: ignore[import-untyped]


class Marks(CSRFProtect):  # type: ignore[misc]
    """Forms that only our own pages can send: Flask-WTF's, with masked marks."""

    def init_app(self, app: Flask) -> None:
        """Protect the application, and give its templates masked marks."""
        super().init_app(app)
        # Macros see globals only, templates what is added for each of them.
        app.jinja_env.globals["csrf_token"] = marked
        app.context_processor(lambda: {"csrf_token": marked})

    def _get_csrf_token(self) -> str | None:
        return unmasked(super()._get_csrf_token() or "")


def marked() -> str:
    """This request's mark for forms, behind a mask of its own."""
    return masked(generate_csrf())


def masked(mark: str) -> str:
    """A mark behind a new mask."""
    plain = mark.encode()
    mask = secrets.token_bytes(len(plain))
    return base64.urlsafe_b64encode(mask + _laid_over(mask, plain)).decode()


def unmasked(said: str) -> str:
    """The mark behind a mask; an empty one for what is none."""
    try:
        both = base64.b64decode(said.encode(), b"-_", validate=True)
        mask, hidden = both[: len(both) // 2], both[len(both) // 2 :]
        return _laid_over(mask, hidden).decode() if len(mask) == len(hidden) else ""
    except (binascii.Error, UnicodeError):
        return ""


def _laid_over(mask: bytes, other: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(mask, other, strict=True))
