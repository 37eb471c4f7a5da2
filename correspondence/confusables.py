"""Letters that look like others, by Unicode's list of them: names are compared as they look, not as they are typed."""

from __future__ import annotations

import unicodedata
from functools import cache

# Scripts that are written together in one word.
_TOGETHER = ({"HAN", "HIRAGANA", "KATAKANA", "LATIN"}, {"HAN", "HANGUL", "LATIN"}, {"HAN", "BOPOMOFO", "LATIN"})
_ALIKE = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l", "5": "s"})


def looks(text: str) -> str:
    """The look of a text: two that are hard to tell apart have the same. Marks, spaces and case count for nothing."""
    bare = (_look(letter) for letter in unicodedata.normalize("NFKD", text) if letter.isalnum() or letter == "|")
    return "".join(bare).casefold().translate(_ALIKE).replace("rn", "m").replace("vv", "w")


def mixed(text: str) -> bool:
    """Whether a word mixes scripts that no language writes together, with letters that can be taken for another's."""
    return any(_mixed_word(word) for word in text.split())


def _mixed_word(word: str) -> bool:
    if word.isascii():
        return False
    # The list takes as long to load as all the rest of a small command, and few names need it.
    from confusable_homoglyphs import categories  # type: ignore[import-untyped]

    scripts = {categories.alias(letter) for letter in word if letter.isalpha()} - {"COMMON", "INHERITED"}
    if len(scripts) < 2 or any(scripts <= known for known in _TOGETHER):
        return False
    return any(not letter.isascii() and _look(letter) != letter for letter in word)


@cache
def _look(letter: str) -> str:
    """The letter of the English alphabet, or the figure, that a character can be taken for; itself if there is none."""
    if letter.isascii():
        return letter
    from confusable_homoglyphs import confusables

    found = confusables.is_confusable(letter, greedy=True)
    alike = [one["c"] for one in found[0]["homoglyphs"]] if found else []
    return min((one for one in alike if len(one) == 1 and one.isascii() and one.isalnum()), default=letter)
