"""Conditions of sheets on pages: what a typed one says, and where the builder finds what can be said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import url_for

from adjudicator.kernel.refusal import Refused
from narration.face import narrator_of


def condition_said(text: str, v: Any) -> str:
    """A typed condition in the reader's words; empty for none, and for what cannot be understood."""
    book = narrator_of(v).conditions
    if book is None or not text.strip():
        return ""
    try:
        return book.tell(book.parse(text, v.edition, ()), v)
    except Refused:
        # The field says itself what is wrong with it.
        return ""


def menu_address(v: Any, modules: Sequence[str] = ()) -> str:
    """Where the builder finds what conditions of an edition can say, in the reader's language; empty for none."""
    if narrator_of(v).conditions is None:
        return ""
    return url_for(
        "conditions.menu", edition_id=v.edition.id, language=v.words.language, modules=",".join(modules) or None
    )


# What every page template can use.
TOOLS = {"condition_said": condition_said, "condition_menu": menu_address}
