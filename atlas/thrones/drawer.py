"""How the Westeros board games are drawn: `atlas.drawer.Drawer` says what each method does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from typing import TypeVar

from adjudicator.engine.journal import Event
from adjudicator.thrones.rules.registry import edition_named, edition_of
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.board import Board, View
from adjudicator.thrones.state.decisions import PieceDecision
from adjudicator.thrones.state.edition import Edition
from atlas import raster
from atlas.drawer import Drawer
from atlas.svg import PLAIN, Arrow, Look, Piece, group, tag, words
from atlas.theme import Theme, theme_named
from atlas.thrones import chart, house_table, layout, ornament, pieces, standings, text_description, tokens
from atlas.thrones.geometry import Geometry, geometry, palettes, sheet_of, undrawn
from atlas.thrones.house_table import NONE, Table, table_of
from atlas.thrones.plan import plan
from atlas.thrones.symbols import ARMS, known, say
from atlas.thrones.text_description import lines

AnyCanvas = TypeVar("AnyCanvas", bound=raster.Canvas)


def draw(view: View, look: Look = PLAIN) -> str:
    """A view as a complete SVG document, 1000 units wide or, with two boards, 1600.

    Each area is a path with the id `area-<id>`.
    The title of `look` replaces the land's name, its arrows lie under the names.
    Raises LookupError for an unknown theme or an edition without a map, KeyError for an arrow between unknown areas.
    """
    drawn = geometry(sheet_of(edition_of(view), view.board))
    language, table = known(look.language), table_of(view.board)
    size = (drawn.width, drawn.height + layout.BAND + table.height)
    heading = f"{look.title or say('title', language)}, {say('round', language)} {view.board.round}"
    shown = layers(view, look)
    return document(
        tag("title", words(heading), id="map-title")
        + tag("desc", words("\n".join(text_description.lines(view, language))), id="map-words")
        + under(drawn.name, look.theme, language, table)
        + tag("g", *shown["map-colours"], pointer_events="none", id="map-colours")
        + tag("g", *shown["map-arrows"], id="map-arrows", pointer_events="none")
        + upper(drawn.name, look.theme, language, table)
        + tag("g", *shown["map-pieces"], id="map-pieces"),
        (0.0, 0.0, *size),
        size[0],
        labelled="map-title",
    )


def layers(view: View, look: Look = PLAIN) -> dict[str, tuple[str, ...]]:
    """What moves change in a drawing: the elements in each of its groups `map-colours`, `map-arrows`, `map-pieces`.

    Raises as :func:`draw` does.
    """
    edition, paper, language = edition_of(view), theme_named(look.theme), known(look.language)
    drawn = geometry(sheet_of(edition, view.board))
    return {
        "map-colours": tuple(piece.svg for piece in pieces.tints(view.board, edition, drawn, paper)),
        "map-arrows": tuple(group(pieces.arrow(move, drawn).svg) for move in look.arrows),
        "map-pieces": tuple(_placed(piece) for piece in movable(view, edition, drawn, paper, language, look.title)),
    }


def picture(
    view: View, look: Look = PLAIN, *, width: int = 1000, cache: Path | None = None, few: bool = False
) -> bytes:
    """The same drawing as a PNG, `width` pixels for 1000 units: pieces pasted on a finished map, in its own palette.

    A map of two boards is wider than 1000 units, so its picture is wider than `width`, up to 3000 pixels. `few` takes a
    third of the colours, for a sixth fewer bytes. Map and pieces are kept in memory, the map's layers also as files in
    the directory `cache` if given. Raises as :func:`draw` does, and ValueError for a width outside 200 to 3000.
    """
    sheet = sheet_of(edition_named(view.edition), view.board)
    theme_named(look.theme)
    colours = palettes(sheet)[f"{look.theme}-few" if few else look.theme]
    canvas = partial(raster.PaletteCanvas, colours=colours)
    return painted(canvas, view, look, width, cache).png()


def size(edition_id: str, board: Board) -> tuple[int, int]:
    """How wide and high the whole drawing of a board is, in its own units."""
    drawn = geometry(sheet_of(edition_named(edition_id), board))
    return round(drawn.width), round(drawn.height + layout.BAND + table_of(board).height)


def painted(
    canvas: Callable[[raster.Base], AnyCanvas],
    view: View,
    look: Look,
    width: int,
    cache: Path | None,
) -> AnyCanvas:
    """A view on a canvas that `canvas` makes for its map."""
    edition, paper, language = edition_of(view), theme_named(look.theme), known(look.language)
    drawn = geometry(sheet_of(edition, view.board))
    made = canvas(empty(drawn, paper, language, width, cache, table_of(view.board)))
    for wash in pieces.tints(view.board, edition, drawn, paper):
        made.wash(wash)
    for arrow in look.arrows:
        made.beneath(pieces.arrow(arrow, drawn))
    for piece in movable(view, edition, drawn, paper, language, look.title):
        made.paste(piece)
    return made


def empty(
    drawn: Geometry, paper: Theme, language: str, width: int, cache: Path | None, table: Table = NONE
) -> raster.Base:
    """The map on which nobody plays yet."""
    # So that names are as large as on other maps.
    width = max(width, min(3000, round(width * drawn.width / 1000)))
    return raster.base(
        f"{drawn.name}{table.key}-{paper.name}-{language}",
        width,
        drawn.width,
        lambda: _whole(drawn, under(drawn.name, paper.name, language, table), width, table),
        lambda: _whole(drawn, upper(drawn.name, paper.name, language, table), width, table),
        cache,
    )


def _whole(drawn: Geometry, inside: str, width: float, table: Table) -> str:
    return document(inside, (0.0, 0.0, drawn.width, drawn.height + layout.BAND + table.height), width)


def document(inside: str, box: tuple[float, float, float, float], width: float, labelled: str | None = None) -> str:
    """A complete SVG document showing `box` of the drawing."""
    return tag(
        "svg",
        inside,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(f"{v:g}" for v in box),
        width=width,
        height=round(width * box[3] / box[2]),
        role="graphics-document" if labelled else None,
        aria_labelledby=labelled,
        aria_describedby="map-words" if labelled else None,
    )


@cache
def under(sheet: str, theme_id: str, language: str, table: Table = NONE) -> str:
    """What lies below the houses' colours; no move changes it."""
    drawn, theme = geometry(sheet), theme_named(theme_id)
    edition = edition_named(drawn.edition)
    return (
        chart.ground(drawn, edition, theme, language)
        + layout.band(drawn, edition, theme, language, layout.BAND)
        + house_table.empty(table, drawn.width, drawn.height + layout.BAND, theme, language)
    )


@cache
def upper(sheet: str, theme_id: str, language: str, table: Table = NONE) -> str:
    """What lies above the houses' colours and below the pieces; no move changes it."""
    drawn, theme = geometry(sheet), theme_named(theme_id)
    edition = edition_named(drawn.edition)
    return (
        chart.over(drawn, edition, theme, language)
        + layout.wildling_slots(edition, theme, language)
        + house_table.table(drawn, edition, theme, language)
        + (chart.claim_slots(theme, language) if edition.claimed else "")
        + ornament.frame(drawn.width, drawn.height + layout.BAND + table.height, theme)
    )


def movable(
    view: View, edition: Edition, drawn: Geometry, theme: Theme, language: str, title: str | None
) -> Iterator[Piece]:
    """All pieces of a position, in the order they are laid."""
    yield from pieces.on_the_map(view.board, edition, drawn, language)
    yield from standings.standings(view.board, edition, drawn, theme, language, title, view.seat)


def _placed(piece: Piece) -> str:
    label = tag("title", words(piece.label)) if piece.label else ""
    return group(label, piece.svg, x=piece.x, y=piece.y)


MOVES = (e.UnitsMoved, e.BattleStarted, e.UnitsRetreated, e.OrderRaided)


def arrows(events: Iterable[Event]) -> tuple[Arrow, ...]:
    """The marches, retreats and raids among these events, each way once; all of them are public."""
    found: dict[Arrow, None] = {}
    for event in events:
        if not isinstance(event, MOVES):
            continue
        match event:
            case e.UnitsMoved() as moved:
                kind = "transport" if moved.by_ship else "march"
                found[Arrow(moved.origin, moved.to, moved.house, kind)] = None
            case e.BattleStarted(battle=battle):
                found[Arrow(battle.origin, battle.area, battle.attacker)] = None
            case e.UnitsRetreated(attacking=False) as fled:
                found[Arrow(fled.area, fled.to, fled.house, "retreat")] = None
            case e.OrderRaided() as raided:
                found[Arrow(raided.area, raided.target, raided.house, "raid")] = None
            case _:
                pass
    return tuple(found)


def signs(view: View, house: str) -> Mapping[str, str]:
    """The order tokens of a house, each around 0, 0 within a square of 46; a vassal's own set is not among them. Where
    it is asked about units, these too: `unit-<house>-<kind>`, and `unit-<house>-<kind>-routed`."""
    known = edition_of(view).orders.values()
    orders = {token.id: tokens.order(house, token) for token in known if token.copies and not token.vassal}
    return {**orders, **dict(_units(view))}


def _units(view: View) -> Iterator[tuple[str, str]]:
    for asked in view.waiting:
        for piece in asked.choices if isinstance(asked, PieceDecision) else ():
            force = view.board.forces.get(piece.area)
            if force is not None:
                name = f"unit-{force.house}-{piece.unit}"
                drawing = tokens.unit(force.house, piece.unit, piece.routed)
                yield (f"{name}-routed" if piece.routed else name), drawing


class ThronesDrawer(Drawer):
    """Draws the Westeros boards."""

    arms = ARMS

    draw = staticmethod(draw)
    picture = staticmethod(picture)
    size = staticmethod(size)
    layers = staticmethod(layers)
    lines = staticmethod(lines)
    arrows = staticmethod(arrows)
    plan = staticmethod(plan)
    signs = staticmethod(signs)
    undrawn = staticmethod(undrawn)


THRONES = ThronesDrawer()
