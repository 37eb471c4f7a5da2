"""Blocks of text that letters lay out as plain text and HTML alike, and the story as plain text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence

from adjudicator.engine import FrozenStruct
from narration.memo import remembered
from narration.paragraph import Aside, Paragraph, Part, Row


class Block(FrozenStruct, kw_only=True):
    """A part of a letter; the subclasses say which."""


class Heading(Block, kw_only=True):
    """A section's title."""

    text: str


class Prose(Block, kw_only=True):
    """A paragraph; `strong` for what must not be overlooked, `quoted` for the words of people, which no reader shall
    take for ours."""

    text: str
    strong: bool = False
    quoted: bool = False


class Story(Block, kw_only=True):
    """The story of a turn; paragraphs that concern `seat` are marked."""

    paragraphs: tuple[Paragraph, ...]
    seat: str


class Rows(Block, kw_only=True):
    """Labelled lines."""

    rows: tuple[Row, ...]


class Grid(Block, kw_only=True):
    """A table: the first `words` columns hold words, the others figures; `own` is the reader's line, or -1."""

    head: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]
    words: int = 1
    own: int = -1


class Points(Block, kw_only=True):
    """A question or remark with points below it."""

    text: str
    points: tuple[str, ...] = ()


class Folded(Block, kw_only=True):
    """A section that whoever does not need it may leave folded; `text` is its title."""

    text: str
    blocks: tuple[Block, ...]


class Button(Block, kw_only=True):
    """Something to do at an address."""

    text: str
    href: str


class Typed(Block, kw_only=True):
    """Lines as one would type them: neither filled nor folded, to be copied."""

    lines: tuple[str, ...]


class Map(Block, kw_only=True):
    """The place of the picture; `text` says in words what it shows, `href` is the page of the whole board."""

    text: str
    href: str


WIDTH = 72
# What stands before each line that people wrote.
MARK = "> "
# What stands before each line of a table.
INDENT = "  "


def fill(text: str, indent: str = "", hang: str = "", width: int = WIDTH) -> list[str]:
    """Wrapped lines; `hang` is put before all lines but the first (default: as `indent`)."""
    return _wrapped(text, width, indent, hang or indent, break_long_words=False)


def quoted_lines(text: str, width: int = WIDTH) -> tuple[str, ...]:
    """What people wrote, with a mark before every line: so none can look like a line of ours. Words without an end are
    cut, for a line has one."""
    lines = textwrap.wrap(text, width, initial_indent=MARK, subsequent_indent=MARK, break_on_hyphens=False)
    return tuple(lines) or (MARK,)


def _told_lines(paragraph: Paragraph, width: int) -> Iterator[str]:
    """The sentence of a paragraph, what people wrote in it on lines of its own."""
    for part in paragraph.parts or ((Part(paragraph.text),) if paragraph.text else ()):
        yield from quoted_lines(part.text, width) if part.typed else fill(part.text, width=width)


def _wrapped(text: str, width: int, indent: str = "", hang: str = "", *, break_long_words: bool = True) -> list[str]:
    """As `textwrap.wrap`, which takes ten times as long over the plain sentences that nearly all texts are."""
    plainly = text.isprintable() and "  " not in text and text[:1] != " " and text[-1:] != " "
    if plainly and 0 < len(text) <= width - len(indent):
        return [indent + text]
    if not (plainly and text) or (break_long_words and len(max(text.split(" "), key=len)) > width):
        return textwrap.wrap(
            text,
            width,
            initial_indent=indent,
            subsequent_indent=hang,
            break_long_words=break_long_words,
            break_on_hyphens=False,
        )
    return list(_cut(text, width, indent, hang))


def _cut(text: str, width: int, indent: str, hang: str) -> Iterator[str]:
    """Lines with as many words as fit, one at least; between words there is a single space."""
    begin, put = 0, indent
    while len(text) - begin > (room := width - len(put)):
        end = text.rfind(" ", begin, begin + room + 1)
        if end < 0:
            # A word with no room even alone.
            end = text.find(" ", begin)
        if end < 0:
            break
        yield put + text[begin:end]
        begin, put = end + 1, hang
    yield put + text[begin:]


def row_lines(rows: Sequence[Row], width: int = WIDTH) -> list[str]:
    """A small table: labels at the left, wrapped texts, figures flush right."""
    if not rows:
        return []
    label = max(len(row.label) for row in rows) + 2
    figure = max(len(row.figure) for row in rows)
    room = width - len(INDENT) - label - figure - (2 if figure else 0)
    lines = []
    for row in rows:
        parts = _wrapped(row.text, room) or [""]
        for n, part in enumerate(parts):
            last = n == len(parts) - 1
            start = INDENT + (row.label if n == 0 else "").ljust(label) + part.ljust(room)
            lines.append((start + ("  " + row.figure.rjust(figure) if last and figure else "")).rstrip())
    return lines


def _aside_lines(asides: Iterable[Aside], width: int, indent: str) -> list[str]:
    lines = []
    for aside in asides:
        lines += fill(aside.text, f"{indent}! " if aside.default else f"{indent}> ", f"{indent}  ", width)
        for skipped in (*aside.skipped, *filter(None, (aside.counted,))):
            lines += fill(skipped, f"{indent}  - ", f"{indent}    ", width)
    return lines


@remembered
def paragraph_lines(paragraph: Paragraph, width: int = WIDTH, *, cite: bool = True) -> str:
    """One paragraph as lines, each with its line break, without a blank line around it; remembered, for a table's
    letters share most."""
    if paragraph.kind == "round":
        return paragraph.text.upper() + "\n"
    if paragraph.kind == "phase":
        return paragraph.text + "\n" + "-" * len(paragraph.text) + "\n"
    lines = list(_told_lines(paragraph, width))
    lines += row_lines(paragraph.rows, width=width)
    for sentence in paragraph.after:
        lines += fill(sentence, "  ", width=width)
    lines += _aside_lines(paragraph.asides, width, "" if paragraph.kind == "yours" else "  ")
    if cite and paragraph.citation and paragraph.kind == "battle":
        lines += fill(f"[{paragraph.citation}]", "  ", width=width)
    return "\n".join((*lines, "")) if lines else ""


def plain(paragraphs: Iterable[Paragraph], width: int = WIDTH, *, cite: bool = True) -> str:
    """The whole story; headings and battles stand apart, single sentences follow each other."""
    return "".join(plain_pieces(paragraphs, width, cite=cite)).removesuffix("\n")


def plain_pieces(paragraphs: Iterable[Paragraph], width: int = WIDTH, *, cite: bool = True) -> Iterator[str]:
    """The same paragraph by paragraph, each with the line break at its end; none for a paragraph of no lines.

    What letters share is the same object in each, so that nobody looks through it again to find it.
    """
    before, begun = "", False
    for paragraph in paragraphs:
        large = paragraph.kind in ("battle", "orders", "round", "phase", "end") or bool(paragraph.rows)
        apart = large or before in ("battle", "orders", "rows")
        if begun and (before == "round" or (apart and before != "phase")):
            yield "\n"
        if lines := paragraph_lines(paragraph, width, cite=cite):
            begun = True
            yield lines
        before = "rows" if paragraph.rows and paragraph.kind == "event" else paragraph.kind
