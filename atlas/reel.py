"""Boards one after the other, told by what changes from each to the next: for a page that shows how things went."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher

import msgspec

# From, to (places in the layer as it was), and the numbers of the parts that stand there instead.
Splice = tuple[int, int, list[int]]


class Reel(msgspec.Struct):
    """`parts` are all elements that are ever shown, each once; `first` says by layer (a group's id in the drawing)
    which of them the first board shows, by their numbers; `changes`, for each later board, how its layers differ from
    those of the board before, from the back to the front; a layer that stays is left out.
    """

    parts: list[str] = []
    first: dict[str, list[int]] = {}
    changes: list[dict[str, list[Splice]]] = []


class Reeling:
    """Makes a reel, board by board."""

    def __init__(self) -> None:
        self.reel = Reel()
        self._numbers: dict[str, int] = {}
        self._shown: dict[str, list[int]] = {}

    def add(self, layers: Mapping[str, Sequence[str]]) -> None:
        """Let another board follow, by its layers as `Drawer.layers` gives them."""
        shown = {layer: [self._number(part) for part in parts] for layer, parts in layers.items()}
        if not self._shown:
            self.reel.first = shown
        else:
            pairs = ((layer, self._shown.get(layer, []), now) for layer, now in shown.items())
            self.reel.changes.append({layer: splices(was, now) for layer, was, now in pairs if was != now})
        self._shown = shown

    def stay(self) -> None:
        """Let a board follow that looks like the one before."""
        self.reel.changes.append({})

    def _number(self, part: str) -> int:
        number = self._numbers.get(part)
        if number is None:
            number = self._numbers[part] = len(self.reel.parts)
            self.reel.parts.append(part)
        return number


def splices(was: Sequence[int], now: Sequence[int]) -> list[Splice]:
    """What makes one row of numbers the other, the last place first, so that earlier places keep their count."""
    codes = SequenceMatcher(None, was, now, autojunk=False).get_opcodes()
    return [(a, b, list(now[c:d])) for kind, a, b, c, d in reversed(codes) if kind != "equal"]
