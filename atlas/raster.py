"""SVG to PNG: whole drawings by resvg, or a finished map with pieces pasted on."""

from __future__ import annotations

import hashlib
import io
import math
import os
import struct
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import cache
from pathlib import Path
from threading import Lock, get_ident
from typing import NamedTuple, cast
from zlib import crc32

import resvg_py
from PIL import Image, _imaging

from atlas.lettering import font_files
from atlas.svg import Piece


class Sprite(NamedTuple):
    """A small picture to paste: its colours, and how much of each is to be seen."""

    colours: Image.Image
    mask: Image.Image | None


class SpriteCache:
    """LRU cache of sprites, bounded in bytes. Thread-safe; a sprite may be made twice."""

    def __init__(self, room: int) -> None:
        self.room, self.used = room, 0
        self._sprites: OrderedDict[Hashable, Sprite] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], Sprite]) -> Sprite:
        """The sprite of a key, which is drawn if there is none."""
        with self._lock:
            if key in self._sprites:
                self._sprites.move_to_end(key)
                return self._sprites[key]
        drawn = make()
        with self._lock:
            sprite = self._sprites.setdefault(key, drawn)
            if sprite is drawn:
                self.used += _bytes(drawn)
            while self.used > self.room and len(self._sprites) > 1:
                self.used -= _bytes(self._sprites.popitem(last=False)[1])
        return sprite


def _bytes(sprite: Sprite) -> int:
    """Return a sprite's bytes: per pixel 4 for colours, 1 for indices, 1 for a mask."""
    pixels = sprite.colours.width * sprite.colours.height
    return pixels * ((1 if sprite.colours.mode == "L" else 4) + (sprite.mask is not None))


try:
    from isal.isal_zlib import compress

    LEVEL = 2
except ImportError:
    # It isn't built for every machine. The pixels are the same, the packing takes four times as long.
    from zlib import compress

    LEVEL = 1

COLOURS = 208
# So few that what is flat keeps its colour, and what is between shares some.
FEW, FLAT = 72, 32
_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def palette(image: Image.Image) -> bytes:
    """The colours that suit a picture best, three bytes each."""
    palette_image = image.convert("RGB").quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    return bytes(palette_image.getpalette() or ())[: COLOURS * 3]


def few_colours(image: Image.Image, few: int = FEW, flat: int = FLAT) -> bytes:
    """Return a reduced palette, three bytes a colour: the most used, others merged."""
    counts = cast(list[tuple[int, tuple[int, ...]]], image.convert("RGB").getcolors(image.width * image.height))
    used = sorted(counts, reverse=True)
    frequent_colours = b"".join(bytes(colour) for _, colour in used[:flat])
    # Edges count for more than their pixels: each colour by the root of how often it is there.
    rest = b"".join(bytes(colour) * round(count**0.5) for count, colour in used[flat:])
    between = Image.frombytes("RGB", (len(rest) // 3, 1), rest)
    palette_image = between.quantize(few - flat, method=Image.Quantize.MAXCOVERAGE, kmeans=2, dither=Image.Dither.NONE)
    return frequent_colours + bytes(palette_image.getpalette() or ())[: (few - flat) * 3]


def png(image: Image.Image, colours: bytes = b"") -> bytes:
    """Return an RGB picture as PNG in these colours, else in a palette that suits it."""
    colours = colours or palette(image)
    return encode_png(lines(numbers(image, colours)), colours)


def numbers(image: Image.Image, colours: bytes) -> Image.Image:
    """Return an RGB picture as nearest palette indices, one byte a pixel."""
    indexed_image = image.quantize(palette=_paints(colours), dither=Image.Dither.NONE)
    return Image.frombytes("L", indexed_image.size, indexed_image.tobytes())


def indices_to_rgb(indices: bytes, size: tuple[int, int], colours: bytes) -> Image.Image:
    """Numbers of colours, a byte a pixel, as an RGB picture again."""
    image = Image.frombytes("P", size, indices)
    image.putpalette(colours)
    return image.convert("RGB")


def lines(indexed_image: Image.Image) -> Image.Image:
    """Return palette indices as PNG lines, each prefixed by filter number 0 (none).
    So it is a pixel wider than the picture; no filter suits a palette."""
    padded_image = Image.new("L", (indexed_image.width + 1, indexed_image.height), 0)
    padded_image.paste(indexed_image, (1, 0))
    return padded_image


def encode_png(padded_image: Image.Image, colours: bytes) -> bytes:
    """Return the PNG lines of a picture as a PNG file with its palette.
    The one PNG put together by hand: 2.6 ms of CPU for a map where Pillow's writer takes 16, and
    12.6 without `isal`, which Pillow cannot be told to use (ADR 22)."""
    head = struct.pack(">IIBBBBB", padded_image.width - 1, padded_image.height, 8, 3, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"PLTE", colours), (b"IDAT", compress(padded_image.tobytes(), LEVEL)), (b"IEND", b""))
    return _SIGNATURE + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", crc32(data, crc32(kind)))
        for kind, data in chunks
    )


@cache
def _paints(colours: bytes) -> Image.Image:
    """A picture that holds nothing but a palette, as Pillow wants to be told one."""
    image = Image.new("P", (1, 1))
    image.putpalette(colours)
    return image


Box = tuple[int, int, int, int]
# A finished map of 1000 pixels' width takes 8 MB, one of two boards 12: the maps of a few editions in three languages.
# The two layers of each take as much again, but only pieces that are new to a map need them.
_layers = SpriteCache(80 * 2**20)
_sprites = SpriteCache(96 * 2**20)
# Sprites on what they came to lie on, in a palette; a map has about a hundred, of two thousand pixels each. Their keys
# take as much again.
_tiles = SpriteCache(24 * 2**20)


def rasterise(svg: str, width: int = 1000) -> bytes:
    """Return an SVG as PNG, `width` pixels wide (200 to 3000, else ValueError)."""
    return png(render_rgba(svg, width).convert("RGB"))


def render_rgba(svg: str, width: int) -> Image.Image:
    """A complete SVG as RGBA pixels; ValueError for a width outside 200 to 3000."""
    _check(width)
    return _render(svg, width)


class Base(NamedTuple):
    """An empty map: `ground` below the houses' colours, `over` above, `bare` both."""

    key: str
    scale: float
    ground: Callable[[], Image.Image]
    over: Callable[[], Image.Image]
    bare: Callable[[], Image.Image]


def base(
    key: str, width: int, span: float, ground: Callable[[], str], over: Callable[[], str], cache: Path | None
) -> Base:
    """Return the map of a `key` (edition, theme, language), `span` units wide.

    `ground` and `over` draw its layers, and are called only if neither memory nor the directory `cache` has them.
    """
    _check(width)

    def kept(name: str, make: Callable[[], Image.Image]) -> Image.Image:
        return _layers.get((key, name, width), lambda: Sprite(make(), None)).colours

    def below() -> Image.Image:
        return kept("ground", lambda: _layer(f"{key}-ground", width, ground, cache).convert("RGB"))

    def above() -> Image.Image:
        return kept("over", lambda: _layer(f"{key}-over", width, over, cache))

    def whole() -> Image.Image:
        image = below().copy()
        image.paste(above(), mask=above())
        return image

    def bare() -> Image.Image:
        return kept("bare", whole)

    return Base(f"{key}-{width}", width / span, below, above, bare)


class Canvas:
    """A picture being painted on a map, in all colours; `image` is the picture so far."""

    def __init__(self, base: Base) -> None:
        self.base = base
        self.image = self._begun()
        # Width and height in pixels.
        self.size = base.bare().size

    def wash(self, piece: Piece) -> None:
        """Colour an area: what lies over the ground stays over the colour."""
        self._paste(piece, "wash", self._coloured_sprite)

    def beneath(self, piece: Piece) -> None:
        """Paste a piece so that names and borders stay over it."""
        self._paste(piece, "beneath", self._sprite_below)

    def paste(self, piece: Piece) -> None:
        """Paste a piece at its place."""
        self._paste(piece, "", _sprite)

    def _begun(self) -> Image.Image:
        return self.base.bare().copy()

    def _paste(self, piece: Piece, way: str, finish: Callable[[Image.Image, Box], Sprite]) -> None:
        """Paste a piece's sprite, aligned to the pixel grid for sharpness.
        Parts over the edge are cut off."""
        scale, (width, height) = self.base.scale, self.size
        left, top, wide, high = piece.box
        west, north = max(0, math.floor((piece.x + left) * scale)), max(0, math.floor((piece.y + top) * scale))
        east = min(width, math.ceil((piece.x + left + wide) * scale))
        south = min(height, math.ceil((piece.y + top + high) * scale))
        size = (east - west, south - north)
        if min(size) <= 0:
            return
        origin = (west / scale - piece.x, north / scale - piece.y)
        box = (west, north, east, south)
        key = (piece.svg, origin, size, scale, way and self.base.key, way)

        def sprite() -> Sprite:
            return _sprites.get(key, lambda: finish(_rasterise_piece(piece.svg, origin, size, scale), box))

        self._lay(key, sprite, box, solid=way == "wash")

    def _lay(self, key: Hashable, sprite: Callable[[], Sprite], box: Box, *, solid: bool) -> None:
        """Paste the sprite cached under `key` onto the picture; `solid`: fully opaque."""
        _laid(self.image, sprite(), box)

    def _coloured_sprite(self, drawn: Image.Image, box: Box) -> Sprite:
        """Return an area's finished pixels, wherever its colour reaches."""
        image = self.base.ground().crop(box)
        image.paste(drawn, mask=drawn)
        over = self.base.over().crop(box)
        image.paste(over, mask=over)
        return Sprite(image, drawn.getchannel("A").point(_anything).convert("1"))

    def _sprite_below(self, drawn: Image.Image, box: Box) -> Sprite:
        """Return a piece composited with the layer above it, which is painted elsewhere."""
        image = Image.alpha_composite(drawn, self.base.over().crop(box))
        alpha = Image.new("L", drawn.size)
        alpha.paste(image.getchannel("A"), mask=drawn.getchannel("A").point(_anything))
        return Sprite(image.convert("RGB"), alpha)


class PaletteCanvas(Canvas):
    """A picture being painted in palette colours; `image` holds its PNG lines.

    It is painted in palette indices; how a piece blends with the pixels below it is computed once.
    """

    def __init__(self, base: Base, colours: bytes) -> None:
        self.colours = colours
        super().__init__(base)

    def png(self) -> bytes:
        """The finished picture."""
        return encode_png(self.image, self.colours)

    def _begun(self) -> Image.Image:
        def make() -> Sprite:
            return Sprite(lines(numbers(self.base.bare(), self.colours)), None)

        return _layers.get((self.base.key, "lines", self.colours), make).colours.copy()

    def _lay(self, key: Hashable, sprite: Callable[[], Sprite], box: Box, *, solid: bool) -> None:
        # A line of a PNG begins with a byte of its own.
        """Paste a sprite onto the PNG lines, in palette indices; tiles are cached.
        `solid`: the sprite is opaque, so the pixels below do not matter."""
        place = (box[0] + 1, box[1], box[2] + 1, box[3])
        if solid:
            tile = _tiles.get((key, self.colours), lambda: self._numbered(sprite()))
        else:
            below = _pixels(self.image, place)
            tile = _tiles.get((key, self.colours, below), lambda: self._mixed(below, sprite()))
        _laid(self.image, tile, place)

    def _numbered(self, sprite: Sprite) -> Sprite:
        """Return the sprite with its colours as palette indices."""
        return Sprite(numbers(sprite.colours, self.colours), sprite.mask)

    def _mixed(self, below: bytes, sprite: Sprite) -> Sprite:
        """Return a sprite blended with the pixels `below`, as palette indices."""
        size = sprite.colours.size
        image = indices_to_rgb(below, size, self.colours)
        _laid(image, sprite, (0, 0, *size))
        return Sprite(numbers(image, self.colours), None)


def _pixels(image: Image.Image, box: Box) -> bytes:
    """Return a box's bytes of an 8-bit image: `image.crop(box).tobytes()`, faster.

    Falls back to that when Pillow's private `_imaging.raw_encoder` and `Image.im` break. They take 0.8 us, not 6.7; a
    map calls 85 times: 2.30 ms of CPU for one in an email instead of 2.86. The only such use (ADR 22).
    """
    encoder = _imaging.raw_encoder("L", "L")
    encoder.setimage(image.im, box)
    pixels: bytes = encoder.encode((box[2] - box[0]) * (box[3] - box[1]))[2]
    return pixels


def _laid(image: Image.Image, sprite: Sprite, box: Box) -> None:
    image.paste(sprite.colours, box, sprite.mask)


# For every value of a channel whether there is anything.
_anything = [0] + [255] * 255


def _check(width: int) -> None:
    if not 200 <= width <= 3000:
        raise ValueError(f"width must be 200 to 3000 pixels, not {width}")


def _layer(name: str, width: int, draw: Callable[[], str], cache: Path | None) -> Image.Image:
    """Return a layer of a map, drawn or read from a file in `cache`.
    A drawn layer is stored there under its content; without `cache` nothing is stored."""
    svg = draw()
    file = cache / f"{name}-{width}-{hashlib.sha256(svg.encode()).hexdigest()[:16]}.png" if cache else None
    if file and file.is_file():
        with Image.open(file) as cached_image:
            return cached_image.copy()
    layer = _render(svg, width)
    if file:
        # Written so that no other process or thread ever reads half of it.
        file.parent.mkdir(parents=True, exist_ok=True)
        draft = file.with_suffix(f".{os.getpid()}-{get_ident()}.draft")
        layer.save(draft, "PNG", compress_level=1)
        draft.replace(file)
    return layer


def _rasterise_piece(svg: str, origin: tuple[float, float], size: tuple[int, int], scale: float) -> Image.Image:
    """Rasterise a piece as RGBA; its upper left corner is at `origin`, in units."""
    box = f"{origin[0]:.6g} {origin[1]:.6g} {size[0] / scale:.6g} {size[1] / scale:.6g}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{size[0]}" height="{size[1]}">'
    return _render(f"{head}{svg}</svg>", size[0])


def _sprite(drawn: Image.Image, box: Box) -> Sprite:
    return Sprite(drawn.convert("RGB"), drawn.getchannel("A"))


def _render(svg: str, width: int) -> Image.Image:
    return Image.open(io.BytesIO(_rasterise_svg(svg, width))).convert("RGBA")


def _rasterise_svg(svg: str, width: int) -> bytes:
    """Return an SVG as PNG bytes, as resvg paints it."""
    return bytes(
        resvg_py.svg_to_bytes(svg_string=svg, width=width, font_files=list(font_files()), skip_system_fonts=True)
    )
