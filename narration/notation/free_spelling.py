"""Fuzzy matching of typed words to names: prefixes, initials, typos, parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rapidfuzz.distance import OSA

from narration.notation.words import LISTS

# Letters of a name that may be misspelt.
MIN_MISSPELT = 5
# The shortest beginning of a name that means it, where it is somebody's own or next to it.
MIN_BEGINNING = 3


def shortened(text: str, parts: Sequence[str]) -> bool:
    """Whether a word is a name's start and end, or of four letters with one wrong."""
    name = "".join(part for part in parts if part not in LISTS["articles"])
    ends = len(text) < len(name) and any(
        name.startswith(text[:cut]) and name.endswith(text[cut:]) for cut in range(1, len(text) - MIN_BEGINNING + 1)
    )
    slip = len(text) == len(name) == MIN_MISSPELT - 1 and text[0] == name[0] and OSA.distance(text, name) == 1
    return ends or slip


def agree(well: Mapping[int, str], parts: Sequence[str]) -> bool:
    """Whether words of a name are these at their places."""
    return all(parts[at : at + 1] == [word] for at, word in well.items())


def alike(words: Sequence[str], parts: Sequence[str]) -> bool:
    """Whether each word is nearly one of a name, or they are only parted otherwise."""
    if len(words) != len(parts):
        return OSA.distance("".join(words), "".join(parts)) <= 1
    pairs = zip(words, parts, strict=True)
    # Of few letters one makes another word: `port CP` is no `port lp`.
    near = (word == other or len(word) > MIN_BEGINNING and OSA.distance(word, other) <= 1 for word, other in pairs)
    return len(words) == 1 or all(near)


def matches_name(text: str, parts: Sequence[str]) -> bool:
    """Whether a word is one of a name, or its initials."""
    return text in parts if len(text) > MIN_BEGINNING - 1 and text in parts else text == first_letters(parts)


def first_letters(parts: Sequence[str]) -> str:
    return "".join(part[0] for part in parts)


def exact_name_matches(ids: tuple[str, ...], word: str) -> tuple[str, ...]:
    """Return those ids that contain the word; of an area and its port, the area."""
    ids = tuple(name_id for name_id in ids if word in name_id.split("-")) or ids
    return tuple(name_id for name_id in ids if all(f"-{other}".endswith(f"-{name_id}") for other in ids)) or ids


def begin(words: Sequence[str], parts: Sequence[str]) -> bool:
    """Whether words are prefixes of a name's words in order; a first word may suffice."""
    places = iter(parts)
    first = next((part for part in parts if part not in LISTS["articles"]), "")
    most = MIN_BEGINNING if len(words) == 1 and first.startswith(words[0]) else MIN_BEGINNING + 1
    return all(any(begins(word, part) and len(word) >= most or part == word for part in places) for word in words)


def begins(word: str, part: str) -> bool:
    """Whether a word begins another, or has another ending: `grigia` for `grigie`."""
    return part.startswith(word) or len(word) == len(part) >= MIN_MISSPELT and part[:-1] == word[:-1]
