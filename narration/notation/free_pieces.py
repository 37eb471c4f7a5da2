"""Free-form lines in pieces: separators of instructions, and withdrawals."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

from narration.notation.free_instructions import BEFORE_AREAS, Part
from narration.notation.free_order import BARS
from narration.notation.free_words import CONTENT, CORRECTIONS, SAID_OTHERWISE, Item, idle, make_item
from narration.notation.words import AND, IF, LISTS, spelt

WORD, _COUNTED = re.compile(r"[^\s,:;.!()]+"), re.compile(r"\w+|[^\w\s]")
# Sorts of names with which an instruction may begin.
BEGINNINGS = frozenset(("area", "auction", "order", "card"))
BEFORE_NAMES = BEFORE_AREAS | LISTS["articles"]

# Words, with the sign before them.
Piece = tuple[str, list[Item]]


def split_pieces(items: Iterable[Item], *, signs: bool) -> list[Piece]:
    """Split items at separators, each with its sign; with `signs` only at signs."""
    pieces: list[Piece] = [("", [])]
    for item in items:
        if not item.ids and item.spelt in LISTS["soft"]:
            pieces.append((item.spelt, []))
            continue
        if not signs and item.ids.keys() & BEGINNINGS and any(not idle(word) for word in pieces[-1][1]):
            # Instructions may stand beside each other without any sign. Words before the name go with it.
            words = pieces[-1][1]
            begin = len(words)
            while begin > 1 and not words[begin - 1].ids and words[begin - 1].spelt in BEFORE_NAMES:
                begin -= 1
            pieces.append(("", words[begin:]))
            del words[begin:]
        pieces[-1][1].append(item)
    return pieces


def nonempty_pieces(pieces: Iterable[Piece]) -> list[Piece]:
    """The pieces that say something; a bar before an empty one stands before the next."""
    spoken: list[Piece] = []
    bar = ""
    for sign, words in pieces:
        if empty(words):
            bar = sign if sign in BARS else bar
        else:
            spoken.append((bar or sign, words))
            bar = ""
    return spoken


def empty(items: Iterable[Item]) -> bool:
    """Whether a piece says nothing; a single `me` may be part of a list."""
    words = [item for item in items if item.spelt not in AND.known and item.spelt != "please"]
    return all(map(idle, words)) and not (words and all(item.spelt in CONTENT for item in words))


def join_pieces(pieces: Sequence[Piece]) -> list[Item]:
    """Join pieces to one list of items, with the signs between them."""
    items = list(pieces[0][1])
    for sign, piece in pieces[1:]:
        items += [make_item(sign), *piece] if sign else piece
    return items


def count_described(items: Sequence[Item]) -> int:
    """Count items that only describe an area: `three footmen in Pyke: two to Harlaw`."""
    colon = next((at for at, item in enumerate(items) if item.spelt == ":"), 0)
    counts = [bool("unit" in item.ids or item.spelt.isdecimal()) for item in items]
    area = colon > 1 and "area" in items[colon - 1].ids and items[colon - 2].spelt not in LISTS["towards"]
    first = all(count or idle(item) for count, item in zip(counts[: colon - 1], items, strict=False))
    return colon - 1 if area and first and any(counts[:colon]) and any(counts[colon:]) else 0


def parts_agree(parts: Iterable[Part], others: Iterable[Part], single: Collection[str]) -> bool:
    """Whether no `others` fill a place differently from `parts`.
    Only places with a key count, and those whose path is among `single`."""
    about = {fill[:3]: fill for part in parts for fill in part.fills if fill[2] or fill[1] in single}
    return all(about.get(fill[:3], fill) == fill for part in others for fill in part.fills)


def retracted_spans(line: str) -> list[tuple[int, int]]:
    """Where words of a line begin and end that take back what was said before."""
    words = list(WORD.finditer(line))
    plain = [spelt(word[0]) for word in words]
    spans: list[tuple[int, int]] = []
    courteous = 0
    for at, word in enumerate(words):
        text = next((text for text in CORRECTIONS if plain[at : at + len(text)] == text), None)
        if text is None or at < courteous or spans and spans[-1][1] >= word.start():
            continue
        # Of `se no no` the first two words are one; `sorry guys` is a courtesy.
        behind = at + len(text)
        ends = range(behind + 1, len(plain) + 1)
        courteous = next((end for end in ends if SAID_OTHERWISE.get(tuple(plain[at:end])) == "please"), 0)
        compared = not LISTS["compared"].isdisjoint(plain[behind : behind + 1])
        if not (courteous or compared or not IF.begins.isdisjoint(plain[max(at - 1, 0) : at])):
            spans.append((word.start(), words[behind - 1].end()))
    return spans


def without(line: str, spans: Iterable[tuple[int, int]]) -> str:
    """A line without some of its parts, nor the signs that set them off."""
    for begin, end in sorted(spans, reverse=True):
        line = f"{line[:begin].rstrip(' ,')} {line[end:].lstrip(' ,:')}"
    return line.strip(" ,:;.!")


def length(line: str) -> int:
    """How many words and signs a line has, those of compounds, too."""
    return len(_COUNTED.findall(line))


def is_area(items: Sequence[Item]) -> bool:
    """Whether some words are an area, and nothing else."""
    return [item.ids.keys() for item in items if not idle(item)] == [{"area"}]
