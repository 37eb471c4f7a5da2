"""Edicts in words: what a game master decreed, and why."""

from __future__ import annotations

from typing import Any

from adjudicator.btwixt.state import edicts as x
from adjudicator.btwixt.state import events as e
from narration.btwixt.asked_names import ASKED
from narration.btwixt.sentences import tells
from narration.btwixt.voice import Voice
from narration.common_edicts import common_words, decreed, decreed_parts
from narration.paragraph import Part


def edict_words(edict: Any, v: Voice) -> str:
    """What an edict does, as a sentence."""
    match edict:
        case x.PlaceAlly(ally=ally, council=""):
            return v.say("{ally} is among the dead.", ally=v.ally_power(ally))
        case x.PlaceAlly(ally=ally, council=council):
            return v.say("{ally} lies in the {council} council.", ally=v.ally_power(ally), council=v.council(council))
        case x.SetTokens(council=council, tokens=n):
            return v.say_n(
                "{n} token lies in the {council} council.",
                "{n} tokens lie in the {council} council.",
                n,
                council=v.council(council),
            )
        case x.GiveInfluence(house=house, card=card):
            return v.say("{house} takes {card} into the hand.", house=v.house(house), card=v.card_value(card))
        case x.SetFirstPlayer(house=house):
            return v.say("{house} is the first player.", house=v.house(house))
    return common_words(edict, ASKED, v)


@tells(e.EdictIssued)
def edict_issued(event: e.EdictIssued, v: Voice) -> str:
    return decreed(event, edict_words(event.edict, v), v)


def edict_parts(event: e.EdictIssued, v: Voice) -> tuple[Part, ...]:
    """The same sentence in parts, those that people wrote apart."""
    return decreed_parts(event, edict_words(event.edict, v), v)
