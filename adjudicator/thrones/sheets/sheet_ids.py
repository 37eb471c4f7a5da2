"""Every id in a sheet with its place and sort, and which of them the edition does not know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from adjudicator.engine.condition_tree import own_condition
from adjudicator.engine.refusal import Refusal
from adjudicator.engine.sheet.fields import Ids, Node, Text
from adjudicator.engine.sheet.ids import unknown_names
from adjudicator.thrones.sheets import sheet as s
from adjudicator.thrones.sheets.conditions import tree as c
from adjudicator.thrones.sheets.name_book import name_book
from adjudicator.thrones.sheets.sheet_reading import SHEETS
from adjudicator.thrones.state.edition import Edition

_STATES = ("empty", "neutral", "uncontrolled", "mine", "enemy", "opponent")
_ANYONE = ("any", "me", "enemy", "opponent")
_FIELDS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    **{sort: ((sort,), ()) for sort in ("area", "track", "auction", "badge", "leader", "tactic", "alliance", "ally")},
    "unit": (("unit",), ("",)),
    "order": (("type", "order"), ("order", "special", "raidable")),
    "who": (("house",), _ANYONE),
    "card": (("card",), ()),
}
_SPECIAL: dict[tuple[type[Any], str], tuple[tuple[str, ...], tuple[str, ...]]] = {
    (c.AreaIs, "what"): (("house",), _STATES),
    (c.Banned, "what"): (("ban",), ()),
    (c.Revealed, "card"): (("westeros",), ()),
    (c.OrdersLying, "who"): (("house",), (*_ANYONE, "others")),
    (c.Did, "whom"): (("house",), _ANYONE),
    (c.Commands, "vassal"): (("house",), ()),
    (c.Holding, "who"): (("house",), (*_ANYONE, "others", "best-other")),
}


def mentions(sheet: s.Sheet) -> Iterator[Node]:
    """All ids of a sheet, with their places and kinds."""
    for node in SHEETS.nodes(sheet):
        if isinstance(node.kind, Ids):
            names = tuple(name for name in node.value if not (node.kind.numbers and name.isdecimal()))
            yield Node(node.where, node.kind, names)
        elif isinstance(node.kind, Text):
            is_amount = node.kind.parser == "amount"
            condition = own_condition(node.value)
            parts = (share.term for share in node.value.of) if is_amount else c.parts(condition) if condition else ()
            yield from _parts(node.where, parts)


def _parts(where: str, parts: Iterable[c.Condition | c.Term]) -> Iterator[Node]:
    for part in parts:
        for name in part.__struct_fields__:
            kind = _SPECIAL.get((type(part), name)) or _FIELDS.get(name)
            if kind is not None:
                yield Node(where, Ids(*kind), (getattr(part, name),))


def unknown_ids(sheet: s.Sheet, edition: Edition) -> Iterator[Refusal]:
    """Every id that the edition does not know, each place once, with the nearest legal word."""
    return unknown_names(mentions(sheet), name_book(edition))
