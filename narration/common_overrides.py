"""Words for overrides common to all games: who issued one, its effect, and why."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from adjudicator.engine import EndGame, Reseed, RolledBack, Ruling
from narration.narrator import Voice
from narration.paragraph import Part
from narration.words import N_

# Who decreed it: a vote, or a game master.
DECREED = (
    N_("By vote of the players: {what} Reason: {reason}"),
    N_("The game master: {what} Reason: {reason}"),
)
RULING = N_("Ruling: {text}")
# What the service itself says in a ruling; what masters write is told as it was written.
RULINGS = {
    "sheet-replaced": N_("{house}'s orders are replaced."),
    "answer-replaced": N_("{asked}: the choice is made for {house}."),
}


def common_words(override: Any, decision_names: Mapping[str, str], v: Voice) -> str:
    """Describe an override common to all games.
    `decision_names` names kinds of decisions."""
    match override:
        case Ruling(says=says) if _is_service_ruling(override, v):
            places = override.places or {}
            kind = places.get("asked", "")
            question = v.say(decision_names[kind]) if kind in decision_names else kind.replace("-", " ")
            return v.say(RULINGS[str(says)], house=v.house(places["house"]), asked=question)
        case Ruling(text=text):
            return v.say(RULING, text=text)
        case Reseed(commitment=digest):
            return v.say("all future random draws use a new seed, whose SHA-256 is {digest}.", digest=digest)
        case RolledBack(round=n, chance="keep"):
            return v.say("the game went back to an earlier moment of round {n}; the decks stay as they were.", n=n)
        case RolledBack(round=n):
            return v.say("the game went back to an earlier moment of round {n}; the decks are reshuffled.", n=n)
        case EndGame(winners=()):
            return v.say("the game ends as it stands.")
        case EndGame(winners=winners):
            return v.say("the game ends with a win for {houses}.", houses=v.houses(winners))
    raise KeyError(type(override))


def override_sentence(event: Any, what: str, v: Voice) -> str:
    """Say who issued an override, `what` it does, and the reason."""
    return v.say(DECREED[bool(event.by)], what=what, reason=event.reason)


def override_sentence_parts(event: Any, what: str, v: Voice) -> tuple[Part, ...]:
    """Return the sentence about an override in parts, those typed by people apart."""
    parts: list[Part] = []
    # The places are looked for in our own words, before anybody else's are among them.
    for piece in re.split("([\0\1])", v.say(DECREED[bool(event.by)], what="\0", reason="\1")):
        if piece == "\0" and isinstance(event.override, Ruling) and not _is_service_ruling(event.override, v):
            before, _, after = v.say(RULING, text="\0").partition("\0")
            parts += Part(before), Part(event.override.text, typed=True), Part(after)
        elif piece == "\0":
            parts.append(Part(what))
        else:
            parts.append(Part(event.reason, typed=True) if piece == "\1" else Part(piece))
    return tuple(_merge_own_text(parts))


def _merge_own_text(parts: Iterable[Part]) -> Iterator[Part]:
    """Merge adjacent parts of the service's own text and trim spaces at their ends."""
    for typed, run in groupby(parts, key=lambda part: part.typed):
        text = "".join(part.text for part in run).strip()
        if text:
            yield Part(text, typed)


def _is_service_ruling(override: Ruling, v: Voice) -> bool:
    """Whether the service itself, and no game master, wrote a ruling."""
    return override.says in RULINGS and (override.places or {}).get("house") in v.edition.houses
