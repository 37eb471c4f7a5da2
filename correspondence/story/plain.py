"""The story as plain text, for letters and terminals."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

from correspondence.story.paragraph import Aside, Paragraph, Row

WIDTH = 72


def fill(text: str, indent: str = "", hang: str = "", width: int = WIDTH) -> list[str]:
    """Wrapped lines; `hang` is put before all lines but the first (default: as `indent`)."""
    return textwrap.wrap(
        text,
        width,
        initial_indent=indent,
        subsequent_indent=hang or indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def row_lines(rows: Sequence[Row], indent: str = "  ", width: int = WIDTH) -> list[str]:
    """A small table: labels at the left, wrapped texts, figures flush right."""
    if not rows:
        return []
    label = max(len(row.label) for row in rows) + 2
    figure = max(len(row.figure) for row in rows)
    room = width - len(indent) - label - figure - (2 if figure else 0)
    lines = []
    for row in rows:
        parts = textwrap.wrap(row.text, room, break_on_hyphens=False) or [""]
        for n, part in enumerate(parts):
            last = n == len(parts) - 1
            start = indent + (row.label if n == 0 else "").ljust(label) + part.ljust(room)
            lines.append((start + ("  " + row.figure.rjust(figure) if last and figure else "")).rstrip())
    return lines


def _aside_lines(asides: Iterable[Aside], width: int, indent: str) -> list[str]:
    lines = []
    for aside in asides:
        lines += fill(aside.text, f"{indent}! " if aside.default else f"{indent}> ", f"{indent}  ", width)
        for skipped in aside.skipped:
            lines += fill(skipped, f"{indent}  - ", f"{indent}    ", width)
    return lines


def paragraph_lines(paragraph: Paragraph, width: int = WIDTH, *, cite: bool = True) -> list[str]:
    """One paragraph as lines, without a blank line around it."""
    if paragraph.kind == "round":
        return [paragraph.text.upper()]
    if paragraph.kind == "phase":
        return [paragraph.text, "-" * len(paragraph.text)]
    lines = fill(paragraph.text, width=width) if paragraph.text else []
    lines += row_lines(paragraph.rows, width=width)
    for sentence in paragraph.after:
        lines += fill(sentence, "  ", width=width)
    lines += _aside_lines(paragraph.asides, width, "" if paragraph.kind == "yours" else "  ")
    if cite and paragraph.citation and paragraph.kind == "battle":
        lines += fill(f"[{paragraph.citation}]", "  ", width=width)
    return lines


def plain(paragraphs: Iterable[Paragraph], width: int = WIDTH, *, cite: bool = True) -> str:
    """The whole story; headings and battles stand apart, single sentences follow each other."""
    lines: list[str] = []
    before = ""
    for paragraph in paragraphs:
        large = paragraph.kind in ("battle", "orders", "round", "phase", "end") or bool(paragraph.rows)
        apart = large or before in ("battle", "orders", "rows")
        if lines and (before == "round" or (apart and before != "phase")):
            lines.append("")
        lines += paragraph_lines(paragraph, width, cite=cite)
        before = "rows" if paragraph.rows and paragraph.kind == "event" else paragraph.kind
    return "\n".join(lines)
