"""The words of a condition's text, and which of them have a meaning of their own."""

from __future__ import annotations

from adjudicator.kernel import condition_words
from adjudicator.kernel.condition_words import OPERATORS, SHOWN, Word, joined

__all__ = ["OPERATORS", "SHOWN", "STOPS", "Word", "Words", "joined"]

STOPS = frozenset(
    (
        *("and", "or", "(", ")", "is", "are", "isnt", "has", "have", "holds", "hold", "contains", "can", *OPERATORS),
        *("attacked", "raided", "supported", "opposed", "beat", "helped"),
        *("supports", "commands", "command"),
    )
)


class Words(condition_words.Words):
    """The words of a text, read from left to right."""

    def __init__(self, text: str) -> None:
        super().__init__(text, STOPS)
