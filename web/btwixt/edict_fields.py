"""The fields of decrees, and back: one row of fields for each kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from adjudicator.btwixt.rules.seating import councils_of
from adjudicator.btwixt.state.edicts import AnyEdict
from adjudicator.engine.refusal import Refusal, Unreadable
from narration.btwixt.voice import Voice
from narration.words import N_

Option = tuple[str, str]
# The fields of each kind: name and sort. What ends in `?` may be left empty.
KINDS: dict[str, tuple[tuple[str, str], ...]] = {
    "place-ally": (("ally", "ally"), ("council", "council?")),
    "set-tokens": (("council", "council"), ("tokens", "count")),
    "give-influence": (("house", "house"), ("card", "card")),
    "set-first-player": (("house", "house"),),
    "ruling": (("text", "text"),),
    "end-game": (("winners", "winners"),),
}
LABELS = {
    "ally": N_("Ally"),
    "council": N_("Council (none: among the dead)"),
    "tokens": N_("Tokens"),
    "house": N_("Leader"),
    "card": N_("Influence card"),
    "text": N_("Ruling"),
    "winners": N_("Winners (none: as the standings are)"),
}
_edicts: msgspec.json.Decoder[AnyEdict] = msgspec.json.Decoder(AnyEdict)


@dataclass(frozen=True)
class Field:
    """A field: its name, its sort, its words, what can be chosen; `slots`: how many choices are shown."""

    name: str
    sort: str
    label: str
    options: tuple[Option, ...] = ()
    slots: int = 1


def offered(kind: str, v: Voice, houses: Sequence[str], modules: Sequence[str] = ()) -> list[Field]:
    """The fields of a kind of decree, in the words of `v`, in a game of these leaders as they sit."""
    return [_field(name, sort, v, houses) for name, sort in KINDS[kind]]


def _field(name: str, sort: str, v: Voice, houses: Sequence[str]) -> Field:
    leaders = [(house, v.house(house)) for house in houses]
    options: dict[str, list[Option]] = {
        "ally": sorted(((ally, v.ally(ally)) for ally in v.edition.allies), key=lambda one: one[1]),
        "council": [(one, v.council(one)) for one in councils_of(houses)],
        "card": sorted(((card, v.card(card)) for card in v.edition.influence), key=lambda one: one[1]),
        "house": leaders,
        "winners": leaders,
    }
    return Field(name, sort, v.say(LABELS[name]), tuple(options.get(sort.rstrip("?"), ())))


def read_edict(kind: str, posted: Mapping[str, Sequence[str]]) -> AnyEdict:
    """The decree that the fields say. Unreadable for a field that cannot be."""
    if kind not in KINDS:
        raise Unreadable(Refusal("unknown-edict", "there is no such kind of edict", "kind"))
    said: dict[str, Any] = {"kind": kind}
    for name, sort in KINDS[kind]:
        said[name] = _value(name, sort, posted)
    try:
        return _edicts.decode(msgspec.json.encode(said))
    except msgspec.MsgspecError as fault:
        raise Unreadable(Refusal("bad-edict", str(fault))) from fault


def _value(name: str, sort: str, posted: Mapping[str, Sequence[str]]) -> Any:
    values = [value.strip() for value in posted.get(name, ()) if value.strip()]
    if sort == "winners":
        return values
    if not values:
        if sort.endswith("?"):
            return ""
        raise Unreadable(Refusal("empty", "something has to stand here", name))
    if sort == "count":
        if not values[0].isascii() or not values[0].isdigit() or len(values[0]) > 4:
            raise Unreadable(Refusal("not-a-number", "this is not a number", name))
        return int(values[0])
    return values[0]
