"""Which narrator tells which game, and what is asked of any of them."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator import games
from adjudicator.engine import Edition
from narration.btwixt.narrator import BTWIXT
from narration.narrator import Narrator, Voice
from narration.thrones.narrator import THRONES
from narration.words import Words

NARRATORS = games.ByGame(thrones=THRONES, btwixt=BTWIXT)


def narrator_of(edition: Edition) -> Narrator:
    """Return the narrator of an edition's games. Raises Illegal `unknown-edition`."""
    return NARRATORS.of_edition(edition.id)


def voice_in_game(edition: str, modules: Sequence[str], words: Words) -> Voice:
    """Return an edition's voice that knows only what these modules put in play.
    Raises Illegal for an unknown edition or module."""
    game = games.of_edition(edition)
    game.check_modules(games.edition(edition), modules)
    voice = NARRATORS.of_edition(edition).voice(game.edition_played(edition, modules), words)
    voice.modules = tuple(modules)
    return voice


def module_label(module: str) -> str:
    """Return the name of an optional rule in any game, untranslated; else its id."""
    return next((label for narrator in NARRATORS.values() if (label := narrator.module_label(module))), module)
