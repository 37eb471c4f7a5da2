"""Which narrator tells the games of which family."""

from __future__ import annotations

from adjudicator import games
from narration.btwixt.narrator import BTWIXT
from narration.narrator import Narrator
from narration.thrones.narrator import THRONES

NARRATORS: dict[str, Narrator] = {"thrones": THRONES, "btwixt": BTWIXT}


def register(family: str, narrator: Narrator) -> None:
    """Make the narrator of a family known."""
    NARRATORS[family] = narrator


def forget(family: str) -> None:
    """Make it unknown again; for tests that brought one of their own."""
    NARRATORS.pop(family, None)


def narrator(edition: str) -> Narrator:
    """The narrator of an edition's games; Illegal (`unknown-edition`)."""
    return NARRATORS[games.of_edition(edition).id]
