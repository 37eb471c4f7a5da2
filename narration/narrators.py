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
    """The narrator of an edition's games; Illegal (`unknown-edition`)."""
    return NARRATORS.of_edition(edition.id)


def voice_in_game(edition: str, modules: Sequence[str], words: Words) -> Voice:
    """The voice of an edition as a game with these optional parts of the rules has it, which knows nothing that is not
    in play; Illegal for an edition or parts that there are not."""
    game = games.of_edition(edition)
    game.check_modules(games.edition(edition), modules)
    voice = NARRATORS.of_edition(edition).voice(game.edition_played(edition, modules), words)
    voice.modules = tuple(modules)
    return voice


def module_label(module: str) -> str:
    """What an optional part of the rules is called by whichever game has it, to be translated; its id for none."""
    return next((label for narrator in NARRATORS.values() if (label := narrator.module_label(module))), module)
