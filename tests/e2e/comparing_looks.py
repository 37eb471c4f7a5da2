"""Pictures of pages held against those that were reviewed: small copies of them, as lossy as these are, and where they
differ.

What is kept is less than half as wide and strongly packed, so that a history with many of it stays light. A picture is
packed the same way before it is compared: the same page makes the same copy, to the last byte, on the same machine.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw

# Wide pictures lose more than narrow ones; below the fold of the third screen nothing new comes.
QUALITY, WIDE, WIDE_SHARE, NARROW_SHARE = 24, 800, 0.4, 0.5
MAX_HEIGHT = 3200
# Squares that are compared as a whole, in pixels of a copy; how far apart their mean and their brightest difference may
# be, of 255; how many may differ. Emails that another machine draws a little otherwise stay below.
SQUARE, MEAN, PEAK, SPARED = 16, 9, 110, 1


@dataclass(frozen=True)
class Difference:
    """A page that looks different: its name, in words how, and the squares that differ (of the lower picture)."""

    name: str
    how: str
    squares: tuple[tuple[int, int], ...] = ()


def small(picture: Image.Image) -> bytes:
    """A picture as it is kept."""
    share, high = WIDE_SHARE if picture.width > WIDE else NARROW_SHARE, min(picture.height, MAX_HEIGHT)
    upper = picture.convert("RGB").crop((0, 0, picture.width, high))
    lesser = upper.resize((round(picture.width * share), max(1, round(high * share))), Image.Resampling.BOX)
    out = io.BytesIO()
    lesser.save(out, "WEBP", quality=QUALITY, method=6)
    return out.getvalue()


def differing(before: Image.Image, now: Image.Image) -> tuple[tuple[int, int], ...]:
    """The upper left corners of the squares in which two pictures differ visibly; what one alone has, more than
    a square high, differs."""
    size = (max(before.width, now.width), max(before.height, now.height))
    apart = ImageChops.difference(_on(before, size), _on(now, size)).convert("L")
    across, down = -(-size[0] // SQUARE), -(-size[1] // SQUARE)
    whole = _on(apart, (across * SQUARE, down * SQUARE)).convert("L")
    means = whole.resize((across, down), Image.Resampling.BOX).tobytes()
    apart_on_the_whole = [at for at, mean in zip(_corners(across, down), means, strict=True) if mean > MEAN]
    sharp = [
        at for at in apart_on_the_whole if whole.crop((*at, at[0] + SQUARE, at[1] + SQUARE)).getextrema()[1] > PEAK
    ]
    low = min(before.height, now.height)
    alone = [at for at in _corners(across, down) if at[1] >= low and size[1] - low > SQUARE]
    found = sorted({*sharp, *alone}, key=lambda at: (at[1], at[0]))
    return tuple(found) if len(found) > SPARED else ()


def _corners(across: int, down: int) -> list[tuple[int, int]]:
    return [(n % across * SQUARE, n // across * SQUARE) for n in range(across * down)]


def compare(taken: Iterable[Path], reviewed: Path, into: Path) -> list[Difference]:
    """What looks different from the reviewed pictures, with a picture of each in `into`: before, now and where."""
    found: list[Difference] = []
    for path in taken:
        kept, copy = _kept(path, reviewed), small(Image.open(path))
        if not kept.exists():
            found.append(Difference(path.stem, "was never reviewed"))
        elif kept.read_bytes() != copy:
            before, now = Image.open(kept).convert("RGB"), Image.open(io.BytesIO(copy)).convert("RGB")
            if squares := differing(before, now):
                into.mkdir(parents=True, exist_ok=True)
                _beside(before, now, squares).save(into / f"{path.stem}.png")
                found.append(Difference(path.stem, _how(before, now, squares), squares))
    return found


def keep(taken: Iterable[Path], reviewed: Path, different: Iterable[Difference]) -> int:
    """Put pictures that look different in the place of the reviewed ones; others stay, byte for byte. How many."""
    names = {one.name for one in different}
    wanted = [path for path in taken if path.stem in names]
    reviewed.mkdir(parents=True, exist_ok=True)
    for path in wanted:
        _kept(path, reviewed).write_bytes(small(Image.open(path)))
    return len(wanted)


def gone(taken: Iterable[Path], reviewed: Path) -> list[Path]:
    """Reviewed pictures of pages that there are no more."""
    there = {path.stem for path in taken}
    return [path for path in sorted(reviewed.glob("*.webp")) if path.stem not in there]


def _kept(path: Path, reviewed: Path) -> Path:
    return reviewed / f"{path.stem}.webp"


def _on(picture: Image.Image, size: tuple[int, int]) -> Image.Image:
    if picture.size == size:
        return picture
    whole = Image.new("RGB", size)
    whole.paste(picture, (0, 0))
    return whole


def _how(before: Image.Image, now: Image.Image, squares: tuple[tuple[int, int], ...]) -> str:
    grown, first = now.height - before.height, squares[0]
    told = f"{len(squares)} squares, the first {100 * first[1] // max(before.height, now.height)} % down"
    return f"{told}; {'higher' if grown > 0 else 'lower'} than before" if grown else told


def _beside(before: Image.Image, now: Image.Image, squares: tuple[tuple[int, int], ...]) -> Image.Image:
    wide, high = now.width, max(before.height, now.height)
    where = now.copy()
    drawing = ImageDraw.Draw(where)
    for x, y in squares:
        drawing.rectangle((x, y, x + SQUARE - 1, y + SQUARE - 1), outline="red")
    whole = Image.new("RGB", (3 * wide + 16, high), "grey")
    for number, picture in enumerate((before, now, where)):
        whole.paste(picture, (number * (wide + 8), 0))
    return whole
