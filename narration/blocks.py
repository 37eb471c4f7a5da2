"""Blocks of text that a letter lays out as plain text and as HTML alike, so that the two cannot differ."""

from __future__ import annotations

import msgspec

from narration.paragraph import Paragraph, Row


class Block(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a letter; the subclasses say which."""


class Heading(Block, frozen=True, kw_only=True):
    """A section's title."""

    text: str


class Prose(Block, frozen=True, kw_only=True):
    """A paragraph; `strong` for what must not be overlooked, `quoted` for the words of people, which no reader shall
    take for ours."""

    text: str
    strong: bool = False
    quoted: bool = False


class Story(Block, frozen=True, kw_only=True):
    """The story of a call; paragraphs that concern `seat` are marked."""

    paragraphs: tuple[Paragraph, ...]
    seat: str


class Rows(Block, frozen=True, kw_only=True):
    """Labelled lines."""

    rows: tuple[Row, ...]


class Grid(Block, frozen=True, kw_only=True):
    """A table: the first `words` columns hold words, the others figures; `own` is the reader's line, or -1."""

    head: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]
    words: int = 1
    own: int = -1


class Points(Block, frozen=True, kw_only=True):
    """A question or remark with points below it."""

    text: str
    points: tuple[str, ...] = ()


class Folded(Block, frozen=True, kw_only=True):
    """A section that whoever does not need it may leave folded; `text` is its title."""

    text: str
    blocks: tuple[Block, ...]


class Button(Block, frozen=True, kw_only=True):
    """Something to do at an address."""

    text: str
    href: str


class Typed(Block, frozen=True, kw_only=True):
    """Lines as one would type them: neither filled nor folded, to be copied."""

    lines: tuple[str, ...]


class Map(Block, frozen=True, kw_only=True):
    """The place of the picture; `text` says in words what it shows, `href` is the page of the whole board."""

    text: str
    href: str
