"""The words of a sentence in pieces, between signs that may part instructions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from narration.notation.free_instructions import BARS, BEFORE_AREAS
from narration.notation.free_words import CONTENT, Item, idle
from narration.notation.words import AND, LISTS

_SOFT = frozenset((",", "/", "|", "else", "-", ":", "=", ">", "&", "and", "e", "y", "ed"))
# Sorts of names with which an instruction may begin.
BEGINNINGS = frozenset(("area", "auction", "order", "card"))
BEFORE_NAMES = BEFORE_AREAS | LISTS["articles"]


def in_pieces(items: Iterable[Item], *, signs: bool) -> list[tuple[str, list[Item]]]:
    """The items between signs and words that may part instructions, each with the sign before it; with `signs` only
    between those."""
    pieces: list[tuple[str, list[Item]]] = [("", [])]
    for item in items:
        if not item.ids and item.spelt in _SOFT:
            pieces.append((item.spelt, []))
            continue
        if not signs and item.ids.keys() & BEGINNINGS and any(not idle(one) for one in pieces[-1][1]):
            # Instructions may stand beside each other without any sign. Words before the name go with it.
            words = pieces[-1][1]
            begin = len(words)
            while begin > 1 and not words[begin - 1].ids and words[begin - 1].spelt in BEFORE_NAMES:
                begin -= 1
            pieces.append(("", words[begin:]))
            del words[begin:]
        pieces[-1][1].append(item)
    return pieces


def spoken(pieces: Iterable[tuple[str, list[Item]]]) -> list[tuple[str, list[Item]]]:
    """The pieces that say something; a bar before an empty one stands before the next."""
    spoken: list[tuple[str, list[Item]]] = []
    bar = ""
    for sign, words in pieces:
        if empty(words):
            bar = sign if sign in BARS else bar
        else:
            spoken.append((bar or sign, words))
            bar = ""
    return spoken


def empty(items: Iterable[Item]) -> bool:
    """Whether a piece says nothing; a word such as `me` alone may be one thing of a list."""
    words = [item for item in items if item.spelt not in AND.known and item.spelt != "please"]
    return all(map(idle, words)) and not (words and all(item.spelt in CONTENT for item in words))


def joined(pieces: Sequence[tuple[str, list[Item]]]) -> list[Item]:
    """The items of some pieces, with the signs between them."""
    items = list(pieces[0][1])
    for sign, piece in pieces[1:]:
        items += [Item(sign, sign, {}), *piece] if sign else piece
    return items
