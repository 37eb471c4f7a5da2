"""Words of a sentence in the order of the documented form: conditions behind what they are for, numbers behind what is
counted, the others by name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from narration.notation.free_words import NUMBERS, Item, idle
from narration.notation.words import ELSE, IF

COMMA = Item(",", ",", {})
# Words behind the condition, where no comma stands, that are looked at.
MAX_BEHIND = 16
_BARS = frozenset(("|", *ELSE.known))
OTHERS = "others"


def condition_last(items: Sequence[Item]) -> list[list[Item]]:
    """The ways to put a condition that stands first behind what it is for: the first comma ends it, or where there is
    none any word may; none where no condition stands first."""
    first = next((at for at, item in enumerate(items) if item.spelt in IF.begins or not idle(item)), len(items))
    if first == len(items) or items[first].spelt not in IF.begins:
        return []
    until = next((at for at, item in enumerate(items) if item.spelt in _BARS), len(items))
    comma = next((at for at in range(first, until) if items[at].spelt in (",", ":")), until)
    end = until - (items[until - 1].spelt == ",")
    ends = [comma] if comma < end else [*range(max(first + 2, end - MAX_BEHIND), end)]
    return [[*items[at + (at == comma) : end], *items[first:at], *items[until:]] for at in ends]


def amounts_last(items: Sequence[Item]) -> list[Item]:
    """The words where numbers stand before all that they are for (`1 throne 2 court`), with each behind it."""
    spoken = [item for item in items if not idle(item)]
    lead = spoken[:1] if spoken and not (spoken[0].spelt.isdecimal() or "auction" in spoken[0].ids) else []
    rest = spoken[len(lead) :]
    pairs = list(zip(rest[::2], rest[1::2], strict=False))
    if len(pairs) < 2 or len(rest) % 2 or not all(one.spelt.isdecimal() and "auction" in of.ids for one, of in pairs):
        return list(items)
    return [*lead, *(word for number, auction in pairs for word in (auction, number, COMMA))][:-1]


def others_named(items: Sequence[Item], rows: Iterable[Sequence[str]]) -> list[Item]:
    """The words with those of a row by name that "the others" are, each with the number beside it: `5 throne, 0 the
    others`."""
    at = next((at for at, item in enumerate(items) if item.spelt == OTHERS), 0)
    named = {one for item in items for one in item.of(("auction",))[:1]}
    row = next((row for row in rows if named and named < {*row}), ())
    amounts = [place for place in range(len(items)) if _is_number(items[place])]
    near = [place for place in amounts if all(idle(item) for item in items[min(place, at) + 1 : max(place, at)])]
    if not at or not row or len(near) != 1:
        return list(items)
    begin, end = sorted((at, near[0]))
    number = items[near[0]]
    every = [word for one in row if one not in named for word in (Item(one, one, {"auction": (one,)}), number, COMMA)]
    return [*items[:begin], COMMA, *every[:-1], *items[end + 1 :]]


def _is_number(item: Item) -> bool:
    return NUMBERS.get(item.spelt, item.spelt).isdecimal()
