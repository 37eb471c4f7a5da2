"""Draws the Westeros board games; `atlas.drawer.Drawer` documents the methods."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from typing import TypeVar

from adjudicator.engine import Event
from adjudicator.thrones.rules.registry import edition_of, find_edition
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.state import Board, View, events as e
from adjudicator.thrones.state.decisions import PieceDecision
from atlas import raster
from atlas.drawer import Drawer
from atlas.svg import PLAIN, Arrow, Look, Piece, group, tag, words
from atlas.theme import find_theme
from atlas.thrones import chart, house_table, layout, pieces, standings, text_description, tokens
from atlas.thrones.geometry import geometry, palettes, sheet_of, undrawn
from atlas.thrones.plan import plan
from atlas.thrones.scene import BAND, NONE, Paper, Scene, Table, scene_of, table_of
from atlas.thrones.tokens import ARMS

AnyCanvas = TypeVar("AnyCanvas", bound=raster.Canvas)


def paint_view(
    canvas: Callable[[raster.Base], AnyCanvas], view: View, look: Look, width: int, cache: Path | None
) -> AnyCanvas:
    """A view on a canvas that `canvas` makes for its map."""
    scene = scene_of(view, look)
    painting = canvas(empty(scene, width, cache))
    for wash in pieces.tints(scene):
        painting.wash(wash)
    for arrow in look.arrows:
        painting.beneath(pieces.arrow(arrow, scene.drawn))
    for piece in movable(scene):
        painting.paste(piece)
    return painting


def empty(paper: Paper, width: int, cache: Path | None) -> raster.Base:
    """The map on which nobody plays yet."""
    key = (paper.drawn.name, paper.theme.name, paper.language, paper.table)
    # So that names are as large as on other maps.
    width = max(width, min(3000, round(width * paper.drawn.width / 1000)))
    return raster.base(
        f"{paper.drawn.name}{paper.table.key}-{paper.theme.name}-{paper.language}",
        width,
        paper.drawn.width,
        lambda: document(under(*key), paper, width),
        lambda: document(upper(*key), paper, width),
        cache,
    )


def document(inside: str, paper: Paper, width: float, labelled: str | None = None) -> str:
    """A complete SVG document of the whole drawing."""
    return tag(
        "svg",
        inside,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {paper.drawn.width:g} {paper.height:g}",
        width=width,
        height=round(width * paper.height / paper.drawn.width),
        role="graphics-document" if labelled else None,
        aria_labelledby=labelled,
        aria_describedby="map-words" if labelled else None,
    )


def _paper(sheet: str, theme: str, language: str, table: Table) -> Paper:
    drawn = geometry(sheet)
    edition = find_edition(drawn.edition)
    return Paper(drawn=drawn, edition=edition, theme=find_theme(theme), language=language, table=table)


@cache
def under(sheet: str, theme: str, language: str, table: Table = NONE) -> str:
    """Draw the part of a map below the houses' colours; no move changes it."""
    paper = _paper(sheet, theme, language, table)
    return chart.ground(paper) + layout.band(paper) + house_table.empty(paper)


@cache
def upper(sheet: str, theme: str, language: str, table: Table = NONE) -> str:
    """What lies above the houses' colours and below the pieces; no move changes it."""
    paper = _paper(sheet, theme, language, table)
    return (
        chart.overlay(paper)
        + layout.wildling_slots(paper)
        + house_table.table(paper)
        + (chart.claim_slots(paper) if paper.edition.claimed else "")
        + pieces.frame(paper.drawn.width, paper.height, paper.theme)
    )


def movable(scene: Scene) -> Iterator[Piece]:
    """All pieces of a position, in the order they are laid."""
    yield from pieces.map_pieces(scene)
    yield from standings.standings(scene)


def _piece_element(piece: Piece) -> str:
    """Draw a piece at its place, with its label as title."""
    label = tag("title", words(piece.label)) if piece.label else ""
    return group(label, piece.svg, x=piece.x, y=piece.y)


class ThronesDrawer(Drawer):
    """Draws the Westeros boards."""

    arms = ARMS

    def draw(self, view: View, look: Look = PLAIN) -> str:
        """A view as a complete SVG document, 1000 units wide or, with two boards, 1600.

        Each area is a path with the id `area-<id>`. The title of `look` replaces the land's name, its arrows lie under
        the names.
        """
        scene, shown = scene_of(view, look), self.layers(view, look)
        key = (scene.drawn.name, scene.theme.name, scene.language, scene.table)
        heading = f"{look.title or scene.say('title')}, {scene.say('round')} {view.board.round}"
        return document(
            tag("title", words(heading), id="map-title")
            + tag("desc", words("\n".join(text_description.lines(scene))), id="map-words")
            + under(*key)
            + tag("g", *shown["map-colours"], pointer_events="none", id="map-colours")
            + tag("g", *shown["map-arrows"], id="map-arrows", pointer_events="none")
            + upper(*key)
            + tag("g", *shown["map-pieces"], id="map-pieces"),
            scene,
            scene.drawn.width,
            labelled="map-title",
        )

    def layers(self, view: View, look: Look = PLAIN) -> dict[str, tuple[str, ...]]:
        """The elements in each of the groups `map-colours`, `map-arrows`, `map-pieces`."""
        scene = scene_of(view, look)
        return {
            "map-colours": tuple(piece.svg for piece in pieces.tints(scene)),
            "map-arrows": tuple(group(pieces.arrow(move, scene.drawn).svg) for move in look.arrows),
            "map-pieces": tuple(map(_piece_element, movable(scene))),
        }

    def picture(
        self, view: View, look: Look = PLAIN, *, width: int = 1000, cache: Path | None = None, few: bool = False
    ) -> bytes:
        """Return a view as a PNG: pieces pasted on a finished map, in its palette.
        A map of two boards is wider than 1000 units, its picture wider than `width`, up to 3000 pixels.
        Map and pieces stay in memory, the map's layers also as files in the directory `cache` if given."""
        find_theme(look.theme)
        sheet = sheet_of(find_edition(view.edition), view.board)
        colours = palettes(sheet)[f"{look.theme}-few" if few else look.theme]
        return paint_view(partial(raster.PaletteCanvas, colours=colours), view, look, width, cache).png()

    def size(self, edition_id: str, board: Board) -> tuple[int, int]:
        """How wide and high the whole drawing of a board is, in its own units."""
        drawn = geometry(sheet_of(find_edition(edition_id), board))
        return round(drawn.width), round(drawn.height + BAND + table_of(board).height)

    def lines(self, view: View, language: str = "en") -> list[str]:
        """The board in words."""
        return text_description.lines(scene_of(view, Look(language=language)))

    def arrows(self, events: Iterable[Event]) -> tuple[Arrow, ...]:
        """Return these events' marches, retreats and raids, each way once; all public."""
        unique_arrows: dict[Arrow, None] = {}
        for event in events:
            match event:
                case e.UnitsMoved() as moved:
                    kind = "transport" if moved.by_ship else "march"
                    unique_arrows[Arrow(moved.origin, moved.to, moved.house, kind)] = None
                case e.BattleStarted(battle=battle):
                    unique_arrows[Arrow(battle.origin, battle.area, battle.attacker)] = None
                case e.UnitsRetreated(attacking=False) as fled:
                    unique_arrows[Arrow(fled.area, fled.to, fled.house, "retreat")] = None
                case e.OrderRaided() as raided:
                    unique_arrows[Arrow(raided.area, raided.target, raided.house, "raid")] = None
                case _:
                    pass
        return tuple(unique_arrows)

    def plan(self, view: View, sheet: Sheet, house: str, *, language: str = "en") -> str:
        """What a sheet plans for a house and its vassals, as `plan.plan` says."""
        return plan(scene_of(view, Look(language=language)), view, sheet, house)

    def signs(self, view: View, house: str) -> Mapping[str, str]:
        """Draw a house's order tokens around 0, 0 in a square of 46; not a vassal's own.

        Where it is asked about units, these too: `unit-<house>-<kind>`, and `unit-<house>-<kind>-routed`.
        """
        order_tokens = edition_of(view).orders.values()
        drawings = {token.id: tokens.order(house, token) for token in order_tokens if token.copies and not token.vassal}
        for question in view.waiting:
            for piece in question.choices if isinstance(question, PieceDecision) else ():
                force = view.board.forces.get(piece.area)
                if force is not None:
                    name = f"unit-{force.house}-{piece.unit}{'-routed' if piece.routed else ''}"
                    drawings[name] = tokens.unit(force.house, piece.unit, piece.routed)
        return drawings

    undrawn = staticmethod(undrawn)


THRONES = ThronesDrawer()
