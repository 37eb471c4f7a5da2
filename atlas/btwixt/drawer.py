"""How B'Twixt is drawn: `atlas.drawer.Drawer` says what each method does.

Only what lies open is drawn, so that what is hidden from everybody can change nothing. The reader's own panels have a
golden edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from adjudicator.btwixt.rules.game import edition_of
from adjudicator.btwixt.rules.seasons import rounds_in_season
from adjudicator.btwixt.state.edition import REVEALED_ALLIES
from adjudicator.btwixt.state.position import Board, View, councils_of
from atlas import lettering, raster
from atlas.btwixt.layout import ARMS, MARGIN, WIDTH, Places, known, line, places
from atlas.btwixt.middle import allies_named, band, counts, holding, middle, table_top
from atlas.btwixt.panels import Entry, Table, allies_of, council_panel, leader_panel, pile_of, table_of
from atlas.drawer import Drawer
from atlas.svg import PLAIN, Look, tag, words
from atlas.theme import theme_named


def described(table: Table) -> list[str]:
    """The table in words: season and round, the current ally, leaders and councils clockwise, what lies beside."""
    board = table.board
    found = [_moment(table), *_current(table)]
    councils = councils_of(board.houses)
    for house, council in zip(board.houses, councils, strict=True):
        found += [_leader(table, house), _council(table, council)]
    if board.row:
        found.append(f"{table.say('row')}: {', '.join(allies_named(table, board.row))}.")
    if board.dead:
        found.append(f"{table.say('dead')}: {', '.join(allies_named(table, board.dead))}.")
    if lasting := holding(table):
        found.append(f"{table.say('holding')}: {', '.join(lasting)}.")
    return [*found, *(f"{told.replace('  ·  ', '. ')}." for told in counts(table))]


def _moment(table: Table) -> str:
    board = table.board
    phase = table.say("over" if board.ending else board.phase)
    where = table.say("of-season", n=board.space, all=rounds_in_season(len(board.houses))) if board.space else ""
    when = ", ".join(filter(None, (table.say(board.season), where)))
    return f"{table.say('round')} {board.round}: {when}. {phase}."


def _current(table: Table) -> Iterator[str]:
    board = table.board
    if board.ending is not None:
        yield f"{table.say('victory')}: {', '.join(map(table.house, board.ending.winners)) or '–'}."
    known = table.edition.allies.get(board.current)
    if known is not None:
        tokens = f", {table.say('tokens')} {board.tokens_on_current}" if board.tokens_on_current else ""
        told = f"{known.name.say(table.language)} ({known.power}{tokens})"
        yield f"{table.say('current')}: {told}. {known.text.say(table.language)}"


def _entries(entries: Sequence[Entry]) -> str:
    return ", ".join(f"{entry.name} {entry.number}" for entry in entries)


def _leader(table: Table, house: str) -> str:
    """A leader: hand, total, pile, what is special."""
    board = table.board
    pile = pile_of(table, house)
    parts = [f"{table.say('hand')}: {board.hands[house]}"]
    parts.append(f"{table.say('total')}: {sum(one.number for one in pile)}" + (f" ({_entries(pile)})" if pile else ""))
    parts += [table.say("first")] if board.first == house else []
    parts += [table.say("kneels")] if house in board.kneeling else []
    parts += [table.say("won")] if board.won is not None and board.won.house == house else []
    return f"{table.house(house)}. {'. '.join(parts)}."


def _council(table: Table, council: str) -> str:
    """A council: its power, tokens and allies."""
    board = table.board
    first, second = (table.house(house) for house in council.split("-"))
    held = board.councils[council]
    allies = _entries(allies_of(table, council)) or table.say("empty")
    opened = board.opened.get(council)
    shown = f" ({', '.join(map(str, opened))})" if opened else ""
    tokens = f" {table.say('tokens')}: {held.tokens}{shown}." if held.tokens else ""
    power = f"{table.say('power')} {table.scores[council].power}"
    return f"{table.say('council')} {first}–{second}: {power}. {allies}.{tokens}"


class BtwixtDrawer(Drawer):
    """Draws the table."""

    arms = ARMS

    def draw(self, view: View, look: Look = PLAIN) -> str:
        """A view as a complete SVG document; `arrows` are none. Raises LookupError for an unknown theme."""
        table, where = self._table(view, look.theme, look.language), _places(view.board)
        (shown,) = self.layers(view, look).items()
        heading = f"{look.title or table.edition.name.say(look.language)}, {table.say('round')} {view.board.round}"
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
    board, theme = table.board, table.theme
    yield tag("rect", width=WIDTH, height=where.height, fill=theme.halo)
    phase = table.say("over" if board.ending else board.phase)
    below = f"{table.say('round')} {board.round} · {table.say(board.season)} · {phase}"
    room = WIDTH - 2 * MARGIN
    name = title or table.edition.name.say(table.language)
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
