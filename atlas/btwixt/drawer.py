"""How B'Twixt is drawn: `atlas.drawer.Drawer` says what each method does.

Only what lies open is drawn, so that what is hidden from everybody can change nothing. The reader's own panels have a
golden edge.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from adjudicator.btwixt.rules.game import edition_of
from adjudicator.btwixt.state.edition import REVEALED_ALLIES
from adjudicator.btwixt.state.position import Board, View, councils_of
from atlas import lettering, raster
from atlas.btwixt.layout import ARMS, MARGIN, WIDTH, Places, line, places
from atlas.btwixt.middle import band, middle, table_top
from atlas.btwixt.panels import Table, council_panel, leader_panel, table_of
from atlas.btwixt.text_description import described
from atlas.btwixt.words import known, say
from atlas.drawer import Drawer
from atlas.svg import PLAIN, Look, tag, words
from atlas.theme import theme_named


class BtwixtDrawer(Drawer):
    """Draws the table."""

    arms = ARMS

    def draw(self, view: View, look: Look = PLAIN) -> str:
        """A view as a complete SVG document; `arrows` are none. Raises LookupError for an unknown theme."""
        table, where = self._table(view, look.theme, look.language), _places(view.board)
        (shown,) = self.layers(view, look).items()
        heading = (
            f"{look.title or table.edition.name.say(look.language)}, {say('round', look.language)} {view.board.round}"
        )
        return tag(
            "svg",
            tag("title", words(heading), id="map-title"),
            tag("desc", words("\n".join(described(table))), id="map-words"),
            tag("g", *shown[1], id=shown[0]),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {WIDTH:g} {where.height:g}",
            width=WIDTH,
            height=where.height,
            role="graphics-document",
            aria_labelledby="map-title",
            aria_describedby="map-words",
        )

    def layers(self, view: View, look: Look = PLAIN) -> dict[str, tuple[str, ...]]:
        """Everything, part by part, in the group `map-table`."""
        table = self._table(view, look.theme, look.language)
        return {"map-table": tuple(tag("g", part) for part in _drawn(table, _places(view.board), look.title))}

    def picture(
        self, view: View, look: Look = PLAIN, *, width: int = 1000, cache: Path | None = None, few: bool = False
    ) -> bytes:
        """The same as a PNG, `width` pixels wide; `few` takes a third of the colours. Raises ValueError for a width
        outside 200 to 3000."""
        image = raster.rendered(self.draw(view, look), width).convert("RGB")
        if not few:
            return raster.png(image)
        colours = raster.few_colours(image)
        return raster.packed(raster.lines(raster.numbers(image, colours)), colours)

    def size(self, edition_id: str, board: Board) -> tuple[int, int]:
        """How wide and high the drawing is, in its own units."""
        return round(WIDTH), round(_places(board).height)

    def lines(self, view: View, language: str = "en") -> list[str]:
        """The table in words; nothing is told that the drawing does not show or count."""
        return described(self._table(view, "parchment", language))

    def _table(self, view: Any, theme: str, language: str) -> Table:
        return table_of(view.board, edition_of(view), theme_named(theme), known(language), view.seat)


def _places(board: Board) -> Places:
    return places(len(board.houses), REVEALED_ALLIES in board.modules)


def _drawn(table: Table, where: Places, title: str | None) -> Iterable[str]:
    """Everything on the paper."""
    board, theme, language = table.board, table.theme, table.language
    yield tag("rect", width=WIDTH, height=where.height, fill=theme.halo)
    phase = say("over" if board.ending else board.phase, language)
    below = f"{say('round', language)} {board.round} · {say(board.season, language)} · {phase}"
    room = WIDTH - 2 * MARGIN
    name = title or table.edition.name.say(language)
    yield line(name, WIDTH / 2, 40, room, size=34, fill=theme.ink, font=lettering.CAPITALS, anchor="middle")
    yield line(below, WIDTH / 2, 70, room, size=23, fill=theme.faint, font=lettering.ITALIC, anchor="middle")
    yield table_top(where.table, table)
    following = (*where.leaders[1:], where.leaders[0])
    for number, (house, council) in enumerate(zip(board.houses, councils_of(board.houses), strict=True)):
        panel = where.leaders[number]
        yield leader_panel(table, house, panel)
        yield council_panel(table, council, where.councils[number], swapped=following[number].x < panel.x)
    yield middle(table, where.middle)
    yield band(table, where.band)


BTWIXT = BtwixtDrawer()
