"""Who draws the games of which family."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from adjudicator import games
from adjudicator.engine.event import Event
from adjudicator.engine.refusal import Refusal
from atlas.btwixt.drawer import BTWIXT
from atlas.parts import Arrow
from atlas.theme import Arms, plain_arms
from atlas.thrones.drawer import THRONES


class Drawer(Protocol):
    """What a family's drawings are asked for."""

    @property
    def arms(self) -> Mapping[str, Arms]:
        """How its seats are told apart."""

    def draw(self, view: Any, *, theme: str, language: str, title: str | None, arrows: Sequence[Arrow]) -> str:
        """A view as a complete SVG document."""

    def layers(
        self, view: Any, *, theme: str, language: str, title: str | None, arrows: Sequence[Arrow]
    ) -> dict[str, tuple[str, ...]]:
        """What moves change in it: by the id of a group, the elements that it holds."""

    def picture(
        self,
        view: Any,
        *,
        theme: str,
        language: str,
        title: str | None,
        arrows: Sequence[Arrow],
        width: int,
        cache: Path | None,
        few: bool,
    ) -> bytes:
        """The same as a PNG."""

    def size(self, edition_id: str, board: Any) -> tuple[int, int]:
        """How wide and high the drawing of a board is, in its own units."""

    def lines(self, view: Any, language: str) -> list[str]:
        """The board in words."""

    def arrows(self, events: Iterable[Event]) -> tuple[Arrow, ...]:
        """What moved among these events."""

    def plan(self, view: Any, sheet: Any, house: str, *, language: str) -> str:
        """What a sheet plans for a house, as a group with the id `map-plan` over the drawing."""

    def signs(self, view: Any, house: str) -> Mapping[str, str]:
        """Small drawings of what a form offers a house to choose, by their ids, each around 0, 0 within a square of
        46."""

    def undrawn(self, edition: Any) -> Sequence[Refusal]:
        """What of an edition's data has no place in its drawings; of an edition that need not be known."""


DRAWERS: dict[str, Drawer] = {"thrones": THRONES, "btwixt": BTWIXT}


def register(family: str, drawer: Drawer) -> None:
    """Make it known who draws a family."""
    DRAWERS[family] = drawer


def forget(family: str) -> None:
    """Make it unknown again; for tests that brought one of their own."""
    DRAWERS.pop(family, None)


def drawer(edition: str) -> Drawer:
    """Who draws the games of an edition; Illegal (`unknown-edition`)."""
    return DRAWERS[games.of_edition(edition).id]


def arms(house: str) -> Arms:
    """The arms of a seat of any family; one without any gets a grey diamond and its initial."""
    return next((known.arms[house] for known in DRAWERS.values() if house in known.arms), None) or plain_arms(house)
