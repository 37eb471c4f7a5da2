"""Base class of game drawers: views as SVG, PNG or animation."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec

from adjudicator.engine import Event, Refusal
from atlas.svg import NO_PLAN, PLAIN, Arrow, Look
from atlas.theme import Arms


class Drawer(ABC):
    """Draws a game; by default without movement or plans of order sheets.

    Drawings raise LookupError for an unknown theme or an edition without a map, KeyError for an arrow between unknown
    areas.
    """

    # How its seats are told apart.
    arms: Mapping[str, Arms] = {}

    @abstractmethod
    def draw(self, view: Any, look: Look = PLAIN) -> str:
        """A view as a complete SVG document."""

    @abstractmethod
    def layers(self, view: Any, look: Look = PLAIN) -> dict[str, tuple[str, ...]]:
        """Return the drawing's changeable layers: SVG elements by the id of their group.

        All else is the same in every drawing of the game.
        """

    @abstractmethod
    def picture(
        self, view: Any, look: Look = PLAIN, *, width: int = 1000, cache: Path | None = None, few: bool = False
    ) -> bytes:
        """Return a view's drawing as a PNG, `width` pixels for 1000 units.
        `few` takes a third of the colours, for a sixth fewer bytes; what no move changes is also kept as
        files in the directory `cache` if given. Raises ValueError for a width outside 200 to 3000."""

    @abstractmethod
    def size(self, edition_id: str, board: Any) -> tuple[int, int]:
        """How wide and high the whole drawing of a board is, in its own units."""

    @abstractmethod
    def lines(self, view: Any, language: str = "en") -> list[str]:
        """The board in words: nothing that its drawing does not show."""

    def arrows(self, events: Iterable[Event]) -> tuple[Arrow, ...]:
        """What moved among these events, each way once."""
        return ()

    def plan(self, view: Any, sheet: Any, house: str, *, language: str = "en") -> str:
        """Return a house's planned sheet as `<g id="map-plan">` to overlay on the view.
        Marks have a `<title>` in words and `data-from`, `data-to`, `data-choice`."""
        return NO_PLAN

    def signs(self, view: Any, house: str) -> Mapping[str, str]:
        """Return small drawings of a form's choices by id, such as a house's order tokens.
        Each is SVG around 0, 0 within a square of 46."""
        return {}

    def undrawn(self, edition: Any) -> Sequence[Refusal]:
        """Return faults for data of an edition (perhaps unknown) that its drawings lack."""
        return ()


# From, to (places in the layer as it was), and the numbers of the parts that stand there instead.
Splice = tuple[int, int, list[int]]


class Reel(msgspec.Struct):
    """The elements and changes of an animation; `parts` are all elements, each once.
    `first`: the numbers of parts on the first board by layer (group id); `changes`: for each later board, how its
    layers differ from the board before, back to front, without unchanged layers."""

    parts: list[str] = []
    first: dict[str, list[int]] = {}
    changes: list[dict[str, list[Splice]]] = []


class Reeling:
    """Makes a reel, board by board."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._boards: list[dict[str, list[int]]] = []

    def add(self, layers: Mapping[str, Sequence[str]]) -> None:
        """Let another board follow, by its layers as `Drawer.layers` gives them."""
        numbers = self._numbers
        self._boards.append(
            {layer: [numbers.setdefault(part, len(numbers)) for part in parts] for layer, parts in layers.items()}
        )

    def stay(self) -> None:
        """Let a board follow that looks like the one before."""
        self._boards += self._boards[-1:]

    def reel(self) -> Reel:
        """All boards so far, as changes from each to the next."""
        changes = [
            {layer: splices(was.get(layer, []), parts) for layer, parts in now.items() if parts != was.get(layer, [])}
            for was, now in pairwise(self._boards)
        ]
        return Reel(list(self._numbers), next(iter(self._boards), {}), changes)


def splices(was: Sequence[int], now: Sequence[int]) -> list[Splice]:
    """Return splices turning one row of numbers into the other, last place first."""
    codes = SequenceMatcher(None, was, now, autojunk=False).get_opcodes()
    return [(a, b, list(now[c:d])) for kind, a, b, c, d in reversed(codes) if kind != "equal"]
