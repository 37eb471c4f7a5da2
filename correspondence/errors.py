"""What use cases raise besides the adjudicator's refusals: somebody may not, or something is not there."""

from __future__ import annotations

from typing import Any

from narration.words import N_, Words

# What a position that no game can reach makes the rules stumble over; a refusal says the same in their own words.
STUMBLES = (LookupError, ValueError, TypeError, ArithmeticError, AttributeError, AssertionError, RecursionError)

NEWER_VERSION = N_("Version {n} is in now, and this was written upon another. Nothing was changed.")
NEWER_STATE = N_("This was changed elsewhere since you have read it. Nothing was changed by you.")
NONE_THERE = N_("There is nothing of which this could take the place. Nothing was changed.")


class Told(Exception):
    """An error for people: a stable code, words as a template of the catalogs, and the values that fill it."""

    def __init__(self, code: str, template: str, **values: Any) -> None:
        self.code, self.template, self.values = code, template, values
        super().__init__(f"{code}: {self.words}")

    @property
    def words(self) -> str:
        """The words in English."""
        return self.template.format(**self.values)

    def say(self, words: Words) -> str:
        """The words in somebody's language."""
        return words.say(self.template, **self.values)


class Denied(Told):
    """The asker may not do this, or not now (`call-closed`, `not-your-seat`, ...)."""


class Superseded(Denied):
    """Something newer is there than what was to be replaced; nothing was stored. `version` is what is there: the number
    of a version, or the id of what has no numbers; falsy if nothing is. `older`: what came is older by its own date."""

    def __init__(self, version: int | str, *, older: bool = False) -> None:
        self.version, self.older = version, older
        words = NEWER_VERSION if isinstance(version, int) else NEWER_STATE
        super().__init__("newer-version", words if version else NONE_THERE, n=version)


class Invalid(Told):
    """Something typed cannot be taken: `field` names which."""

    def __init__(self, code: str, template: str, field: str, **values: Any) -> None:
        self.field = field
        super().__init__(code, template, **values)


class NotFound(Told):
    """There is no such thing, or the asker may not know of it (`no-such-game`, ...)."""
