"""SVG to pixels: whole drawings by resvg with the bundled fonts, or a finished map with small pieces pasted on."""

from __future__ import annotations

import hashlib
import io
import math
import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import resvg_py
from PIL import Image

from atlas import packing
from atlas.lettering import font_files
from atlas.pieces import Piece
from atlas.shelf import Shelf, Sprite

Box = tuple[int, int, int, int]
# A finished map of 1000 pixels' width takes 8 MB, one of two boards 12: the maps of a few editions in three languages.
# The two layers of each take as much again, but only pieces that are new to a map need them.
_layers = Shelf(80 * 2**20)
_sprites = Shelf(96 * 2**20)


def rasterise(svg: str, width: int = 1000) -> bytes:
    """A complete SVG as PNG, `width` (200 to 3000, else ValueError) pixels wide, in at most 208 colours."""
    return packing.png(rendered(svg, width).convert("RGB"))


def rendered(svg: str, width: int) -> Image.Image:
    """A complete SVG as RGBA pixels; ValueError for a width outside 200 to 3000."""
    _check(width)
    return _render(svg, width)


class Base(NamedTuple):
    """A map that nobody plays on yet. `ground` lies under the houses' colours, `over` above them, `bare` is both."""

    key: str
    scale: float
    ground: Callable[[], Image.Image]
    over: Callable[[], Image.Image]
    bare: Image.Image


def base(
    key: str, width: int, span: float, ground: Callable[[], str], over: Callable[[], str], cache: Path | None
) -> Base:
    """The map of a `key` (edition, theme, language) in a width of pixels, for a drawing `span` units wide.

    `ground` and `over` draw its layers, and are asked only if neither memory nor the directory `cache` has them.
    """
    _check(width)

    def kept(name: str, make: Callable[[], Image.Image]) -> Image.Image:
        return _layers.get((key, name, width), lambda: Sprite(make(), None)).colours

    def below() -> Image.Image:
        return kept("ground", lambda: _layer(f"{key}-ground", width, ground, cache).convert("RGB"))

    def above() -> Image.Image:
        return kept("over", lambda: _layer(f"{key}-over", width, over, cache))

    return Base(f"{key}-{width}", width / span, below, above, kept("bare", lambda: _bare(below(), above())))


class Canvas:
    """A picture in the making, on a map. `colours` is the palette of the finished picture, three bytes a colour;
    without it the picture gets its own."""

    def __init__(self, base: Base, colours: bytes | None = None) -> None:
        self.base, self.colours = base, colours
        self.image = base.bare.copy()

    def wash(self, piece: Piece) -> None:
        """Colour an area: what lies over the ground stays over the colour."""
        self._put(piece, "wash", self._washed)

    def beneath(self, piece: Piece) -> None:
        """Paste a piece so that names and borders stay over it."""
        self._put(piece, "beneath", self._slid)

    def paste(self, piece: Piece) -> None:
        """Paste a piece at its place."""
        self._put(piece, "", _sprite)

    def png(self) -> bytes:
        """The finished picture."""
        return packing.png(self.image, self.colours)

    def _put(self, piece: Piece, way: str, finish: Callable[[Image.Image, Box], Sprite]) -> None:
        """Paste a piece's sprite, made on the grid of the pixels, so that it is as sharp as in the whole drawing."""
        scale = self.base.scale
        left, top, wide, high = piece.box
        west, north = math.floor((piece.x + left) * scale), math.floor((piece.y + top) * scale)
        east, south = math.ceil((piece.x + left + wide) * scale), math.ceil((piece.y + top + high) * scale)
        size = (east - west, south - north)
        origin = (west / scale - piece.x, north / scale - piece.y)

        def make() -> Sprite:
            return finish(_drawn(piece.svg, origin, size, scale), (west, north, east, south))

        sprite = _sprites.get((piece.svg, origin, size, scale, way and self.base.key, way), make)
        # What Pillow's own paste does at the end; all it looks at before is known here, and takes twice as long.
        mask = () if sprite.mask is None else (sprite.mask.im,)
        self.image.im.paste(sprite.colours.im, (west, north, east, south), *mask)

    def _washed(self, drawn: Image.Image, box: Box) -> Sprite:
        """An area's finished pixels, wherever its colour reaches."""
        made = self.base.ground().crop(box)
        made.paste(drawn, mask=drawn)
        over = self.base.over().crop(box)
        made.paste(over, mask=over)
        return Sprite(made, drawn.getchannel("A").point(_anything).convert("1"))

    def _slid(self, drawn: Image.Image, box: Box) -> Sprite:
        """A piece with what lies over it, wherever the piece is; what lies over lies there already elsewhere."""
        made = Image.alpha_composite(drawn, self.base.over().crop(box))
        alpha = Image.new("L", drawn.size)
        alpha.paste(made.getchannel("A"), mask=drawn.getchannel("A").point(_anything))
        return Sprite(made.convert("RGB"), alpha)


# For every value of a channel whether there is anything.
_anything = [0] + [255] * 255


def _check(width: int) -> None:
    if not 200 <= width <= 3000:
        raise ValueError(f"width must be 200 to 3000 pixels, not {width}")


def _bare(ground: Image.Image, over: Image.Image) -> Image.Image:
    made = ground.copy()
    made.paste(over, mask=over)
    return made


def _layer(name: str, width: int, draw: Callable[[], str], cache: Path | None) -> Image.Image:
    svg = draw()
    file = cache / f"{name}-{width}-{hashlib.sha256(svg.encode()).hexdigest()[:16]}.png" if cache else None
    if file and file.is_file():
        with Image.open(file) as kept:
            return kept.copy()
    layer = _render(svg, width)
    if file:
        _store(layer, file)
    return layer


def _store(image: Image.Image, file: Path) -> None:
    """Write a layer so that no other process ever reads half of it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_suffix(f".{os.getpid()}.draft")
    image.save(draft, "PNG", compress_level=1)
    draft.replace(file)


def _drawn(svg: str, origin: tuple[float, float], size: tuple[int, int], scale: float) -> Image.Image:
    """A piece of so many pixels as RGBA; its upper left corner lies at `origin`, in units from the piece's place."""
    box = f"{origin[0]:.6g} {origin[1]:.6g} {size[0] / scale:.6g} {size[1] / scale:.6g}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{size[0]}" height="{size[1]}">'
    return _render(f"{head}{svg}</svg>", size[0])


def _sprite(drawn: Image.Image, box: Box) -> Sprite:
    return Sprite(drawn.convert("RGB"), drawn.getchannel("A"))


def _render(svg: str, width: int) -> Image.Image:
    data = resvg_py.svg_to_bytes(svg_string=svg, width=width, font_files=list(font_files()), skip_system_fonts=True)
    return Image.open(io.BytesIO(bytes(data))).convert("RGBA")
