"""The atlas's face: a view of a position drawn as SVG, or as a PNG picture, whatever family its game is of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from adjudicator import games
from adjudicator.engine.event import Record
from adjudicator.engine.values import Board, View
from atlas.families import drawer
from atlas.parts import Arrow


def draw(
    view: View,
    *,
    theme: str = "parchment",
    language: str = "en",
    title: str | None = None,
    arrows: Sequence[Arrow] = (),
) -> str:
    """A view as a complete SVG document.

    `language` is en, it or es (others give English); `title` replaces the drawing's own; `arrows` show what moved.
    Raises LookupError for an unknown theme or an edition without a map, KeyError for an arrow between unknown areas.
    """
    return drawer(view.edition).draw(view, theme=theme, language=language, title=title, arrows=arrows)


def layers(
    view: View,
    *,
    theme: str = "parchment",
    language: str = "en",
    title: str | None = None,
    arrows: Sequence[Arrow] = (),
) -> dict[str, tuple[str, ...]]:
    """What moves change in the drawing: by the id of a group in it, the elements that it holds, each of them SVG.

    All else is the same in every drawing of the game. Raises as :func:`draw` does.
    """
    return drawer(view.edition).layers(view, theme=theme, language=language, title=title, arrows=arrows)


def picture(
    view: View,
    *,
    theme: str = "parchment",
    language: str = "en",
    title: str | None = None,
    arrows: Sequence[Arrow] = (),
    width: int = 1000,
    cache: Path | None = None,
    few: bool = False,
) -> bytes:
    """The same drawing as a PNG, `width` pixels for 1000 units.

    `few` takes a third of the colours, for a sixth fewer bytes; what no move changes is also kept as files in the
    directory `cache` if given. Raises as :func:`draw` does, and ValueError for a width outside 200 to 3000.
    """
    return drawer(view.edition).picture(
        view, theme=theme, language=language, title=title, arrows=arrows, width=width, cache=cache, few=few
    )


def plan(view: View, sheet: Any, house: str, *, language: str = "en") -> str:
    """What a sheet of a house plans, as `<g id="map-plan">` in the coordinates of the view's drawing, to be laid over
    it: marks with a `<title>` in words and `data-from`, `data-to`, `data-choice`. Families whose sheets plan nothing
    that is seen on a board give an empty group.
    """
    return drawer(view.edition).plan(view, sheet, house, language=language)


def signs(view: View, house: str) -> Mapping[str, str]:
    """Small drawings of what a form offers a house to choose, by their ids: its order tokens as they lie on the board.

    Each is SVG around 0, 0 within a square of 46. A family without such pieces gives none.
    """
    return drawer(view.edition).signs(view, house)


def size(edition: str, board: Board) -> tuple[int, int]:
    """How wide and high the whole drawing of a board is, in its own units."""
    return drawer(edition).size(edition, board)


def lines(view: View, language: str = "en") -> list[str]:
    """The board in words, in en, it or es (others give English): nothing that its drawing does not show."""
    return drawer(view.edition).lines(view, language)


def arrows(records: Iterable[Record], edition: str) -> tuple[Arrow, ...]:
    """What moved, each way once; all of it is public. Records may hold typed events or plain data as from JSON."""
    known: Any = games.of_edition(edition).types.event
    events = (msgspec.convert(one.event, known) if isinstance(one.event, dict) else one.event for one in records)
    return drawer(edition).arrows(events)
