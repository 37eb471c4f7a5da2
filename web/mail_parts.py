"""Parts of a letter for the mailbox page: head, text, pictures, attachments, links."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from email.message import EmailMessage
from html.parser import HTMLParser

_LINK = re.compile(r"https?://[^\s<>\"'\]]+[^\s<>\"'\].,;:!?)]")
HEADERS = ("From", "To", "Subject", "Date")
MORE_HEADERS = (
    "Message-ID",
    "In-Reply-To",
    "References",
    "List-Id",
    "List-Unsubscribe",
    "List-Unsubscribe-Post",
    "Auto-Submitted",
)


@dataclass(frozen=True)
class ShownLetter:
    """A letter for the page. `text` is cut into pieces; every second one is a link. `attachments` are
    names of parts, with the names of their files."""

    subject: str
    headers: tuple[tuple[str, str], ...]
    more: tuple[tuple[str, str], ...]
    text: tuple[str, ...]
    html: bool
    attachments: tuple[tuple[str, str], ...]


def shown(letter: EmailMessage) -> ShownLetter:
    """What the page shows of a letter."""
    plain, rich = letter.get_body(("plain",)), letter.get_body(("html",))
    text = str(plain.get_content()) if isinstance(plain, EmailMessage) else ""
    files = [part for part in letter.walk() if part.get_content_maintype() not in ("multipart", "text")]
    files += [part for part in letter.walk() if part.get_content_type() == "text/calendar"]
    labels = {part_name(part): part.get_filename() or part_name(part) for part in files}
    return ShownLetter(
        subject=str(letter.get("Subject", "")),
        headers=_headers(letter, HEADERS),
        more=_headers(letter, MORE_HEADERS),
        text=with_links(text),
        html=rich is not None,
        attachments=tuple((name, label) for name, label in labels.items() if name),
    )


def _headers(letter: EmailMessage, names: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    return tuple((name, str(letter[name])) for name in names if letter[name] is not None)


def with_links(text: str) -> tuple[str, ...]:
    """The text in pieces: words, link, words, link, ..., words."""
    pieces, at = [], 0
    for found in _LINK.finditer(text):
        pieces += [text[at : found.start()], found.group()]
        at = found.end()
    return (*pieces, text[at:])


def part_name(part: object) -> str:
    """What a part is called: its Content-ID without brackets, else its file name."""
    if not isinstance(part, EmailMessage):
        return ""
    return str(part.get("Content-ID", "")).strip().strip("<>") or part.get_filename() or ""


def part_named(letter: EmailMessage, name: str) -> EmailMessage | None:
    """The part with this name."""
    return next((p for p in letter.walk() if isinstance(p, EmailMessage) and name and part_name(p) == name), None)


def html_with_pictures(letter: EmailMessage, address: Callable[[str], str]) -> str | None:
    """The HTML part, its inline pictures at addresses of ours and its links opening outside of the frame."""
    part = letter.get_body(("html",))
    if not isinstance(part, EmailMessage):
        return None
    # Browsers read one kind of line break, and the hashes of styles are of what they read.
    html = str(part.get_content()).replace("\r\n", "\n")
    drawn = re.sub(r"cid:([^\"'\s>)]+)", lambda found: address(found[1]), html)
    return re.sub(r"<head>", '<head><base target="_blank">', drawn, count=1)


def styles_of(html: str) -> list[str]:
    """Every style of an HTML document, each once: of its style elements and of its attributes."""
    reader = _Styles()
    reader.feed(html)
    return list(dict.fromkeys(reader.found))


class _Styles(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self._inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside = tag == "style"
        self.found += [value for name, value in attrs if name == "style" and value]

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.found.append(data)

    def handle_endtag(self, tag: str) -> None:
        self._inside = False
