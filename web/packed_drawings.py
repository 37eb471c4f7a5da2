"""Drawings packed for browsers, and kept a while: packing one well takes longer than drawing it."""

from __future__ import annotations

import gzip
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

from flask import request

try:
    # A coast is drawn again as a border, farther back than gzip looks: a third less for the same time.
    import brotli  # type: ignore[import-untyped]
except ImportError:
    brotli = None

# A page fetches its drawing while somebody waits, so it is packed as well as a tenth of a second allows.
GZIP_LEVEL, LEVEL, WELL = 5, 7, 10
# Of all kept drawings together, in bytes: some eighty.
ROOM = 4_000_000

Packed = tuple[str | None, bytes]


class Kept:
    """Packed drawings by what they show, up to a number of bytes; the ones longest unused go first."""

    def __init__(self, room: int) -> None:
        self._room, self._used, self._lock = room, 0, Lock()
        self._found: OrderedDict[str, bytes] = OrderedDict()

    def get(self, name: str) -> bytes | None:
        """What is kept under a name."""
        with self._lock:
            found = self._found.get(name)
            if found is not None:
                self._found.move_to_end(name)
            return found

    def put(self, name: str, packed: bytes) -> None:
        """Keep it."""
        with self._lock:
            self._used += len(packed) - len(self._found.pop(name, b""))
            self._found[name] = packed
            while self._used > self._room and len(self._found) > 1:
                self._used -= len(self._found.popitem(last=False)[1])


_kept = Kept(ROOM)


def packed_drawing(name: str, draw: Callable[[], str], well: bool) -> Packed:
    """A drawing as the reader takes it, and the name of how it is packed. It holds nobody's words.

    `name` stands for all that is to be seen in it: what was packed under it once is not drawn again. `well`: a page
    waits for it, and others will ask for the same.
    """
    takes = request.accept_encodings
    if brotli is None or not (takes["br"] > 0 and takes["br"] >= takes["gzip"]):
        drawn = draw().encode()
        return ("gzip", gzip.compress(drawn, GZIP_LEVEL)) if takes["gzip"] > 0 else (None, drawn)
    if not well:
        return "br", brotli.compress(draw().encode(), mode=brotli.MODE_TEXT, quality=LEVEL)
    packed = _kept.get(name)
    if packed is None:
        packed = brotli.compress(draw().encode(), mode=brotli.MODE_TEXT, quality=WELL)
        _kept.put(name, packed)
    return "br", packed
