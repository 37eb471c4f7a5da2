"""The text part of a letter: 72 columns, complete without the HTML part."""

from __future__ import annotations

from collections.abc import Sequence

from correspondence.letters.content import Block, Button, Content, Grid, Heading, Map, Points, Prose, Rows, Story
from correspondence.story.plain import WIDTH, fill, plain, row_lines


def _grid(block: Grid) -> list[str]:
    """Columns as wide as needed; the last column of words gives way when the line would be too long."""
    lines = [block.head, *block.lines]
    widths = [max(len(line[n]) for line in lines) for n in range(len(block.head))]
    over = sum(widths) + 2 * (len(widths) - 1) - WIDTH
    if over > 0:
        widths[block.words - 1] = max(6, widths[block.words - 1] - over)

    def cell(line: Sequence[str], n: int) -> str:
        text = line[n] if len(line[n]) <= widths[n] else line[n][: widths[n] - 1] + "\u2026"
        return text.ljust(widths[n]) if n < block.words else text.rjust(widths[n])

    laid = ["  ".join(cell(line, n) for n in range(len(widths))).rstrip() for line in lines]
    return [laid[0], "-" * min(WIDTH, max(len(line) for line in laid)), *laid[1:]]


def _block(block: Block) -> list[str]:
    match block:
        case Heading():
            return ["", block.text.upper(), "=" * len(block.text)]
        case Prose():
            return fill(block.text)
        case Story():
            return plain(block.paragraphs).split("\n")
        case Rows():
            return row_lines(block.rows)
        case Grid():
            return _grid(block)
        case Points():
            lines = fill(block.text)
            for point in block.points:
                lines += fill(point, "  - ", "    ")
            return lines
        case Button():
            return [f"{block.text}:", f"  {block.href}"]
        case Map():
            return []
    raise TypeError(f"no text layout for {type(block).__name__}")


def text_part(content: Content) -> str:
    """The whole letter as text, lines of at most 72 columns (addresses may be longer)."""
    parts = [fill(content.title), fill(content.under) if content.under else []]
    lines = [line for part in parts for line in part]
    for block in content.blocks:
        laid = _block(block)
        if laid:
            after_heading = len(lines) > 1 and set(lines[-1]) == {"="}
            lines += laid if after_heading else ["", *laid]
    lines += ["", "-- "]
    for text, href in content.footer:
        lines += fill(f"{text}: {href}" if href else text)
    return "\n".join(lines) + "\n"
