"""Edicts in words: what a game master decreed, and why."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from adjudicator.btwixt.state import edicts as x
from adjudicator.btwixt.state import events as e
from adjudicator.kernel.edict_kinds import EndGame, Reseed, RolledBack, Ruling
from narration.btwixt.asked_names import ASKED
from narration.btwixt.sentences import tells
from narration.btwixt.voice import Voice
from narration.paragraph import Part
from narration.words import N_

# Who decreed it: a vote, or a game master.
DECREED = (
    N_("By a vote of the players: {what} Reason: {reason}"),
    N_("The game master: {what} Reason: {reason}"),
)
RULING = N_("Ruling: {text}")
# What the service itself says in a ruling; what masters write is told as it was written.
RULINGS = {
    "sheet-replaced": N_("the sheet of {house} is replaced."),
    "answer-replaced": N_("{asked} is decided for {house}."),
}


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
        case Ruling():
            return _of_the_service(edict, v) or v.say(RULING, text=edict.text)
    return _of_every_game(edict, v)


def _of_every_game(edict: Any, v: Voice) -> str:
    match edict:
        case Reseed(commitment=digest):
            return v.say("all chance to come derives from a new seed, whose SHA-256 is {digest}.", digest=digest)
        case RolledBack(round=n, chance="keep"):
            return v.say("the game went back to an earlier moment of round {n}; the decks stay as they were.", n=n)
        case RolledBack(round=n):
            return v.say("the game went back to an earlier moment of round {n}; the decks are shuffled anew.", n=n)
        case EndGame(winners=()):
            return v.say("the game ends as it stands.")
        case EndGame(winners=winners):
            return v.say("the game ends; it is won by {houses}.", houses=v.houses(winners))
    raise KeyError(type(edict))


@tells(e.EdictIssued)
def edict_issued(event: e.EdictIssued, v: Voice) -> str:
    return v.say(DECREED[bool(event.by)], what=edict_words(event.edict, v), reason=event.reason)


def edict_parts(event: e.EdictIssued, v: Voice) -> tuple[Part, ...]:
    """The same sentence in parts, those that people wrote apart."""
    parts: list[Part] = []
    # The places are looked for in our own words, before anybody else's are among them.
    for piece in re.split("([\0\1])", v.say(DECREED[bool(event.by)], what="\0", reason="\1")):
        if piece == "\0":
            parts += _ruling_parts(event.edict, v) or (Part(edict_words(event.edict, v)),)
        else:
            parts.append(Part(event.reason, typed=True) if piece == "\1" else Part(piece))
    return tuple(_joined(parts))


def _joined(parts: Iterable[Part]) -> Iterator[Part]:
    """Parts in which ours follow each other no more, and that do not begin or end with a space."""
    for typed, run in groupby(parts, key=lambda part: part.typed):
        text = "".join(part.text for part in run).strip()
        if text:
            yield Part(text, typed)


def _ruling_parts(edict: Any, v: Voice) -> tuple[Part, ...]:
    """A ruling that somebody wrote, in parts; none for any other edict."""
    if not isinstance(edict, Ruling) or _of_the_service(edict, v):
        return ()
    before, _, after = v.say(RULING, text="\0").partition("\0")
    return Part(before), Part(edict.text, typed=True), Part(after)


def _of_the_service(edict: Ruling, v: Voice) -> str:
    """What the service says in a ruling; empty for one that somebody wrote."""
    places = edict.places or {}
    if edict.says in RULINGS and places.get("house") in v.edition.houses:
        asked = places.get("asked", "")
        named = v.say(ASKED[asked]) if asked in ASKED else asked.replace("-", " ")
        return v.say(RULINGS[edict.says], house=v.house(places["house"]), asked=named)
    return ""
