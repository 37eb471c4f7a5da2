"""The name of whoever deleted their account, in games that are over."""

from __future__ import annotations

from correspondence.words import LANGUAGES, N_, Words, translator

FORMER = N_("a former player")


def name_in(name: str, words: Words) -> str:
    """A player's name as it is shown; a former player's in the reader's language."""
    return words.say(FORMER) if name == FORMER else name


def stands_for_nobody(name: str) -> bool:
    """Whether a name would be taken for that of a former player, in any language."""
    return name.lower() in {translator(language).say(FORMER).lower() for language in LANGUAGES}
