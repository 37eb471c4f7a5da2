"""What people mean by a name: ids, names in every known language, unique beginnings of them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from difflib import get_close_matches

# Longer than any name in any language, with room for what people put around it.
LONGEST_NAME = 120


def plain(text: str) -> str:
    """Letters and digits only, in lower case without accents, words parted by one space; no leading `the`.

    Signs before digits stay, so that `March -1` and `march+1` differ.
    """
    flat = unicodedata.normalize("NFKD", text.replace("−", "-").replace("'", "").replace("’", ""))
    flat = "".join(letter for letter in flat if not unicodedata.combining(letter)).casefold()
    # Spaces are single ones from here on, so that no pattern has a run of them to go back over.
    flat = re.sub(r" ?([+-]) ?(?=\d)", r" \1", " ".join(flat.split()))
    words = re.sub(r"[^\w+-]+|_|-(?!\d)|\+(?!\d)", " ", flat).split()
    return " ".join(words[1:] if len(words) > 1 and words[0] == "the" else words)


def spellings(ids: Iterable[str], names: Mapping[str, Iterable[str]]) -> dict[str, set[str]]:
    """For every id its plain spellings."""
    return {one: {plain(text) for text in (one, *names.get(one, ())) if text} for one in ids}


def matching(text: str, names: Mapping[str, set[str]]) -> list[str]:
    """The ids meant by a text: exact names first, else names that begin so, else names with a word that does."""
    if len(text) > LONGEST_NAME:
        return []
    wanted = plain(text)
    if not wanted:
        return []
    exact = [one for one, spelled in names.items() if wanted in spelled]
    begun = exact or [one for one, spelled in names.items() if any(s.startswith(wanted) for s in spelled)]
    return begun or [one for one, spelled in names.items() if any(f" {wanted}" in s for s in spelled)]


def near(text: str, spelled: Mapping[str, str]) -> str:
    """The nearest of these spellings' meanings as `; did you mean "x"?`, or nothing when nothing is near."""
    if len(text) > LONGEST_NAME:
        return ""
    close = get_close_matches(plain(text), spelled, 1, 0.6)
    return f'; did you mean "{spelled[close[0]]}"?' if close else ""
