"""The fields of decrees, and back: one row of fields for each kind."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.btwixt.rules.seating import councils_of
from adjudicator.btwixt.state.events import AnyEdict
from narration.btwixt.voice import Voice
from narration.words import N_
from web.forms.edicts import EdictField, EdictForm

Option = tuple[str, str]
# The fields of each kind: name and sort.
KINDS: dict[str, tuple[tuple[str, str], ...]] = {
    "place-ally": (("ally", "ally"), ("council", "council?")),
    "set-tokens": (("council", "council"), ("tokens", "number")),
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


def decree_fields(kind: str, v: Voice, houses: Sequence[str], modules: Sequence[str] = ()) -> list[EdictField]:
    """The fields of a kind of decree, in the words of `v`, in a game of these leaders as they sit."""
    return [_field(name, sort, v, houses) for name, sort in KINDS[kind]]


def _field(name: str, sort: str, v: Voice, houses: Sequence[str]) -> EdictField:
    leaders = [(house, v.house(house)) for house in houses]
    options: dict[str, list[Option]] = {
        "ally": sorted(((ally, v.ally(ally)) for ally in v.edition.allies), key=lambda one: one[1]),
        "council": [(one, v.council(one)) for one in councils_of(houses)],
        "card": sorted(((card, v.card(card)) for card in v.edition.influence), key=lambda one: one[1]),
        "house": leaders,
        "winners": leaders,
    }
    return EdictField(name, sort, v.say(LABELS[name]), tuple(options.get(sort.rstrip("?"), ())))


read_edict = EdictForm(KINDS, AnyEdict, "").read
