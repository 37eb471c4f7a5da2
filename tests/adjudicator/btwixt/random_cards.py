"""Cards with abilities that nobody thought of: any words of the vocabulary, as far as the check lets them pass."""

from __future__ import annotations

from functools import cache
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from adjudicator.btwixt.editions import data_check
from adjudicator.btwixt.editions.loading import HOUSE
from adjudicator.btwixt.state import edition as c
from adjudicator.btwixt.state.edition import Edition
from adjudicator.engine.chance import Picker

TAGS = sorted({tag for ally in HOUSE.allies.values() for tag in ally.tags})
TRIES = 4000


def anything(kind: Any, pick: Picker, name: str = "") -> Any:
    """A value of a type, by chance."""
    origin = get_origin(kind)
    if origin is Literal:
        return _one(get_args(kind), pick)
    if origin in (Union, UnionType):
        return anything(_one(get_args(kind), pick), pick, name)
    if origin is tuple:
        inside = get_args(kind)[0]
        found = [anything(inside, pick, name) for _ in range(pick(2))]
        return tuple(one for place, one in enumerate(found) if one not in found[:place])
    if kind is type(None):
        return None
    if kind is bool:
        return pick(4) == 0
    if kind is int:
        return pick(5) - (1 if name == "amount" else 0)
    if kind is str:
        return _one(("", *TAGS), pick) if name == "tag" else ""
    assert issubclass(kind, msgspec.Struct)
    hints = _hints(kind)
    needed = set(kind.__struct_fields__[: len(kind.__struct_fields__) - len(kind.__struct_defaults__)])
    chosen = {one.name for one in _fields(kind) if one.required or pick(3) == 0 or one.name in needed}
    return kind(**{one: anything(hints[one], pick, one) for one in chosen if one in hints})


# Reading them takes longer than all that is made of them.
_hints, _fields = cache(get_type_hints), cache(msgspec.structs.fields)


def _one(among: tuple[Any, ...], pick: Picker) -> Any:
    return among[pick(len(among))]


def passing(card: Any, pick: Picker) -> c.Ability:
    """An ability that the check lets pass on this card."""
    own = data_check.OF_ALLIES if isinstance(card, c.Ally) else data_check.OF_INFLUENCE
    windows = sorted(own - {data_check.OFFER})
    kinds = get_args(c.AnyOp)
    for _ in range(TRIES):
        do = tuple(anything(_one(kinds, pick), pick) for _ in range(1 + pick(2)))
        whole = anything(c.Ability, pick)
        ability = c.Ability(
            when=_one(tuple(windows), pick),
            do=do,
            may=whole.may,
            conditions=whole.conditions,
            offer=whole.offer if pick(2) else None,
        )
        said = msgspec.structs.replace(card, abilities=(ability,))
        if not list(data_check.ability_faults(said, "")):
            return ability
    raise AssertionError("nothing passes")


@cache
def shuffled_cards(seed: str) -> Edition:
    """The house set with other abilities on every card."""
    pick = Picker(seed, "cards")
    changed: dict[str, dict[str, Any]] = {}
    for name in ("allies", "influence"):
        rows = getattr(HOUSE.cards, name)
        changed[name] = {one.id: msgspec.structs.replace(one, abilities=(passing(one, pick),)) for one in rows.values()}
    return msgspec.structs.replace(HOUSE, cards=msgspec.structs.replace(HOUSE.cards, **changed))
