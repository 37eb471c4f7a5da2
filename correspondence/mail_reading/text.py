"""Decode mail text: charsets, HTML as lines, no invisible parts. Never raises.

Charset names are looked up in a table here, not by Python: its search caches every name asked for, and some codecs
(punycode) take quadratic time.
"""

from __future__ import annotations

import encodings.aliases
import re
from html.entities import html5

from correspondence.mail_reading.mail import PHRASES

_BREAKS = re.compile("\r\n|[\r\n\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029]")
# Control characters, halves of pairs, private signs, what turns text around, and what fills a place unseen.
_UNSEEN = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f\u00ad\u034f\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f"
    "\ud800-\udfff\ue000-\uf8ff\ufeff\ufff0-\uffff\U000e0000-\U000e0fff\U000f0000-\U0010ffff]"
)
_SPACES = re.compile("[\t\u00a0\u2000-\u200a\u202f\u205f\u3000]")


def clean_text(text: str) -> str:
    """Return text with line feeds and plain spaces only, lines stripped at the end."""
    whole = _UNSEEN.sub("", _SPACES.sub(" ", _BREAKS.sub("\n", text)))
    return "\n".join([line.rstrip(" ") for line in whole.split("\n")])


def to_single_line(text: str, longest: int) -> str:
    """Return a text, cleaned, as one line with single spaces.
    It has at most `longest` characters."""
    return " ".join(clean_text(text[: 4 * longest]).split())[:longest].rstrip()


_CHARSETS = PHRASES["charsets"]
_SIGNS = re.compile(r"[^a-z0-9]")
_BY_NAME = {_SIGNS.sub("", codec): codec for codec in _CHARSETS["codecs"]} | {
    _SIGNS.sub("", alias): codec for alias, codec in encodings.aliases.aliases.items() if codec in _CHARSETS["codecs"]
}
_BY_NAME |= {_SIGNS.sub("", f"x{name}"): codec for name, codec in list(_BY_NAME.items())}
_BY_NAME |= {name: codec for codec, names in _CHARSETS.items() if codec != "codecs" for name in names}
# What programs say that do not know: bytes beyond ASCII in these are UTF-8 if they can be, else Windows' letters.
_SAID_BY_HABIT = frozenset({"", "ascii", "utf_8", "latin_1", "cp1252"})


def codec_of(charset: str) -> str:
    """Return a charset's codec; "" if unknown or not used in mails."""
    return _BY_NAME.get(_SIGNS.sub("", charset[:60].lower()), "")


def decode_text(data: bytes, charset: str, cut: bool = False) -> str:
    """Decode bytes by a charset, else as UTF-8 or Windows-1252; never raises.
    `cut`: omit an incomplete UTF-8 character at the end."""
    if data.isascii() and codec_of(charset) in _SAID_BY_HABIT:
        return data.decode("ascii")
    codec = codec_of(charset)
    tried = ("utf_8", "cp1252") if codec in _SAID_BY_HABIT else (codec, "utf_8", "cp1252")
    for each in tried:
        try:
            return (_trim_partial(data) if cut and each == "utf_8" else data).decode(each)
        except UnicodeError:
            continue
    return data.decode("cp1252", "replace").replace("\ufffd", " ")


def _trim_partial(data: bytes) -> bytes:
    """The bytes without the beginning of a UTF-8 character at their end."""
    end = len(data)
    while end > len(data) - 4 and end > 0 and 0x80 <= data[end - 1] < 0xC0:
        end -= 1
    first = data[end - 1] if end > 0 else 0
    # How many bytes the character has that begins with this one.
    length = 2 + (first >= 0xE0) + (first >= 0xF0)
    begun = first >= 0xC0 and len(data) - end + 1 < length
    return data[: end - 1] if begun else data


# Characters of HTML that are read.
MAX_HTML = 1024 * 1024
# Tags of a page; what stands behind so many is not read.
MAX_TAGS = 40_000
# Levels of lists, quotations and the like that are told apart.
_DEEPEST = 50
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9:-]{0,30})")
_SPACE = re.compile(r"[ \t\r\n\f]+")
_ENTITY = re.compile(r"&(#[0-9]{1,7}(?![0-9])|#[xX][0-9a-fA-F]{1,6}(?![0-9a-fA-F])|[A-Za-z][A-Za-z0-9]{1,30});?")
_TAGS = PHRASES["tags"]
_TIGHT = re.compile(r"mso(?:normal|plaintext|listparagraph)|margin(?:-top|-bottom)?: ?0(?![.1-9])")
_STOP = re.compile(r">|=[\"']")
# What nobody saw nobody wrote: the line with which emails are listed, hidden at their beginning.
_HIDDEN = re.compile(r"display: ?none")
_OWN_INDENT = re.compile(r"border: ?(?:none|0)")


def html_to_text(html: str) -> tuple[str, bool]:
    """Return the visible text of an HTML page, in lines, and whether it was cut."""
    page, whole = _Page(), len(html)
    html, at = html[:MAX_HTML], 0
    for _ in range(MAX_TAGS):
        sign = html.find("<", at)
        if sign < 0:
            page.show(html[at:])
            return page.text(), whole > MAX_HTML
        page.show(html[at:sign])
        at = _read_tag(html, sign, page)
    return page.text(), True


def _read_tag(html: str, at: int, page: _Page) -> int:
    """Apply the tag or comment at this `<` to the page.
    Returns the place where the text goes on."""
    if html.startswith("<!--", at):
        return page.past(html, at + 4, "-->")
    match = _TAG.match(html, at)
    if match is None:
        if html[at + 1 : at + 2] in ("!", "?"):
            end = html.find(">", at, at + 1000)
            return end + 1 if end >= 0 else at + 2
        page.show("<")
        return at + 1
    end = _end_of_tag(html, match.end())
    name, attributes = match[2].lower(), html[match.end() : end].lower()
    if match[1]:
        page.close(name)
    elif name in _TAGS["silent"] or _HIDDEN.search(attributes):
        return page.past(html, end, f"</{name}")
    else:
        page.open(name, attributes)
    return end


def _end_of_tag(html: str, at: int) -> int:
    """Return the place after a tag's `>`, skipping quoted ones; 64 KB at most."""
    last = min(len(html), at + 65536)
    while (stop := _STOP.search(html, at, last)) is not None:
        if stop[0] == ">":
            return stop.end()
        ended = html.find(stop[0][1], stop.end(), last)
        at = ended + 1 if ended >= 0 else stop.end()
    return last


def _decode_entities(text: str) -> str:
    """Replace the HTML entities of a text by their characters; unknown ones stay."""
    return _ENTITY.sub(_entity, text) if "&" in text else text


def _entity(match: re.Match[str]) -> str:
    name = match[1]
    if name[0] != "#":
        return html5.get(f"{name};", match[0])
    number = int(name[2:], 16) if name[1] in "xX" else int(name[1:])
    return chr(number) if 0 < number < 0x110000 else ""


class _Page:
    """The lines told so far, and in what the next text stands."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.now: list[str] = []
        # Whether something stands on the line, so that a space may follow; and whether room is wanted above it.
        self.begun = self.apart = False
        self.quotes: list[bool] = []
        self.tight = False
        self.plain = 0
        # What was looked for and does not come any more.
        self.missing: set[str] = set()

    def past(self, html: str, at: int, mark: str) -> int:
        """Return the place at or behind the next `mark` (behind it for `-->`).
        If it never comes, returns `at`, for then nothing is hidden."""
        end = -1
        if mark not in self.missing:
            small = html.find(mark, at)
            end = small if small >= 0 else html.find(mark.upper(), at)
        if end < 0:
            self.missing.add(mark)
            return at
        return end + len(mark) if mark == "-->" else end

    def show(self, text: str) -> None:
        """Add a text to the current line, with white space collapsed outside of `pre`."""
        if not text:
            return
        if self.plain:
            first, *rest = _decode_entities(text).replace("\r\n", "\n").split("\n")
            self._add(first)
            for line in rest:
                self._end_line()
                self._add(line)
            return
        words = _SPACE.sub(" ", text)
        if not self.begun or self.now[-1].endswith(" "):
            words = words.lstrip(" ")
        self._add(_decode_entities(words))

    def _add(self, text: str) -> None:
        if text:
            self.now.append(text)
            self.begun = True

    def _end_line(self, allow_empty: bool = True) -> None:
        """End a line: `allow_empty` ends also one on which nothing stands."""
        if not (self.begun or allow_empty):
            return
        mark = ">" * sum(self.quotes)
        if self.apart and self.lines and self.lines[-1].strip("> "):
            self.lines.append(mark)
        self.apart = False
        text = "".join(self.now).rstrip(" ")
        self.lines.append(f"{mark} {text}" if mark else text)
        self.now, self.begun = [], False

    def open(self, name: str, attributes: str) -> None:
        """Apply an opening tag: end lines for blocks and breaks, part table cells."""
        if name == "br":
            self._end_line()
        elif name == "hr":
            self._end_line(allow_empty=False)
            self._add("_" * 32)
            self._end_line()
        elif name in ("td", "th") and self.begun:
            self._add(" ")
        elif name in _TAGS["blocks"]:
            self._end_line(allow_empty=False)
            self._enter(name, attributes)

    def _enter(self, name: str, attributes: str) -> None:
        """Note that a block begins: quotation level, `pre`, and room above it."""
        if name == "blockquote" and len(self.quotes) < _DEEPEST:
            # Some programs indent the writer's own words with it.
            self.quotes.append("cite" in attributes or _OWN_INDENT.search(attributes) is None)
        if name == "pre":
            self.plain += 1
        tight = _TIGHT.search(attributes) is not None
        if name == "p":
            self.tight = tight
        if name in _TAGS["apart"] and not tight:
            self.apart = True

    def close(self, name: str) -> None:
        """Apply a closing tag: end the line, and the quotation or `pre` if it was one."""
        if name not in _TAGS["blocks"]:
            return
        self._end_line(allow_empty=False)
        if name == "blockquote" and self.quotes:
            self.quotes.pop()
        if name == "pre":
            self.plain = max(0, self.plain - 1)
        if name in _TAGS["apart"] and not (name == "p" and self.tight):
            self.apart = True

    def text(self) -> str:
        """All lines."""
        self._end_line(allow_empty=False)
        return "\n".join(self.lines)
