"""Random sheets of every shape for the properties: words come from the edition, shapes from the types themselves."""

from __future__ import annotations

import types
import typing
from collections.abc import Callable
from typing import Any, Literal, Union, get_args, get_origin

import msgspec

from adjudicator import face
from adjudicator.thrones import conditions as c
from adjudicator.thrones import sheet as s

FIRST = face.edition("first-edition")
Pick = Callable[[int], int]

AREAS, CARDS, HOUSES, ORDERS = list(FIRST.areas), list(FIRST.cards), list(FIRST.houses), list(FIRST.orders)
UNITS, TRACKS, BADGES = list(FIRST.units), list(FIRST.tracks), list(FIRST.badges.values())
AUCTIONS = [*TRACKS, "wildlings"]
TYPES = list(dict.fromkeys(order.type for order in FIRST.orders.values()))
WHO = ["me", "opponent", *HOUSES]
ANYONE = ["any", "enemy", *WHO]

WORDS: dict[str, list[str]] = {
    "area": AREAS,
    "areas": AREAS,
    "battles": AREAS,
    "to": AREAS,
    "at": ["", *AREAS],
    "sequence": AREAS,
    "targets": AREAS,
    "order": ORDERS,
    "orders": [*ORDERS, "none"],
    "cards": [*CARDS, "strongest", "weakest"],
    "exclude": CARDS,
    "card": CARDS,
    "unit": UNITS,
    "units": UNITS,
    "keep": UNITS,
    "opponents": HOUSES,
    "against": HOUSES,
    "houses": ["me", *HOUSES],
    "owners": WHO,
    "whom": ["me", "nobody", "attacker", "defender", *HOUSES],
    "who": WHO,
    "because": ["wildlings", *CARDS],
    "types": [*TYPES, *ORDERS],
    "auctions": AUCTIONS,
    "auction": AUCTIONS,
    "bids": AUCTIONS,
    "track": TRACKS,
    "badge": BADGES,
}
SPECIAL: dict[tuple[type, str], list[str]] = {
    (c.AreaIs, "what"): ["empty", "neutral", "uncontrolled", "mine", "enemy", "opponent", *HOUSES],
    (c.HeldBy, "who"): ["enemy", *WHO],
    (c.SupportBeside, "who"): ANYONE,
    (c.HasToken, "who"): ANYONE,
    (c.Ordered, "order"): ["order", "special", *TYPES, *ORDERS],
    (c.Banned, "what"): [*TYPES, "footman-support"],
    (c.Revealed, "card"): list(FIRST.westeros),
    (c.Units, "unit"): ["", *UNITS],
}
LEAVES = [kind for kind in get_args(c.Condition) if kind not in (c.AllOf, c.AnyOf, c.Not)]


class Maker:
    """Makes random values of sheet types; `areas` narrows the areas it names, so that rules bite more often."""

    def __init__(self, pick: Pick, areas: list[str] | None = None, house: str | None = None) -> None:
        self.pick = pick
        self.areas = areas or AREAS
        self.cards = [k for k in CARDS if house in (None, FIRST.cards[k].house)]

    def one(self, items: list[Any]) -> Any:
        """One of them."""
        return items[self.pick(len(items))]

    def word(self, owner: type, name: str) -> str:
        """A word that fits a field."""
        words = SPECIAL.get((owner, name)) or WORDS[name]
        if words is AREAS and self.pick(3):
            words = self.areas
        if words is CARDS and self.pick(2):
            words = self.cards
        return str(self.one(words))

    def condition(self, level: int = 0) -> c.Condition:
        """A condition at most four deep."""
        shape = self.pick(6) if level < 3 else 5
        if shape == 0:
            return c.Not(self.condition(level + 1))
        if shape in (1, 2):
            of = tuple(self.condition(level + 1) for _ in range(2 + self.pick(2)))
            return c.AllOf(of) if shape == 1 else c.AnyOf(of)
        made: c.Condition = self.struct(self.one(LEAVES))
        return made

    def struct(self, kind: type) -> Any:
        """A value of a struct type."""
        hints = typing.get_type_hints(kind, include_extras=True)
        made = {}
        for field in msgspec.structs.fields(kind):
            if field.name == "answers" or (not field.required and field.name != "of" and self.pick(4) == 0):
                continue
            made[field.name] = self.value(kind, field.name, hints[field.name])
        return kind(**made)

    def value(self, owner: type, name: str, hint: Any) -> Any:
        """A value for a field."""
        if name in ("when", "stop"):
            return self.condition() if self.pick(3) == 0 else None
        origin, args = get_origin(hint), get_args(hint)
        if origin is typing.Annotated:
            return self.pick(5) - (1 if owner in (c.Number, c.Compare) else 0)
        if hint is str:
            return self.word(owner, name)
        if hint is bool:
            return self.pick(2) == 1
        if origin is Literal:
            return self.one(list(args))
        if origin is tuple:
            return tuple(self.value(owner, name, args[0]) for _ in range(self.pick(4)))
        if origin is dict:
            return {
                self.word(owner, "areas" if name == "orders" else name): self.entry(owner, name, args[1])
                for _ in range(self.pick(5))
            }
        if origin in (Union, types.UnionType):
            return self.value(owner, name, self.one([arg for arg in args if arg is not type(None)]))
        return self.struct(hint)

    def entry(self, owner: type, name: str, hint: Any) -> Any:
        """A value of a dictionary."""
        return self.word(owner, "orders") if hint is str else self.value(owner, name, hint)


def random_sheet(pick: Pick, areas: list[str] | None = None, house: str | None = None) -> s.Sheet:
    """A whole random sheet."""
    sheet: s.Sheet = Maker(pick, areas, house).struct(s.Sheet)
    return sheet
