"""Long lines of a text broken where they go on, before a mail program breaks them where another thing would be read."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from narration.notation.commands import COMMANDS, STANDING
from narration.notation.said import IF, spelt
from narration.notation.tables import Notation

# Mail programs break lines at 72 to 78 letters.
WIDTH = 72
INDENT, PLUS = "    ", "+"


def beginnings(notation: Notation) -> frozenset[str]:
    """Words with which a line begins something new, so that none that goes on may."""
    tables = (notation.keywords, notation.behalf_keywords, COMMANDS, STANDING)
    every = [word for table in tables for word in table.known]
    if notation.behalf is not None:
        every += map(spelt, notation.behalf.words.every())
    words = [one.split() for one in every]
    return frozenset(" ".join(one[:count]) for one in words for count in range(1, len(one) + 1))


def broken(line: str, begins: Collection[str]) -> Iterator[str]:
    """The line, in several if it is long, each of which says plainly that it goes on: behind a comma or a sign of a
    sum, or before an `if`. What is quoted stays in one piece, and so does what nobody could tell from something new."""
    if len(line) <= WIDTH or not set('"{').isdisjoint(line):
        yield line
        return
    words, text = line.split(" "), ""
    begun = 0
    for number in range(1, len(words) + 1):
        if number < len(words) and not _parts(words[number - 1], words[number], begins):
            continue
        piece = " ".join(words[begun:number])
        begun = number
        if text and len(text) + 1 + len(piece) > WIDTH:
            yield text
            text = INDENT + piece
        else:
            text = f"{text} {piece}" if text else piece
    yield text


def _parts(last: str, following: str, begins: Collection[str]) -> bool:
    """Whether a line may end with one word and the next begin with the following, and is read on."""
    if last.endswith(","):
        return following[:1].isalpha() and spelt(following.rstrip(":;,")) not in begins
    return (last == PLUS and following.rstrip(",").isdecimal()) or spelt(following) in IF.known
