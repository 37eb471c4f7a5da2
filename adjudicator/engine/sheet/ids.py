"""Ids of a sheet that an edition does not know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.engine.name_book import NameBook
from adjudicator.engine.refusal import Refusal
from adjudicator.engine.sheet.fields import Node


def unknown_names(mentions: Iterable[Node], book: NameBook) -> Iterator[Refusal]:
    """Each id at each place once that is of none of its sorts, with the nearest legal word."""
    refused: set[tuple[str, str]] = set()
    for where, kind, names in mentions:
        known, sort = [kind.also, *(book.names[sort] for sort in kind.sorts)], kind.sorts[0]
        for name in names:
            if not any(name in words for words in known) and (where, name) not in refused:
                refused.add((where, name))
                hint = book.hint(name, kind.sorts, [word for word in kind.also if word])
                yield Refusal(f"unknown-{sort}", f'there is no {sort} "{name}"{hint}', where)
