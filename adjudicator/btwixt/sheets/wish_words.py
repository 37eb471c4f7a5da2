"""The words that wishes are made of, by what they choose among; each with what it means, in English.

`of-`, `in-` and `with-` are followed by a leader or a council. Ids of cards, allies, leaders and councils are wishes
too, and so are the tags of allies.
"""

from __future__ import annotations

from collections.abc import Mapping

_SORTS = {
    "lowest": "the lowest value",
    "highest": "the highest value",
    "red": "red cards",
    "green": "green cards",
    "purple": "purple cards",
    "event": "event cards",
    "own": "leaders' own cards",
}
BID_WORDS: Mapping[str, str] = {
    **_SORTS,
    "enough": "the cheapest with which I lead, ties counted; nothing if I lead already",
    "stay": "the lowest, if I lead already and somebody else still stands",
}
CARD_WORDS: Mapping[str, str] = {
    **_SORTS,
    "mine": "cards of mine",
    "not-mine": "cards of others",
    "of-": "cards in the pile or hand of this leader",
}
COUNCIL_WORDS: Mapping[str, str] = {
    "left": "my left council",
    "right": "my right council",
    "weaker": "that of mine with less power",
    "stronger": "that of mine with more power",
    "mine": "my councils",
    "not-mine": "councils of others",
    "weakest": "the one with the least power among the choices",
    "strongest": "the one with the most power among the choices",
    "more-tokens": "the one with the most tokens",
    "fewer-tokens": "the one with the fewest tokens",
    "more-allies": "the one with the most allies",
    "fewer-allies": "the one with the fewest allies",
    "claimed": "where the ally of this round went",
    "with-": "the one that I share with this leader",
    "of-": "the councils of this leader",
}
LEADER_WORDS: Mapping[str, str] = {
    "left": "my left neighbour",
    "right": "my right neighbour",
    "leader": "whoever has the highest total",
    "winner": "whoever won the bid",
    "first-player": "the first player",
    "strongest": "the strongest small council",
    "weakest": "the weakest small council",
    "most-cards": "the most cards in hand",
    "fewest-cards": "the fewest cards in hand",
    "largest-pile": "the most cards in the pile",
    "standing": "those who stand",
    "kneeling": "those who kneel",
}
ALLY_WORDS: Mapping[str, str] = {
    "lowest": "the least power, as it counts where they lie",
    "highest": "the most power",
    "mine": "allies in my councils",
    "not-mine": "allies in other councils",
    "in-": "allies in this council",
    "of-": "allies in the councils of this leader",
}
PREFIXES = ("of-", "in-", "with-")


def split(word: str) -> tuple[str, str]:
    """A word with what follows it: `of-euron` is `of-` and `euron`; anything else stays whole."""
    for prefix in PREFIXES:
        if word.startswith(prefix):
            return prefix, word.removeprefix(prefix)
    return word, ""
