"""Text blocks for plain and HTML emails, and the story as plain text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence

from adjudicator.engine import FrozenStruct
from narration.memo import memoize
from narration.paragraph import Aside, Paragraph, Part, Row


class Block(FrozenStruct, kw_only=True):
    """A part of a letter; the subclasses say which."""


class Heading(Block, kw_only=True):
    """A section's title."""

    text: str


class Prose(Block, kw_only=True):
    """A paragraph; `strong` if important, `quoted` for people's own words."""

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
    """A table: `words` columns of words, then figures; `own` is the reader's or -1."""

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
    """The place of the map; `text` describes it, `href` is the page of the board."""

    text: str
    href: str


WIDTH = 72
# What stands before each line that people wrote.
MARK = "> "
# What stands before each line of a table.
INDENT = "  "


def fill(text: str, indent: str = "", hang: str = "", width: int = WIDTH) -> list[str]:
    """Wrap text; `hang` starts all lines but the first (default: `indent`)."""
    return _wrap_lines(text, width, indent, hang or indent, break_long_words=False)


def quoted_lines(text: str, width: int = WIDTH) -> tuple[str, ...]:
    """Return people's words with a mark before each line; long words are cut.
    So no line can pass for the service's own."""
    lines = textwrap.wrap(text, width, initial_indent=MARK, subsequent_indent=MARK, break_on_hyphens=False)
    return tuple(lines) or (MARK,)


def _wrap_lines(text: str, width: int, indent: str = "", hang: str = "", *, break_long_words: bool = True) -> list[str]:
    """Wrap as `textwrap.wrap` does, but ten times faster on plain sentences."""
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
    """Split text into lines of as many words as fit, at least one."""
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
        parts = _wrap_lines(row.text, room) or [""]
        for n, part in enumerate(parts):
            last = n == len(parts) - 1
            start = INDENT + (row.label if n == 0 else "").ljust(label) + part.ljust(room)
            lines.append((start + ("  " + row.figure.rjust(figure) if last and figure else "")).rstrip())
    return lines


def _aside_lines(asides: Iterable[Aside], width: int, indent: str) -> list[str]:
    """Return asides as wrapped lines: `!` marks defaults, `>` other choices.
    What was passed over follows behind dashes."""
    lines = []
    for aside in asides:
        lines += fill(aside.text, f"{indent}! " if aside.default else f"{indent}> ", f"{indent}  ", width)
        for skipped in (*aside.skipped, *filter(None, (aside.counted,))):
            lines += fill(skipped, f"{indent}  - ", f"{indent}    ", width)
    return lines


@memoize
def paragraph_lines(paragraph: Paragraph, width: int = WIDTH) -> str:
    """Return a paragraph's lines, without blank lines around; cached between emails."""
    if paragraph.kind == "round":
        return paragraph.text.upper() + "\n"
    if paragraph.kind == "phase":
        return paragraph.text + "\n" + "-" * len(paragraph.text) + "\n"
    lines: list[str] = []
    for part in paragraph.parts or ((Part(paragraph.text),) if paragraph.text else ()):
        # What people wrote stands on lines of its own.
        lines += quoted_lines(part.text, width) if part.typed else fill(part.text, width=width)
    lines += row_lines(paragraph.rows, width=width)
    for card in paragraph.battle.played if paragraph.battle else ():
        lines += fill(card.line, "  ", width=width)
    for sentence in paragraph.after:
        lines += fill(sentence, "  ", width=width)
    lines += _aside_lines(paragraph.asides, width, "" if paragraph.kind == "yours" else "  ")
    if paragraph.citation and paragraph.kind == "battle":
        lines += fill(f"[{paragraph.citation}]", "  ", width=width)
    return "\n".join((*lines, "")) if lines else ""


def plain(paragraphs: Iterable[Paragraph], width: int = WIDTH) -> str:
    """Return the whole story; headings and battles stand apart, sentences do not."""
    return "".join(plain_pieces(paragraphs, width)).removesuffix("\n")


def plain_pieces(paragraphs: Iterable[Paragraph], width: int = WIDTH) -> Iterator[str]:
    """Return the story by paragraph, each ending in a line break; none if empty.

    Emails share the same object, so that it is searched only once.
    """
    before, begun = "", False
    for paragraph in paragraphs:
        large = paragraph.kind in ("battle", "orders", "round", "phase", "end") or bool(paragraph.rows)
        apart = large or before in ("battle", "orders", "rows")
        if begun and (before == "round" or (apart and before != "phase")):
            yield "\n"
        if lines := paragraph_lines(paragraph, width):
            begun = True
            yield lines
        before = "rows" if paragraph.rows and paragraph.kind == "event" else paragraph.kind
