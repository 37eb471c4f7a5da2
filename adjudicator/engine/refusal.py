"""Why something was refused: a stable code, words for people, and the place."""

from __future__ import annotations

import msgspec


class Refusal(msgspec.Struct, frozen=True, omit_defaults=True):
    """One reason why an answer, sheet or file is not accepted.

    `code` is stable and machine-readable (`area-not-adjacent`), `words` are for people, `where` names the part at
    fault.
    """

    code: str
    words: str
    where: str = ""


class Refused(ValueError):
    """Base of the three kinds of refusal; carries every reason found."""

    def __init__(self, *reasons: Refusal) -> None:
        self.reasons = reasons
        super().__init__("; ".join(f"{r.code}: {r.words}" + (f" [{r.where}]" if r.where else "") for r in reasons))


class Unreadable(Refused):
    """The text or document cannot be understood at all."""


class Ambiguous(Refused):
    """It can be understood in more than one way."""


class Illegal(Refused):
    """It is understood, and the rules forbid it."""
