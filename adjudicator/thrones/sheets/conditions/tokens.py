"""Which words of a condition's text have a meaning of their own."""

from __future__ import annotations

from adjudicator.kernel.condition_words import OPERATORS

STOPS = frozenset(
    (
        *("and", "or", "unless", "(", ")", *OPERATORS),
        *("is", "are", "isnt", "has", "have", "holds", "hold", "contains", "can"),
        *("attacked", "raided", "supported", "opposed", "beat", "helped"),
        *("supports", "commands", "command", "serves"),
    )
)
