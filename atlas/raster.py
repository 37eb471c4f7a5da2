"""SVG to PNG: whole drawings by resvg with the bundled fonts, or finished layers with small pieces pasted on."""

from __future__ import annotations

import hashlib
import io
import math
import os
from collections import OrderedDict
from collections.abc import Callable, Hashable
from pathlib import Path
from threading import Lock

import resvg_py
from PIL import Image

from atlas.lettering import font_files
from atlas.pieces import Piece

COLOURS = 208


class Shelf:
    """Pictures kept in memory up to a number of bytes; the ones longest unused go first. Safe for threads."""

    def __init__(self, room: int) -> None:
        self._room, self._used = room, 0
        self._kept: OrderedDict[Hashable, Image.Image] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable) -> Image.Image | None:
        """The picture kept under a key, if any."""
        with self._lock:
            image = self._kept.get(key)
            if image is not None:
                self._kept.move_to_end(key)
            return image

    def put(self, key: Hashable, image: Image.Image) -> None:
        """Keep a picture under a key."""
        with self._lock:
            old = self._kept.pop(key, None)
            self._used += _bytes(image) - (_bytes(old) if old else 0)
            self._kept[key] = image
            while self._used > self._room and len(self._kept) > 1:
                self._used -= _bytes(self._kept.popitem(last=False)[1])


def _bytes(image: Image.Image) -> int:
    return image.width * image.height * len(image.getbands())


_layers = Shelf(64 * 2**20)
_sprites = Shelf(48 * 2**20)


def rasterise(svg: str, width: int = 1000) -> bytes:
    """A complete SVG as PNG, `width` (200 to 3000, else ValueError) pixels wide, in at most 208 colours."""
    if not 200 <= width <= 3000:
        raise ValueError(f"width must be 200 to 3000 pixels, not {width}")
    return _packed(_render(svg, width).convert("RGB"))


class Canvas:
    """A picture in the making. `size` is the drawing in map units, `width` the picture in pixels."""

    def __init__(self, size: tuple[float, float], width: int, cache: Path | None = None) -> None:
        if not 200 <= width <= 3000:
            raise ValueError(f"width must be 200 to 3000 pixels, not {width}")
        self.width, self.scale, self.cache = width, width / size[0], cache
        self.image = Image.new("RGBA", (width, round(size[1] * self.scale)))

    def lay(self, key: str, draw: Callable[[], str]) -> None:
        """Lay a whole layer on, drawing it only if neither memory nor the cache directory has it."""
        layer = _layer(key, self.width, draw, self.cache)
        if layer.mode == "RGB":
            self.image.paste(layer)
        else:
            self.image.alpha_composite(layer)

    def paste(self, piece: Piece, *, keep: bool = True) -> None:
        """Paste a piece at its place."""
        left, top, _, _ = piece.box
        sprite = _sprite(piece, self.scale, keep)
        x, y = round((piece.x + left) * self.scale), round((piece.y + top) * self.scale)
        self.image.alpha_composite(sprite, (max(0, x), max(0, y)), (max(0, -x), max(0, -y)))

    def png(self) -> bytes:
        """The finished picture."""
        return _packed(self.image.convert("RGB"))


def _layer(key: str, width: int, draw: Callable[[], str], cache: Path | None) -> Image.Image:
    name = f"{key}-{width}"
    layer = _layers.get(name)
    if layer is None:
        svg = draw()
        file = cache / f"{name}-{hashlib.sha256(svg.encode()).hexdigest()[:16]}.png" if cache else None
        if file and file.is_file():
            layer = Image.open(file)
            layer.load()
        else:
            layer = _render(svg, width)
            layer = layer.convert("RGB") if key.endswith("ground") else layer
            if file:
                _store(layer, file)
        _layers.put(name, layer)
    return layer


def _store(image: Image.Image, file: Path) -> None:
    """Write a layer so that no other process ever reads half of it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_suffix(f".{os.getpid()}.draft")
    image.save(draft, "PNG", compress_level=1)
    draft.replace(file)


def _sprite(piece: Piece, scale: float, keep: bool) -> Image.Image:
    key = (piece.svg, piece.box, scale)
    found = _sprites.get(key)
    if found is not None:
        return found
    left, top, width, height = piece.box
    wide, high = math.ceil(width * scale), math.ceil(height * scale)
    box = f"{left:g} {top:g} {wide / scale:g} {high / scale:g}"
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{wide}" height="{high}">{piece.svg}</svg>'
    image = _render(svg, wide)
    if keep:
        _sprites.put(key, image)
    return image


def _render(svg: str, width: int) -> Image.Image:
    data = resvg_py.svg_to_bytes(svg_string=svg, width=width, font_files=list(font_files()), skip_system_fonts=True)
    return Image.open(io.BytesIO(bytes(data))).convert("RGBA")


def _packed(image: Image.Image) -> bytes:
    """PNG in a palette of its own; flat colours of a map lose nothing that one sees."""
    small = image.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    out = io.BytesIO()
    small.save(out, "PNG", compress_level=6)
    return out.getvalue()
