"""An email's content, its text part of 72 columns and its HTML part, encoded.

Both are quoted-printable, in encoded pieces that can be joined: each piece begins a line of the message, after one that
ends in a hard or soft line break. `templates/mail.html` is a whole page with one of each piece, between comments that
name it. Its styles are inlined once; an email is filled pieces joined. Pieces and values are kept encoded, as encoding
the page around a text takes longer than making the text.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

import msgspec

from atlas.drawers import arms
from correspondence.mail.payload import AnyGameMail, DigestPayload, Links, Picture, Site, Thread
from narration.memo import memoize
from narration.narrator import Voice
from narration.paragraph import Card, Paragraph, Row
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
from narration.words import N_, Words


class Deadline(msgspec.Struct, frozen=True, kw_only=True):
    """A turn's deadline: `uid` stays when it moves, `sequence` counts the moves."""

    uid: str
    sequence: int
    due_at: datetime
    written_at: datetime
    summary: str
    description: str
    url: str


class Content(msgspec.Struct, frozen=True, kw_only=True):
    """A whole email: `subject` and `preview` for mailboxes, `title`, `under` on top.

    `reply_to`: its reply address (empty: the service's); such an email begins with `marker`, the line above which an
    answer is to be written.
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


def to_single_line(text: str) -> str:
    """Return typed text as one line: no control characters, single spaces."""
    printable = text if text.isprintable() else "".join(c if c.isprintable() else " " for c in text)
    return " ".join(printable.split())


# What the link does that ends emails, by what it ends.
_ENDS = {
    "game": N_("Stop emails about this game"),
    "stream": N_("Stop emails of this kind"),
    "digest": N_("Stop digests"),
}


def footer(links: Links, site: Site, words: Words) -> tuple[tuple[str, str], ...]:
    """The links below an email, each with its words."""
    all_links = [
        (words.say("The game"), links.game),
        (words.say("View this turn on the site"), links.results),
        (words.say("Choose which emails you get"), links.settings),
        (words.say(_ENDS[links.ends]), links.unsubscribe),
    ]
    return (*(link for link in all_links if link[1]), (site.name, site.base_url))


def prose(words: Words | Voice, template: str, *, strong: bool = False, **values: Any) -> Prose:
    """A paragraph: a template in the reader's language, with its values."""
    return Prose(text=words.say(template, **values), strong=strong)


def content_of(payload: AnyGameMail | DigestPayload, site: Site, words: Words, **fields: Any) -> Content:
    """Return an email's content from `fields`; the payload gives the rest.
    That is the footer, the thread, list and reply addresses, and the unsubscribe link."""
    game = None if isinstance(payload, DigestPayload) else payload.game
    beside = {
        "footer": footer(payload.links, site, words),
        "thread": payload.thread,
        "list_id": f"{game.id}.{site.host}" if game else "",
        "unsubscribe": payload.links.unsubscribe,
        "reply_to": payload.links.reply,
    }
    return Content(**{**beside, **fields})


def _grid(block: Grid) -> list[str]:
    """Lay out columns as wide as needed; the last one of words is cut if too long."""
    lines = [block.head, *block.lines]
    widths = [max(len(line[n]) for line in lines) for n in range(len(block.head))]
    over = sum(widths) + 2 * (len(widths) - 1) - WIDTH
    if over > 0:
        widths[block.words - 1] = max(6, widths[block.words - 1] - over)

    laid = ["  ".join(_cells(line, widths, block.words)).rstrip() for line in lines]
    return [laid[0], "-" * min(WIDTH, max(len(line) for line in laid)), *laid[1:]]


def _cells(line: Sequence[str], widths: Sequence[int], words: int) -> Iterator[str]:
    """Pad a line's cells to its columns; the first `words` cells are left-aligned."""
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


@memoize
def _laid(block: Block) -> str:
    """Return a block as lines with breaks; the same cached object for all readers."""
    return "".join(f"{line}\n" for line in _lines(block))


def _lines(block: Block) -> tuple[str, ...]:
    """Return a block as lines of plain text; TypeError if it has no layout."""
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


def _unfold(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield blocks with each folded section as a heading and its blocks."""
    for block in blocks:
        if isinstance(block, Folded):
            yield Heading(text=block.text)
            yield from block.blocks
        else:
            yield block


def blocks_text(blocks: Iterable[Block]) -> str:
    """Some blocks as text, for a terminal."""
    return "".join(_laid(block) for block in _unfold(blocks))


def text_pieces(content: Content) -> list[str]:
    """Return the email as text pieces, lines of 72 columns (addresses may be longer).
    Most pieces are shared with other emails; each ends with a line break."""
    marker = [content.marker, ""] if content.marker else []
    head = [marker, fill(content.title), fill(content.under) if content.under else []]
    pieces = [line + "\n" for lines in head for line in lines]
    after_heading = False
    for block in _unfold(content.blocks):
        laid = _block(block)
        if laid:
            if not after_heading:
                pieces.append("\n")
            pieces += laid
            after_heading = isinstance(block, Heading)
    pieces.append("\n-- \n")
    pieces += ["\n".join(fill(f"{text}: {href}" if href else text)) + "\n" for text, href in content.footer]
    return pieces


# The longest line of a message, and the sign at the end of one that goes on in the next.
LINE, SOFT = 76, "=\r\n"


def to_quoted_printable(text: str) -> str:
    """Encode a text as quoted-printable, in lines of up to 76 characters.
    Line feeds become CRLF."""
    if _plain(text):
        return text.replace("\n", "\r\n")
    return binascii.b2a_qp(text.encode()).decode("ascii").replace("\n", "\r\n")


@memoize
def piece(text: str) -> str:
    """Encode a text as quoted-printable that another piece may follow.
    It ends with the soft line break `=` CRLF unless it is empty or ends with a line break."""
    if len(text) < LINE and "=" not in text and text.isascii() and text.isprintable():
        return text + SOFT if text else ""
    lines = to_quoted_printable(text)
    if lines.endswith("\n"):
        return lines
    begin = lines.rfind("\n") + 1
    if len(lines) - begin >= LINE:
        # No room for the sign that the text goes on: the line is cut before it, but never within `=C3`.
        cut = begin + LINE - 3
        while "=" in lines[cut - 2 : cut]:
            cut -= 1
        lines = lines[:cut] + SOFT + lines[cut:]
    return lines + SOFT


def _plain(text: str) -> bool:
    """Whether a text is its own encoding, as most lines of text are."""
    return (
        "=" not in text
        and text.isascii()
        and " \n" not in text
        and text[-1:] != " "
        and all(len(line) <= LINE and line.isprintable() for line in text.split("\n"))
    )


PAGE = Path(__file__).parent / "templates" / "mail.html"
MAP_WIDTH = 596
# Drawn as characters, for many mail programs show no pictures. The selector asks for letters, not for emoji.
SWORD, TOWER = "\u2694\ufe0e", "\u265c\ufe0e"
_PIECE = re.compile(r"<!--piece (?P<name>[a-z-]+)-->(?P<piece>.*?)<!--end-->", re.DOTALL)
# Where a table has a place for its rows a comment stands: text may not, between the parts of a table.
_PLACE = re.compile(r"<!--(\{[a-z]+\})-->")
_NAME = re.compile(r"(\{[a-z]+\})")
_FRAME = re.compile(r"@@[a-z]+@@|<!--pieces-->.*?<!--/pieces-->", re.DOTALL)


@cache
def _page() -> str:
    # Once in a process that writes emails, never in one that writes none.
    import css_inline

    inliner = css_inline.CSSInliner(load_remote_stylesheets=False, keep_style_tags=False)
    return inliner.inline(PAGE.read_text(encoding="utf-8").rstrip())


@cache
def _frame() -> list[str]:
    """Split the template around its places: language, subject, preview, title, body..."""
    return [piece(part) for part in _FRAME.split(_page())]


@cache
def _pieces() -> dict[str, Callable[..., str]]:
    """The pieces by name, as functions of what fills their places."""
    return {
        match["name"]: _encode_template(_PLACE.sub(r"\1", match["piece"])).format for match in _PIECE.finditer(_page())
    }


def _encode_template(template: str) -> str:
    """Encode the text of a template as quoted-printable, except its `{places}`."""
    return "".join(part if n % 2 else piece(part) for n, part in enumerate(_NAME.split(template)))


def _render_piece(name: str, text: str = "", **inside: str) -> str:
    """A piece with its text, which is escaped, and with what is HTML already."""
    return _pieces()[name](text=_shown(text), **inside)


def _shown(text: str) -> str:
    return piece(escape(text, quote=False).replace("\xa0", "&nbsp;"))


def _attribute_value(text: str) -> str:
    """Escape a text as the value of an HTML attribute and encode it."""
    return piece(escape(text, quote=False).replace("\xa0", "&nbsp;").replace('"', "&quot;"))


def html_part(content: Content, words: Words, cid: str) -> str:
    """Return the email as quoted-printable HTML; `cid` of the picture has no brackets."""
    under = _render_piece("under", content.under) if content.under else ""
    body = "".join(_html_block(block, content.picture, cid) for block in content.blocks)
    foot = "".join(_foot(text, href) for text, href in content.footer)
    marker = _render_piece("marker", content.marker) if content.marker else ""
    head = (piece(words.language), _shown(content.subject), _shown(content.preview), marker, _shown(content.title))
    places = (*head, f"{under}\r\n{body}", foot, "")
    return "".join(part for pair in zip(_frame(), places, strict=True) for part in pair).removesuffix(SOFT)


@memoize
def _foot(text: str, href: str) -> str:
    return _render_piece("foot-link", text, href=_attribute_value(href)) if href else _render_piece("foot", text)


def _html_block(block: Block, picture: Picture | None, cid: str) -> str:
    """Return a block as encoded HTML; a map without a picture is left out.
    `cid` is the content id of the picture."""
    match block:
        case Story():
            return "".join(_paragraph(paragraph, own=block.seat in paragraph.houses) for paragraph in block.paragraphs)
        case Map():
            if picture is None:
                return ""
            height = piece(str(round(MAP_WIDTH * picture.height / picture.width)))
            return _pieces()["map"](
                text=_attribute_value(block.text),
                href=_attribute_value(block.href),
                cid=_attribute_value(cid),
                height=height,
            )
    return _plain_block(block)


@memoize
def _plain_block(block: Block) -> str:
    """Return a block of text, table or button as encoded HTML.
    Raises TypeError for stories and maps."""
    match block:
        case Heading():
            return _render_piece("heading", block.text)
        case Prose():
            return _render_piece("strong" if block.strong else "prose", block.text)
        case Rows():
            return _rows(block.rows)
        case Grid():
            rows = [
                _line("mine" if n == block.own else "cell", line, block.words) for n, line in enumerate(block.lines)
            ]
            return _render_piece("grid", lines=_line("head", block.head, block.words) + "".join(rows))
        case Points():
            points = "".join(_render_piece("point", point) for point in block.points)
            return (
                _render_piece("prose", block.text) + "\r\n" + (_render_piece("points", points=points) if points else "")
            )
        case Folded():
            return _render_piece("folded", block.text, inside="".join(map(_plain_block, block.blocks)))
        case Button():
            return _render_piece("button", block.text, href=_attribute_value(block.href))
        case Typed():
            return _render_piece("typed", "\n".join(block.lines))
    raise TypeError(f"no HTML for {type(block).__name__}")


def _rows(rows: Sequence[Row]) -> str:
    return _render_piece("rows", rows="".join(map(_row, rows)))


@memoize
def _row(row: Row) -> str:
    total = "-total" if row.total else ""
    figure = _render_piece(f"figure{total}", row.figure) if row.figure else ""
    return _render_piece(f"row{total}", row.text, label=_shown(row.label), figure=figure)


@memoize
def _card(card: Card) -> str:
    """A card as a small table, in the colours of its house; signs are characters."""
    look = arms(card.arms)
    signs = " ".join(filter(None, (SWORD * card.swords, TOWER * card.fortifications))) or look.letter
    note = _render_piece("card-note", card.note) if card.note else ""
    saying = _render_piece("card-text", card.text) if card.text else ""
    colours = {"colour": piece(look.colour), "mark": piece(look.mark)}
    shown = {"strength": _shown(card.strength), "signs": _shown(signs), "note": note, "saying": saying}
    return _render_piece("card", card.words, **colours, **shown)


@memoize
def _line(kind: str, line: tuple[str, ...], words: int) -> str:
    sorts = [kind, f"{kind}-word", f"{kind}-player"]
    places = ((0 if n >= words else 1 if n == 0 else 2) for n in range(len(line)))
    return _render_piece(
        "line", cells="".join(_render_piece(sorts[place], text) for place, text in zip(places, line, strict=True))
    )


@memoize
def _paragraph(paragraph: Paragraph, *, own: bool) -> str:
    """A paragraph of the story; remembered, for a table's emails share most."""
    rows = _rows(paragraph.rows) if paragraph.rows else ""
    asides = "".join(
        _render_piece("default" if aside.default else "aside", aside.text)
        + "".join(_render_piece("skipped", skipped) for skipped in (*aside.skipped, *filter(None, (aside.counted,))))
        for aside in paragraph.asides
    )
    match paragraph.kind:
        case "round" | "phase":
            return _render_piece("told-heading", paragraph.text)
        case "battle":
            cards = "".join(map(_card, paragraph.battle.played)) if paragraph.battle else ""
            rows += _render_piece("played", cards=cards) if cards else ""
            after = "".join(_render_piece("after", sentence) for sentence in paragraph.after)
            cite = _render_piece("cite", paragraph.citation) if paragraph.citation else ""
            inside = f"{rows}{after}\r\n{asides}{cite}"
            return _render_piece("battle-own" if own else "battle", paragraph.text, inside=inside)
    kind = "event-own" if own and paragraph.kind != "orders" else "event"
    return (_render_piece(kind, paragraph.text) if paragraph.text else "") + f"\r\n{rows}\r\n{asides}"
