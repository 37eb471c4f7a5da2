"""Lines of text that fit a room: made smaller, cut, or broken into several."""

from __future__ import annotations

from functools import lru_cache

from atlas import lettering
from atlas.svg import text

# A text is made smaller down to this part of its size; then it is cut.
SMALLEST = 0.86


@lru_cache(maxsize=4096)
def fitted(words: str, font: str, size: float, room: float) -> tuple[str, float]:
    """A text and its size, so that it fits a room: smaller if need be, then cut with an ellipsis."""
    wide = lettering.width_of(words, font, size)
    if wide <= room:
        return words, size
    smaller = max(size * room / wide, size * SMALLEST)
    while len(words) > 1 and lettering.width_of(words, font, smaller) > room:
        words = words.rstrip("…")[:-1].rstrip() + "…"
    return words, smaller


def line(
    words: str,
    x: float,
    y: float,
    room: float,
    *,
    size: float,
    fill: str,
    font: str = lettering.SERIF,
    anchor: str | None = None,
) -> str:
    """One line that fits a room, its baseline at y."""
    told, fits = fitted(words.replace("'", "’"), font, size, room)
    return text(told, x, y, font=font, size=fits, fill=fill, anchor=anchor)


@lru_cache(maxsize=1024)
def wrapped(words: str, font: str, size: float, room: float, most: int) -> tuple[str, ...]:
    """A text in lines that fit a room, at most so many: what is left over is cut."""
    lines: list[str] = []
    rest = words.replace("'", "’").split()
    while rest and len(lines) < most:
        put = rest.pop(0)
        while rest and lettering.width_of(f"{put} {rest[0]}", font, size) <= room:
            put = f"{put} {rest.pop(0)}"
        lines.append(put)
    if rest:
        lines[-1] = fitted(f"{lines[-1]} {rest[0]}…", font, size, room)[0]
    return tuple(lines)
