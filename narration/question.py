"""What a decision asks, in words."""

from __future__ import annotations

import msgspec


class Question(msgspec.Struct, frozen=True):
    """A question and the choices it leaves, one a line."""

    text: str
    choices: tuple[str, ...] = ()
