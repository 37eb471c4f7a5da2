"""The lines of a case's script: how an answer is written, and what a line asks for."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec import UNSET

from adjudicator.engine.decision import Answer, Decision
from adjudicator.thrones.rules.legality import LAWS
from adjudicator.thrones.scenario.form import read_units
from adjudicator.thrones.state import decisions as a

LINE = re.compile(r"(?P<seat>\S+) (?P<kind>\S+)(?: (?P<verb>refused|offers|shows)(?: (?P<what>\S+))?)?: ?(?P<text>.*)")


class Line(NamedTuple):
    """A line of the script: whose, about which question, what it does with it, and the words after the colon."""

    seat: str
    kind: str
    verb: str
    what: str
    text: str


def read_line(text: str) -> Line:
    """A line from its words; ValueError if it cannot be read."""
    found = LINE.fullmatch(text)
    if found is None:
        raise ValueError(f"this line of the script cannot be read: {text!r}")
    return Line(*(found[name] or "" for name in ("seat", "kind", "verb", "what", "text")))


def _maybe(text: str) -> str | None:
    return None if text == "none" else text


def _pairs(text: str) -> dict[str, str]:
    return dict(word.split("=", 1) for word in text.split()) if text != "none" else {}


def _piece(text: str) -> a.Piece:
    area, unit, *routed = text.split()
    return a.Piece(area, unit, routed == ["routed"])


def _swap(text: str) -> a.Swap:
    return a.Swap(look=True) if text == "look" else a.Swap(*(text.split("=", 1) if text != "none" else ()))


def _raid(text: str) -> a.Raid:
    area, _, targets = text.partition(" -> ")
    return a.Raid(area, () if targets == "none" else tuple(targets.split()))


def _march(text: str) -> a.March:
    """`lannisport -> stoney-sept F1, searoad-marches F1 + token`, or `lannisport stays`; after ` | ` where leaders go,
    as `jaime-lannister=stoney-sept` (others stay), or `none` of them."""
    text, bar, led = text.partition(" | ")
    text, _, token = text.partition(" + ")
    area, _, moves = text.partition(" -> ")
    parted = (move.split(" ", 1) for move in moves.split(", ")) if moves else ()
    units = {to: read_units(group) for to, group in parted}
    return a.March(area.removesuffix(" stays"), units, token == "token", _pairs(led) if bar else UNSET)


def _offer(text: str) -> a.Offer:
    """`eddard-stark for 4 balon-greyjoy`: leaders, then Power and hostages; or `none`."""
    leaders, _, given = text.partition(" for ")
    power, *hostages = given.split() or ["0"]
    return a.Offer() if text == "none" else a.Offer(tuple(leaders.split()), int(power), tuple(hostages))


def _recruits(text: str) -> a.Recruits:
    """`lannisport footman, lannisport ship at the-golden-sound, harrenhal upgrade knight`, or `none`."""
    wants = []
    for part in text.split(", ") if text != "none" else ():
        words, _, sea = part.partition(" at ")
        area, *rest = words.split()
        wants.append(a.Recruit(area, rest[-1], sea or area, rest[0] == "upgrade"))
    return a.Recruits(tuple(wants))


READERS: dict[type[Answer], Callable[[str], Answer]] = {
    a.Piece: _piece,
    a.Amount: lambda text: a.Amount(int(text)),
    a.Ranked: lambda text: a.Ranked(tuple(text.split())),
    a.HouseChoice: lambda text: a.HouseChoice(text),
    a.CardChoice: lambda text: a.CardChoice(_maybe(text)),
    a.AreaChoice: lambda text: a.AreaChoice(_maybe(text)),
    a.YesNo: lambda text: a.YesNo({"yes": True, "no": False}[text]),
    a.Pledges: lambda text: a.Pledges(_pairs(text)),
    a.Orders: lambda text: a.Orders(_pairs(text)),
    a.Swap: _swap,
    a.Raid: _raid,
    a.March: _march,
    a.Recruits: _recruits,
    a.Pick: lambda text: a.Pick(text),
    a.Offer: _offer,
    a.Spread: lambda text: a.Spread({house: int(count) for house, count in _pairs(text).items()}),
}


def read_answer(decision: Decision, text: str) -> Answer:
    """The answer that a line writes for this question."""
    return READERS[LAWS[type(decision)].answer](text)


def say(value: Any) -> str:
    """A value of a question or an event as cases write it: `yes`, `none`, `a+b`, `footman:2`."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return "+".join(f"{key}:{say(part)}" for key, part in value.items()) or "none"
    if isinstance(value, (tuple, list)):
        return "+".join(say(part) for part in value) or "none"
    if isinstance(value, a.Piece):
        return f"{value.area} {value.unit}" + (" routed" if value.routed else "")
    return str(value)
