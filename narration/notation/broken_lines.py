"""Long lines of a text broken behind commas, before a mail program breaks them where another thing would be read."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from narration.notation.commands import COMMANDS, STANDING
from narration.notation.said import spelt
from narration.notation.tables import Notation

# Mail programs break lines at 72 to 78 letters.
WIDTH = 72


def beginnings(notation: Notation) -> frozenset[str]:
    """Words with which a line begins something new, so that none that goes on may."""
    tables = (notation.keywords, notation.behalf_keywords, COMMANDS, STANDING)
    every = [word for table in tables for word in table.known]
    if notation.behalf is not None:
        every += map(spelt, notation.behalf.words.every())
    words = [one.split() for one in every]
    return frozenset(" ".join(one[:count]) for one in words for count in range(1, len(one) + 1))


def broken(line: str, begins: Collection[str]) -> Iterator[str]:
    """The line, in several if it is long: each but the last ends with a comma. What is quoted stays in one piece."""
    if len(line) <= WIDTH or not set('"{').isdisjoint(line):
        yield line
        return
    pieces, text = line.split(", "), ""
    for number, piece in enumerate(pieces):
        if not number:
            text = piece
        elif len(text) + len(piece) + 2 < WIDTH or not _goes_on(piece, begins):
            text = f"{text}, {piece}"
        else:
            yield f"{text},"
            text = f"    {piece}"
    yield text


def _goes_on(piece: str, begins: Collection[str]) -> bool:
    return piece[:1].isalpha() and spelt(piece.split()[0].rstrip(":;,")) not in begins
