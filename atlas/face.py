"""The atlas's face: a view of a position drawn as SVG, or as a PNG picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from adjudicator.thrones.board import View
from adjudicator.thrones.edition import Edition
from atlas import chart, ornament, panel, pieces, raster, standings
from atlas.geometry import Geometry, geometry
from atlas.pieces import Arrow, Piece
from atlas.rules import edition_named
from atlas.svg import group, tag, words
from atlas.theme import Theme, theme_named
from atlas.words import known, say


def draw(
    view: View,
    *,
    theme: str = "parchment",
    language: str = "en",
    title: str | None = None,
    arrows: Sequence[Arrow] = (),
) -> str:
    """A view as a complete SVG document, 1000 units wide. Each area is a path with the id `area-<id>`.

    `language` is en, it or es (others give English); `title` replaces the land's name; `arrows` lie under the names.
    Raises LookupError for an unknown theme or an edition without a map, KeyError for an arrow between unknown areas.
    """
    drawn, edition, paper = geometry(view.edition), edition_named(view.edition), theme_named(theme)
    language = known(language)
    size = (drawn.width, drawn.height + chart.BAND)
    heading = f"{title or say('title', language)}, {say('round', language)} {view.board.round}"
    return document(
        tag("title", words(heading), id="map-title")
        + under(drawn, edition, paper, language)
        + tag(
            "g",
            *(piece.svg for piece in pieces.tints(view.board, edition, drawn, paper)),
            pointer_events="none",
            id="map-colours",
        )
        + tag("g", pieces.arrows(arrows, drawn), id="map-arrows", pointer_events="none")
        + upper(drawn, edition, paper, language)
        + tag(
            "g", *(_placed(piece) for piece in movable(view, edition, drawn, paper, language, title)), id="map-pieces"
        ),
        (0.0, 0.0, *size),
        size[0],
        labelled="map-title",
    )


def picture(
    view: View,
    *,
    theme: str = "parchment",
    language: str = "en",
    title: str | None = None,
    arrows: Sequence[Arrow] = (),
    width: int = 1000,
    cache: Path | None = None,
) -> bytes:
    """The same drawing as a PNG `width` pixels wide: pieces pasted on finished layers.

    The layers are kept in memory, and as files in the directory `cache` if given. Raises as
    :func:`draw` does, and ValueError for a width outside 200 to 3000.
    """
    drawn, edition, paper = geometry(view.edition), edition_named(view.edition), theme_named(theme)
    language = known(language)
    size = (drawn.width, drawn.height + chart.BAND)
    key = f"{view.edition}-{theme}-{language}"
    canvas = raster.Canvas(size, width, cache)
    canvas.lay(f"{key}-ground", lambda: document(under(drawn, edition, paper, language), (0.0, 0.0, *size), width))
    for wash in pieces.tints(view.board, edition, drawn, paper):
        canvas.paste(wash)
    if arrows:
        canvas.paste(Piece(pieces.arrows(arrows, drawn), 0, 0, (0, 0, drawn.width, drawn.height)), keep=False)
    canvas.lay(f"{key}-over", lambda: document(upper(drawn, edition, paper, language), (0.0, 0.0, *size), width))
    for piece in movable(view, edition, drawn, paper, language, title):
        canvas.paste(piece)
    return canvas.png()


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
    )


def under(drawn: Geometry, edition: Edition, theme: Theme, language: str) -> str:
    """What lies below the houses' colours."""
    return chart.ground(drawn, edition, theme, language) + panel.band(drawn, edition, theme, language, chart.BAND)


def upper(drawn: Geometry, edition: Edition, theme: Theme, language: str) -> str:
    """What lies above the houses' colours and below the pieces."""
    return (
        chart.over(drawn, edition, theme, language)
        + panel.wildling_slots(edition, theme, language)
        + ornament.frame(drawn.width, drawn.height + chart.BAND, theme)
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
