"""Pixels to PNG: in few colours, packed quickly; packing took more time than everything else about a map."""

from __future__ import annotations

import struct
from functools import cache
from typing import cast
from zlib import crc32

from PIL import Image

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
    found = image.convert("RGB").quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    return bytes(found.getpalette() or ())[: COLOURS * 3]


def few_colours(image: Image.Image, few: int = FEW, flat: int = FLAT) -> bytes:
    """Fewer colours for a smaller file, three bytes each: the most used as they are, the others by their likeness."""
    counts = cast(list[tuple[int, tuple[int, ...]]], image.convert("RGB").getcolors(image.width * image.height))
    used = sorted(counts, reverse=True)
    kept = b"".join(bytes(colour) for _, colour in used[:flat])
    # Edges count for more than their pixels: each colour by the root of how often it is there.
    rest = b"".join(bytes(colour) * round(count**0.5) for count, colour in used[flat:])
    between = Image.frombytes("RGB", (len(rest) // 3, 1), rest)
    found = between.quantize(few - flat, method=Image.Quantize.MAXCOVERAGE, kmeans=2, dither=Image.Dither.NONE)
    return kept + bytes(found.getpalette() or ())[: (few - flat) * 3]


def png(image: Image.Image) -> bytes:
    """An RGB picture as PNG in a palette of its own: a map has flat colours and loses nothing to see."""
    colours = palette(image)
    return packed(lines(numbers(image, colours)), colours)


def numbers(image: Image.Image, colours: bytes) -> Image.Image:
    """An RGB picture as the numbers of its colours in a palette, the nearest for each, one byte a pixel."""
    found = image.quantize(palette=_paints(colours), dither=Image.Dither.NONE)
    return Image.frombytes("L", found.size, found.tobytes())


def coloured(found: bytes, size: tuple[int, int], colours: bytes) -> Image.Image:
    """Numbers of colours, a byte a pixel, as an RGB picture again."""
    made = Image.frombytes("P", size, found)
    made.putpalette(colours)
    return made.convert("RGB")


def lines(found: Image.Image) -> Image.Image:
    """Numbers of colours as the lines of a PNG: each begins with the number of its filter; 0 means none, which suits a
    palette. So it is a pixel wider than the picture."""
    made = Image.new("L", (found.width + 1, found.height), 0)
    made.paste(found, (1, 0))
    return made


def packed(made: Image.Image, colours: bytes) -> bytes:
    """What `lines` gave as PNG, with its palette.

    The one place where a PNG is put together by hand: 2.6 ms of CPU for a map where Pillow's own writer takes 16, and
    12.6 without `isal`, which Pillow cannot be told to use (ADR 22).
    """
    head = struct.pack(">IIBBBBB", made.width - 1, made.height, 8, 3, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"PLTE", colours), (b"IDAT", compress(made.tobytes(), LEVEL)), (b"IEND", b""))
    return _SIGNATURE + b"".join(_chunk(kind, data) for kind, data in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", crc32(data, crc32(kind)))


@cache
def _paints(colours: bytes) -> Image.Image:
    """A picture that holds nothing but a palette, as Pillow wants to be told one."""
    image = Image.new("P", (1, 1))
    image.putpalette(colours)
    return image
