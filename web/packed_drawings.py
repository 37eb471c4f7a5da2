"""Drawings packed as the reader takes them."""

from __future__ import annotations

import gzip
from collections.abc import Callable

from flask import request

try:
    # A coast is drawn again as a border, farther back than gzip looks: a third less for the same time.
    import brotli  # type: ignore[import-untyped]
except ImportError:
    brotli = None

# Each reader's drawing is another, and a page waits for it: from quality 10 on a tenth less takes six times as long.
GZIP_LEVEL, LEVEL = 5, 7


def packed_drawing(draw: Callable[[], str]) -> tuple[str | None, bytes]:
    """A drawing as the reader takes it, and the name of how it is packed. It holds nobody's words."""
    takes, drawn = request.accept_encodings, draw().encode()
    if brotli is not None and takes["br"] > 0 and takes["br"] >= takes["gzip"]:
        return "br", brotli.compress(drawn, mode=brotli.MODE_TEXT, quality=LEVEL)
    return ("gzip", gzip.compress(drawn, GZIP_LEVEL)) if takes["gzip"] > 0 else (None, drawn)
