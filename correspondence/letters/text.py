"""A letter's content and its text part: 72 columns, complete without the HTML part."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

import msgspec

from correspondence.letters.payload import AnyGameLetter, DigestPayload, Links, Picture, Site, Thread
from narration.memo import remembered
from narration.plain import (
    WIDTH,
    Block,
    Button,
    Folded,
    Grid,
    Heading,
    Map,
    Points,
    Prose,
    Rows,
    Story,
    Typed,
    fill,
    plain_pieces,
    quoted_lines,
    row_lines,
)
from narration.voice import Voice
from narration.words import N_, Words


class Deadline(msgspec.Struct, frozen=True, kw_only=True):
    """A call's deadline: `uid` stays the same when it moves, `sequence` counts the moves."""

    uid: str
    sequence: int
    due_at: datetime
    written_at: datetime
    summary: str
    description: str
    url: str


class Content(msgspec.Struct, frozen=True, kw_only=True):
    """A whole letter: `subject` and `preview` for lists of letters, `title` and `under` for its head.

    `reply_to`: where it is answered (empty: where all letters of this service are); such a letter begins with `marker`,
    the line above which an answer is to stand.
    """

    subject: str
    preview: str
    title: str
    under: str
    blocks: tuple[Block, ...]
    footer: tuple[tuple[str, str], ...]
    thread: Thread
    deadline: Deadline | None = None
    picture: Picture | None = None
    list_id: str = ""
    unsubscribe: str = ""
    reply_to: str = ""
    marker: str = ""


def one_line(text: str) -> str:
    """Text that people typed, as one line: no control characters, no line breaks, single spaces."""
    printable = text if text.isprintable() else "".join(c if c.isprintable() else " " for c in text)
    return " ".join(printable.split())


# What the link does that ends letters, by what it ends.
_ENDS = {
    "game": N_("No more letters of this game"),
    "stream": N_("No more letters of this kind"),
    "digest": N_("No more digests"),
}


def footer(links: Links, site: Site, words: Words) -> tuple[tuple[str, str], ...]:
    """The links below a letter, each with its words."""
    known = [
        (words.say("The game"), links.game),
        (words.say("This call on its page"), links.results),
        (words.say("Which letters you get"), links.settings),
        (words.say(_ENDS[links.ends]), links.unsubscribe),
    ]
    return (*(link for link in known if link[1]), (site.name, site.base_url))


def prose(words: Words | Voice, template: str, *, strong: bool = False, **values: Any) -> Prose:
    """A paragraph: a template in the reader's language, with its values."""
    return Prose(text=words.say(template, **values), strong=strong)


def content_of(payload: AnyGameLetter | DigestPayload, site: Site, words: Words, **said: Any) -> Content:
    """A letter's content: what is `said`, beside what its payload tells of its place, its answers and its links."""
    game = None if isinstance(payload, DigestPayload) else payload.game
    beside = {
        "footer": footer(payload.links, site, words),
        "thread": payload.thread,
        "list_id": f"{game.id}.{site.host}" if game else "",
        "unsubscribe": payload.links.unsubscribe,
        "reply_to": payload.links.reply,
    }
    return Content(**{**beside, **said})


def _grid(block: Grid) -> list[str]:
    """Columns as wide as needed; the last column of words gives way when the line would be too long."""
    lines = [block.head, *block.lines]
    widths = [max(len(line[n]) for line in lines) for n in range(len(block.head))]
    over = sum(widths) + 2 * (len(widths) - 1) - WIDTH
    if over > 0:
        widths[block.words - 1] = max(6, widths[block.words - 1] - over)

    laid = ["  ".join(_cells(line, widths, block.words)).rstrip() for line in lines]
    return [laid[0], "-" * min(WIDTH, max(len(line) for line in laid)), *laid[1:]]


def _cells(line: Sequence[str], widths: Sequence[int], words: int) -> Iterator[str]:
    """The cells of a line as wide as their columns: the first so many, which hold words, begin at the left."""
    for n, (text, width) in enumerate(zip(line, widths, strict=True)):
        if len(text) > width:
            text = text[: width - 1] + "\u2026"
        yield text.ljust(width) if n < words else text.rjust(width)


def _block(block: Block) -> list[str]:
    """A block as lines in pieces: some lines each, every line with its break."""
    match block:
        case Story():
            return list(plain_pieces(block.paragraphs))
        case Map():
            return []
    return [laid] if (laid := _laid(block)) else []


@remembered
def _laid(block: Block) -> str:
    """A block as lines, each with its break; the same object for all who are told the same."""
    return "".join(f"{line}\n" for line in _lines(block))


def _lines(block: Block) -> tuple[str, ...]:
    match block:
        case Heading():
            return ("", block.text.upper(), "=" * len(block.text))
        case Prose(quoted=True):
            return quoted_lines(block.text)
        case Prose():
            return tuple(fill(block.text))
        case Rows():
            return tuple(row_lines(block.rows))
        case Grid():
            return tuple(_grid(block))
        case Points():
            return (*fill(block.text), *(line for point in block.points for line in fill(point, "  - ", "    ")))
        case Button():
            return (f"{block.text}:", f"  {block.href}")
        case Typed():
            return block.lines
    raise TypeError(f"no text layout for {type(block).__name__}")


def _unfolded(blocks: Iterable[Block]) -> Iterator[Block]:
    """A text folds nothing: a section is its title and what it says."""
    for block in blocks:
        if isinstance(block, Folded):
            yield Heading(text=block.text)
            yield from block.blocks
        else:
            yield block


def blocks_text(blocks: Iterable[Block]) -> str:
    """Some blocks as text, for a terminal."""
    return "".join(_laid(block) for block in _unfolded(blocks))


def text_pieces(content: Content) -> list[str]:
    """The whole letter as text, lines of at most 72 columns (addresses may be longer), in pieces to be strung together,
    mostly such as other letters share; each ends with a line break."""
    marker = [content.marker, ""] if content.marker else []
    head = [marker, fill(content.title), fill(content.under) if content.under else []]
    pieces = [line + "\n" for lines in head for line in lines]
    after_heading = False
    for block in _unfolded(content.blocks):
        laid = _block(block)
        if laid:
            if not after_heading:
                pieces.append("\n")
            pieces += laid
            after_heading = isinstance(block, Heading)
    pieces.append("\n-- \n")
    pieces += ["\n".join(fill(f"{text}: {href}" if href else text)) + "\n" for text, href in content.footer]
    return pieces
