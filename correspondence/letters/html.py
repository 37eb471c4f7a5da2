"""The HTML part of a letter: pieces of one page, everything escaped, styles put inline for mail programs.

`templates/letter.html` is a whole page with one of each piece, between comments that name it. Its styles are put inline
once; a letter is the pieces filled and strung together. Pieces, and what fills them, are in the encoding in which they
leave, for that of the page around a text takes longer than to tell it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from html import escape
from pathlib import Path

from correspondence.letters.payload import Picture
from correspondence.letters.quoting import SOFT, piece
from correspondence.letters.text import Content
from narration.memo import remembered
from narration.paragraph import Aside, Paragraph, Row
from narration.plain import Block, Button, Folded, Grid, Heading, Map, Points, Prose, Rows, Story, Typed
from narration.words import Words

PAGE = Path(__file__).parent / "templates" / "letter.html"
MAP_WIDTH = 596
_PIECE = re.compile(r"<!--piece (?P<name>[a-z-]+)-->(?P<piece>.*?)<!--end-->", re.DOTALL)
# Where a table has a place for its rows a comment stands: text may not, between the parts of a table.
_PLACE = re.compile(r"<!--(\{[a-z]+\})-->")
_NAME = re.compile(r"(\{[a-z]+\})")
_FRAME = re.compile(r"@@[a-z]+@@|<!--pieces-->.*?<!--/pieces-->", re.DOTALL)


@cache
def _page() -> str:
    # Once in a process that writes letters, never in one that writes none.
    import css_inline

    inliner = css_inline.CSSInliner(load_remote_stylesheets=False, keep_style_tags=False)
    return inliner.inline(PAGE.read_text(encoding="utf-8").rstrip())


@cache
def _frame() -> list[str]:
    """What stands around the places of a letter: language, subject, preview, marker, title, body, foot."""
    return [piece(part) for part in _FRAME.split(_page())]


@cache
def _pieces() -> dict[str, Callable[..., str]]:
    """The pieces by name, as functions of what fills their places."""
    return {found["name"]: _encoded(_PLACE.sub(r"\1", found["piece"])).format for found in _PIECE.finditer(_page())}


def _encoded(template: str) -> str:
    """A piece encoded around its places, which stay."""
    return "".join(part if n % 2 else piece(part) for n, part in enumerate(_NAME.split(template)))


def _put(name: str, text: str = "", **inside: str) -> str:
    """A piece with its text, which is escaped, and with what is HTML already."""
    return _pieces()[name](text=_shown(text), **inside)


def _shown(text: str) -> str:
    return piece(escape(text, quote=False).replace("\xa0", "&nbsp;"))


def _quoted(text: str) -> str:
    """Text as the value of an attribute."""
    return piece(escape(text, quote=False).replace("\xa0", "&nbsp;").replace('"', "&quot;"))


def html_part(content: Content, words: Words, cid: str) -> str:
    """The whole letter as HTML, quoted-printable; the picture is referred to by `cid` (without angle brackets)."""
    under = _put("under", content.under) if content.under else ""
    body = "".join(_block(block, content.picture, cid) for block in content.blocks)
    foot = "".join(_foot(text, href) for text, href in content.footer)
    marker = _put("marker", content.marker) if content.marker else ""
    said = (piece(words.language), _shown(content.subject), _shown(content.preview), marker, _shown(content.title))
    places = (*said, f"{under}\r\n{body}", foot, "")
    return "".join(part for pair in zip(_frame(), places, strict=True) for part in pair).removesuffix(SOFT)


@remembered
def _foot(text: str, href: str) -> str:
    return _put("foot-link", text, href=_quoted(href)) if href else _put("foot", text)


def _block(block: Block, picture: Picture | None, cid: str) -> str:
    match block:
        case Story():
            return "".join(_paragraph(paragraph, own=block.seat in paragraph.houses) for paragraph in block.paragraphs)
        case Map():
            return _map(block, picture, cid)
    return _plain_block(block)


@remembered
def _plain_block(block: Block) -> str:
    match block:
        case Heading():
            return _put("heading", block.text)
        case Prose():
            return _put("strong" if block.strong else "prose", block.text)
        case Rows():
            return _rows(block.rows)
        case Grid():
            rows = [
                _line("mine" if n == block.own else "cell", line, block.words) for n, line in enumerate(block.lines)
            ]
            return _put("grid", lines=_line("head", block.head, block.words) + "".join(rows))
        case Points():
            points = "".join(_put("point", point) for point in block.points)
            return _put("prose", block.text) + "\r\n" + (_put("points", points=points) if points else "")
        case Folded():
            return _put("folded", block.text, inside="".join(map(_plain_block, block.blocks)))
        case Button():
            return _put("button", block.text, href=_quoted(block.href))
        case Typed():
            return _put("typed", "\n".join(block.lines))
    raise TypeError(f"no HTML for {type(block).__name__}")


def _map(block: Map, picture: Picture | None, cid: str) -> str:
    if picture is None:
        return ""
    height = piece(str(round(MAP_WIDTH * picture.height / picture.width)))
    return _pieces()["map"](text=_quoted(block.text), href=_quoted(block.href), cid=_quoted(cid), height=height)


def _rows(rows: Sequence[Row]) -> str:
    return _put("rows", rows="".join(map(_row, rows)))


@remembered
def _row(row: Row) -> str:
    total = "-total" if row.total else ""
    figure = _put(f"figure{total}", row.figure) if row.figure else ""
    return _put(f"row{total}", row.text, label=_shown(row.label), figure=figure)


@remembered
def _line(kind: str, line: tuple[str, ...], words: int) -> str:
    sorts = [kind, f"{kind}-word", f"{kind}-player"]
    places = ((0 if n >= words else 1 if n == 0 else 2) for n in range(len(line)))
    return _put("line", cells="".join(_put(sorts[place], text) for place, text in zip(places, line, strict=True)))


@remembered
def _paragraph(paragraph: Paragraph, *, own: bool) -> str:
    """A paragraph of the story; remembered, for a table's letters share most."""
    rows = _rows(paragraph.rows) if paragraph.rows else ""
    asides = _asides(paragraph.asides)
    match paragraph.kind:
        case "round" | "phase":
            return _put("told-heading", paragraph.text)
        case "battle":
            after = "".join(_put("after", sentence) for sentence in paragraph.after)
            cite = _put("cite", paragraph.citation) if paragraph.citation else ""
            inside = f"{rows}{after}\r\n{asides}{cite}"
            return _put("battle-own" if own else "battle", paragraph.text, inside=inside)
    kind = "event-own" if own and paragraph.kind != "orders" else "event"
    return (_put(kind, paragraph.text) if paragraph.text else "") + f"\r\n{rows}\r\n{asides}"


def _asides(asides: Iterable[Aside]) -> str:
    return "".join(
        _put("default" if aside.default else "aside", aside.text)
        + "".join(_put("skipped", skipped) for skipped in (*aside.skipped, *filter(None, (aside.counted,))))
        for aside in asides
    )
