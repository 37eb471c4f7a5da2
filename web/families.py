"""Whose pages show the games of which family: forms, tables beside a board, help."""

from __future__ import annotations

from adjudicator import games
from web.btwixt.pages import BTWIXT
from web.family_pages import Pages
from web.thrones.pages import THRONES

PAGES: dict[str, Pages] = {"thrones": THRONES, "btwixt": BTWIXT}


def register(family: str, pages: Pages) -> None:
    """Make the pages of a family known."""
    PAGES[family] = pages


def forget(family: str) -> None:
    """Make them unknown again; for tests that brought some of their own."""
    PAGES.pop(family, None)


def pages_of(edition: str) -> Pages:
    """The pages of an edition's games; Illegal (`unknown-edition`)."""
    return PAGES[games.of_edition(edition).id]
