"""Conditions of sheets on pages: what a typed one says, and where the builder finds what can be said."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from flask import url_for

from adjudicator.engine.decision import Refused
from narration.narrators import narrator_of
from narration.words import N_

FIRST = N_("Those that most plans need")
_SLOT = re.compile(r"\{(\w+)\}")


def condition_said(text: str, v: Any, modules: Sequence[str]) -> str:
    """A typed condition of a game with these modules in the reader's words; empty for none, and for what cannot be
    understood."""
    book = narrator_of(v.edition).conditions
    if book is None or not text.strip():
        return ""
    try:
        return book.tell(book.parse(text, v.edition, modules), v)
    except Refused:
        # The field says itself what is wrong with it.
        return ""


def condition_groups(v: Any) -> dict[str, list[tuple[str, str]]]:
    """What conditions can say, under their headings, those used most first: as it is typed, and what it says; nothing
    where sheets have no conditions."""
    book = narrator_of(v.edition).conditions
    found: dict[str, list[tuple[str, str]]] = {v.say(FIRST): []} if book is not None and book.first else {}
    for phrase in (*book.offered(book.facts, v), *book.offered(book.numbers, v)) if book is not None else ():
        typed = _SLOT.sub(lambda slot: slot[1].upper(), phrase.typed)
        said = _SLOT.sub("…", v.words.gettext(phrase.said))
        first = book is not None and phrase.typed in book.first
        found.setdefault(v.say(FIRST if first else phrase.about), []).append((typed, said))
    return found


def menu_address(v: Any, modules: Sequence[str]) -> str:
    """Where the builder finds what conditions of a game with these modules can say, in the reader's language; empty for
    none."""
    return _address("conditions.menu", v, modules, language=v.words.language)


def read_address(v: Any, modules: Sequence[str]) -> str:
    """Where it asks what a typed one means there; empty for none."""
    return _address("conditions.read", v, modules)


def _address(endpoint: str, v: Any, modules: Sequence[str], **values: Any) -> str:
    if narrator_of(v.edition).conditions is None:
        return ""
    return url_for(endpoint, edition_id=v.edition.id, modules=",".join(modules) or None, **values)


# What every page template can use.
TOOLS = {
    "condition_said": condition_said,
    "condition_groups": condition_groups,
    "condition_menu": menu_address,
    "condition_read": read_address,
}
