"""Layers of maps drawn once for all processes of a run: each takes up to half a second, and each map has two."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from PIL import Image

from atlas import raster

Layer = Callable[[str, int, Callable[[], str], Path | None], Image.Image]


@cache
def keep_layers(folder: Path) -> None:
    """From now on a layer that is to be kept nowhere else is kept in this folder, under the digest of its drawing."""
    drawn: Layer = raster._layer

    def layer(name: str, width: int, draw: Callable[[], str], kept: Path | None) -> Image.Image:
        return drawn(name, width, draw, kept or folder)

    raster._layer = layer
