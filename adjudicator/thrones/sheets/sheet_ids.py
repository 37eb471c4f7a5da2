"""Every id in a sheet with its place and sort, and which of them the edition does not know."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.refusal import Refusal
from adjudicator.engine.sheet.conditions import own_condition
from adjudicator.engine.sheet.facts import names_of
from adjudicator.engine.sheet.fields import Ids, Node, Text, unknown_names
from adjudicator.thrones.sheets import sheet as s
from adjudicator.thrones.sheets.conditions import tree as c
from adjudicator.thrones.sheets.name_book import name_book
from adjudicator.thrones.sheets.sheet_reading import SHEETS
from adjudicator.thrones.state.edition import Edition


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
            for part in parts:
                yield from names_of(part, node.where)


def unknown_ids(sheet: s.Sheet, edition: Edition) -> Iterator[Refusal]:
    """Every id that the edition does not know, each place once, with the nearest legal word."""
    return unknown_names(mentions(sheet), name_book(edition))
