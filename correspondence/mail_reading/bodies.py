"""Which parts of a mail are its text, with lines made whole (format=flowed, RFC 3676); what the others are called."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from correspondence.mail_reading.charsets import decoded
from correspondence.mail_reading.cleaning import clean_text, one_line
from correspondence.mail_reading.html_text import text_of
from correspondence.mail_reading.mail import MOST_ATTACHMENTS, MOST_NAME, MOST_TEXT
from correspondence.mail_reading.parts import Part
from correspondence.mail_reading.quotation import own_text, without_armour

# Bytes of one body that are decoded, bytes of all as they were sent, and lines.
MOST_BODY, MOST_SOURCE, MOST_LINES = 4 * MOST_TEXT, 8 * MOST_TEXT, 20_000
# Parts that belong to how a mail is sent, and are nobody's files.
_SILENT = frozenset({
    "application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature", "text/x-amp-html",
    "application/pgp-encrypted", "message/delivery-status", "message/global-delivery-status", "text/rfc822-headers",
    "message/feedback-report", "message/disposition-notification",
})  # fmt: skip
SEALED = frozenset({"application/pkcs7-mime", "application/x-pkcs7-mime", "multipart/encrypted"})


def unflowed(text: str, delete_space: bool) -> str:
    """Flowed text with its paragraphs as single lines; quoted ones begin with one `>` for each level."""
    out: list[str] = []
    open_depth = -1
    pieces: list[str] = []
    for line in text.split("\n"):
        depth = len(line) - len(line.lstrip(">"))
        said = line[depth:]
        said = said[1:] if said.startswith(" ") else said
        # The line before a signature never flows, nor does one into another depth.
        signature = said == "-- "
        if open_depth >= 0 and (depth != open_depth or signature):
            out.append(_line(pieces, open_depth))
            pieces, open_depth = [], -1
        flows = said.endswith(" ") and not signature
        pieces.append(said[:-1] if flows and delete_space else said)
        if flows:
            open_depth = depth
        else:
            out.append(_line(pieces, depth))
            pieces, open_depth = [], -1
    return "\n".join([*out, _line(pieces, open_depth)] if pieces else out)


def _line(pieces: list[str], depth: int) -> str:
    said = "".join(pieces)
    return f"{'>' * depth} {said}" if depth else said


def unwrapped(text: str, other: str) -> str:
    """`text` without the line breaks that a mail program put in, which `other`, the same mail as HTML, doesn't have.

    Both must say the same but for white space; else the text stays as it is.
    """
    if "".join(text.split()) != "".join(other.split()):
        return text
    ends, count = set(), 0
    for line in other.split("\n"):
        count += len("".join(line.split()))
        ends.add(count)
    out: list[str] = []
    joins, count = False, 0
    for line in text.split("\n"):
        if joins and line.strip():
            out[-1] += " " + line.lstrip()
        else:
            out.append(line)
        count += len("".join(line.split()))
        joins = count not in ends and bool(line.strip())
    return "\n".join(out)


@dataclass(frozen=True)
class Text:
    """What a mail's text is: what its writer wrote, all of it, and whether there was more than is read."""

    own: str
    whole: str
    cut: bool
    attachments: tuple[str, ...]


@dataclass(frozen=True)
class _Piece:
    """A part of the text, as one or two sorts say it."""

    plain: Part | None
    html: Part | None


def read_text(mail: Part) -> Text:
    """The text of a mail; of an attached text file if it has no other."""
    pieces: list[_Piece] = []
    others: list[Part] = []
    _sort(mail, False, pieces, others)
    said, cut = _said(part for piece in pieces if (part := piece.plain or piece.html))
    own = own_text(without_armour(said))
    if any(piece.html and piece.plain for piece in pieces):
        said, own = _with_html(pieces, said, own)
    files = [part for part in others if _is_text_file(part)] if not own else []
    for file in files[:1]:
        said, cut = _said([file])
        own = own_text(said)
        others = [part for part in others if part is not file]
    return Text(own, said, cut, tuple(map(_name, others[:MOST_ATTACHMENTS])))


def _with_html(pieces: list[_Piece], said: str, own: str) -> tuple[str, str]:
    """The same with the lines as they were before the program broke them; what HTML alone says if that is the mail."""
    shown, _ = _said(part for piece in pieces if (part := piece.html or piece.plain))
    own_shown = own_text(shown)
    # What stands for the text where programs show no HTML: "Your program cannot show HTML."
    stub = not said.strip() or (len(own) < 300 and "html" in own.lower() and "html" not in own_shown.lower())
    return (shown, own_shown) if stub and own_shown else (said, unwrapped(own, own_shown))


def _sort(part: Part, related: bool, pieces: list[_Piece], others: list[Part]) -> None:
    """Put what is text into `pieces` and what is not into `others`; `related`: beside a page, as its pictures."""
    if part.type == "multipart/alternative" and part.children:
        _alternatives(part, pieces, others)
    elif part.type in ("multipart/signed", "multipart/related", "multipart/report") and part.children:
        for number, child in enumerate(part.children):
            _sort(child, related or (number > 0 and part.type == "multipart/related"), pieces, others)
    elif part.type.startswith("multipart/") and part.type not in SEALED:
        for child in part.children:
            _sort(child, related, pieces, others)
    elif part.type in ("text/plain", "text/html") and not part.attached and not part.name:
        pieces.append(_Piece(part, None) if part.type == "text/plain" else _Piece(None, part))
    elif part.type not in _SILENT and not (related and part.main_type == "image"):
        others.append(part)


def _alternatives(part: Part, pieces: list[_Piece], others: list[Part]) -> None:
    """One piece for all ways of saying it; pictures and files among them (Apple puts some there) are told."""
    found: list[_Piece] = []
    for child in part.children:
        _sort(child, True, found, others)
    plain = next((piece.plain for piece in found if piece.plain), None)
    html = next((piece.html for piece in found if piece.html), None)
    if plain or html:
        pieces.append(_Piece(plain, html))
    # A page in pieces: Apple's mails with pictures or files between words.
    pieces += [_Piece(None, piece.html) for piece in found if piece.html and piece.html is not html and not plain]


def _said(parts: Iterable[Part]) -> tuple[str, bool]:
    """The texts of parts below each other, and whether more was there than is read."""
    found: list[str] = []
    room, source = MOST_TEXT, MOST_SOURCE
    for part in parts:
        source -= part.end - part.begin
        text, cut = _shown(part)
        found.append(text[:room])
        room -= len(text) + 1
        if cut or room < 0 or source < 0:
            return "\n".join(found)[:MOST_TEXT], cut or room < -1 or source < 0
    return "\n".join(found), False


def _shown(part: Part) -> tuple[str, bool]:
    """A part's text, no longer than is read, and whether it was."""
    data = part.body(MOST_BODY)
    text = decoded(data, part.parameters.get("charset", ""), cut=len(data) == MOST_BODY)
    if part.type == "text/html":
        page, cut = text_of(text)
        said, more = _few_lines(clean_text(page))
        return said, cut or more or len(data) == MOST_BODY
    said, cut = _few_lines(text[:MOST_TEXT].replace("\r\n", "\n"))
    if part.parameters.get("format", "").lower() == "flowed":
        said = unflowed(said, part.parameters.get("delsp", "").lower() == "yes")
    # Other signs than line feeds end lines, too.
    said, more = _few_lines(clean_text(said))
    return said, cut or more or len(text) > MOST_TEXT


def _few_lines(text: str) -> tuple[str, bool]:
    """The lines of a text that are read, and whether there were more."""
    lines = text.split("\n", MOST_LINES)
    return "\n".join(lines[:MOST_LINES]), len(lines) > MOST_LINES


def _is_text_file(part: Part) -> bool:
    return part.main_type in ("text", "application") and (
        part.type == "text/plain" or part.name.lower().endswith((".txt", ".text"))
    )


def _name(part: Part) -> str:
    """What an attachment is called: its name, that of a mail within, or its type."""
    if part.type == "application/ms-tnef" and not part.name:
        return "winmail.dat"
    return one_line(part.name, MOST_NAME) or one_line(part.type, MOST_NAME)


def is_sealed(mail: Part, text: Text) -> bool:
    """Whether a mail is encrypted, or signed in a way that hides its text (S/MIME)."""
    hidden = not text.own and any(part.type in SEALED for part in mail.walk())
    return hidden or text.own.startswith("-----BEGIN PGP MESSAGE-----")
