"""SVG to PNG: whole drawings by resvg with the bundled fonts, or finished layers with small pieces pasted on."""

from __future__ import annotations

import hashlib
import io
import math
import os
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path

import resvg_py
from PIL import Image

from atlas.lettering import font_files
from atlas.pieces import Piece

COLOURS = 256
_layers: OrderedDict[str, Image.Image] = OrderedDict()
_sprites: OrderedDict[tuple[str, tuple[float, ...], float], Image.Image] = OrderedDict()
MOST_LAYERS, MOST_SPRITES = 12, 3000


def rasterise(svg: str, width: int = 1000) -> bytes:
    """A complete SVG as PNG, `width` pixels wide, in at most 256 colours. Raises ValueError for a width outside 200 to 3000."""
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
    if name not in _layers:
        svg = draw()
        file = cache / f"{name}-{hashlib.sha256(svg.encode()).hexdigest()[:16]}.png" if cache else None
        if file and file.is_file():
            image = Image.open(file)
            image.load()
        else:
            image = _render(svg, width)
            image = image.convert("RGB") if key.endswith("ground") else image
            if file:
                _store(image, file)
        _layers[name] = image
        if len(_layers) > MOST_LAYERS:
            _layers.popitem(last=False)
    return _layers[name]


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
        _sprites.move_to_end(key)
        return found
    left, top, width, height = piece.box
    wide, high = math.ceil(width * scale), math.ceil(height * scale)
    box = f"{left:g} {top:g} {wide / scale:g} {high / scale:g}"
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{wide}" height="{high}">{piece.svg}</svg>'
    image = _render(svg, wide)
    if keep:
        _sprites[key] = image
        if len(_sprites) > MOST_SPRITES:
            _sprites.popitem(last=False)
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
