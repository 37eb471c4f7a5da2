"""Words that stand where somebody's name does not: of whoever deleted their account, and of those not told."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from adjudicator import games
from adjudicator.engine import Level
from correspondence.input_validation import looks
from narration.words import LANGUAGES, N_, Words, translator

FORMER = N_("a former player")
# In an anonymous game, for whoever plays it and whoever masters it.
A_PLAYER, A_MASTER = N_("A player"), N_("A game master")
NOBODY = (FORMER, A_PLAYER, A_MASTER)
# Who speaks in letters and in the log besides players.
OTHERS = (N_("the service"), N_("steward"), N_("The game master"))
BOTS: Mapping[Level, str] = {
    "squire": N_("squire bot"),
    "steward": N_("steward bot"),
    "maester": N_("maester bot"),
}
NAMELESS = frozenset({"rookery", "service", "the steward", "game master", "former player"})
ADDRESSES = frozenset({"admin", "administrator", "moderator", "system", "support", "host", "noreply", "postmaster"})
_HOUSE = re.compile(r"^(House|Casa) ")


def name_in(name: str, words: Words) -> str:
    """A player's name as it is shown; what stands for nobody by name in the reader's language."""
    return words.say(name) if name in NOBODY else name


def stands_for_another(name: str) -> bool:
    """Whether a name would be taken for somebody who is not named, for the service, its programs and masters, or for a
    house of any edition: in any language, and however its letters are disguised."""
    # Those that hosts brought since, too.
    return looks(name) in _taken(tuple({**games.ALL_EDITIONS, **games.EDITIONS}))


@lru_cache(maxsize=4)
def _taken(editions: tuple[str, ...]) -> frozenset[str]:
    languages = [translator(language) for language in LANGUAGES]
    said = (
        {words.say(text) for words in languages for text in (*NOBODY, *OTHERS, *BOTS.values())} | NAMELESS | ADDRESSES
    )
    for edition in map(games.edition, editions):
        for house in edition.houses.values():
            names = {_HOUSE.sub("", name) for name in (house.id, *map(house.name.say, LANGUAGES))}
            said |= {f"{before}{name}" for name in names for before in ("", "House ", "house of ", "Casa ")}
    return frozenset(map(looks, said))
