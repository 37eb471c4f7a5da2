"""A shelf: finished pictures kept in memory, up to a number of bytes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import NamedTuple

from PIL import Image

# So long a thread waits for another that makes a sprite, before it makes one itself.
PATIENCE_SECONDS = 0.1


class Sprite(NamedTuple):
    """A small picture to paste: its colours, and how much of each is to be seen."""

    colours: Image.Image
    mask: Image.Image | None


class Shelf:
    """Sprites kept in memory up to a number of bytes; the ones longest unused go first. Safe for threads."""

    def __init__(self, room: int) -> None:
        self._room, self._used = room, 0
        self._kept: OrderedDict[Hashable, Sprite] = OrderedDict()
        self._lock = Lock()
        self._gates: dict[Hashable, Lock] = {}

    @property
    def used(self) -> int:
        """The bytes that all kept sprites take."""
        return self._used

    def get(self, key: Hashable, make: Callable[[], Sprite]) -> Sprite:
        """The sprite kept under a key; if there is none it is made, by one thread while others wait a moment for it."""
        found, gate = self._look(key)
        if found is not None:
            return found
        alone = gate.acquire(timeout=PATIENCE_SECONDS)
        try:
            found, _ = self._look(key)
            return found if found is not None else self._keep(key, make())
        finally:
            if alone:
                gate.release()

    def _look(self, key: Hashable) -> tuple[Sprite | None, Lock]:
        """The sprite, if it is there, and the lock of whoever makes it."""
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
                return found, self._lock
            return None, self._gates.setdefault(key, Lock())

    def _keep(self, key: Hashable, made: Sprite) -> Sprite:
        with self._lock:
            if key in self._kept:
                # Who did not wait any longer made it too.
                return self._kept[key]
            self._used += _bytes(made)
            self._kept[key] = made
            self._gates.pop(key, None)
            while self._used > self._room and len(self._kept) > 1:
                self._used -= _bytes(self._kept.popitem(last=False)[1])
        return made


def _bytes(sprite: Sprite) -> int:
    """What a sprite takes: four bytes a pixel for colours, one for numbers of colours, one for the mask."""
    pixels = sprite.colours.width * sprite.colours.height
    return pixels * ((1 if sprite.colours.mode == "L" else 4) + (sprite.mask is not None))
