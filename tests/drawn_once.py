"""What is drawn is drawn once for all processes of a run: a layer of a map takes up to half a second, a piece a few
milliseconds, and a map has two layers and a hundred pieces."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import get_ident

from atlas import raster

Drawn = Callable[[str, int], bytes]


@cache
def keep_drawings(folder: Path) -> None:
    """From now on what resvg makes of a drawing is kept in this folder, under the digest of drawing and width."""
    drawn: Drawn = raster._rasterise_svg

    def kept(svg: str, width: int) -> bytes:
        file = folder / f"{sha256(svg.encode()).hexdigest()}-{width}.drawing"
        if file.exists():
            return file.read_bytes()
        made = drawn(svg, width)
        draft = file.with_suffix(f".{os.getpid()}-{get_ident()}.draft")
        draft.write_bytes(made)
        draft.replace(file)
        return made

    raster._rasterise_svg = kept
