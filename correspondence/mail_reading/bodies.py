"""A mail's MIME parts, and which are its text; depth and number are bounded.

Copies nothing. Python's parser raises for some damaged mails, scans each line once for every level and nests as deep as
the sender likes. Text lines are unflowed (format=flowed, RFC 3676); other parts are named.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from urllib.parse import unquote_to_bytes

from correspondence.mail_reading.header_fields import Fields, decode_words, from_base64, read_head
from correspondence.mail_reading.mail import MAX_ATTACHMENTS, MAX_NAME, MAX_TEXT, PHRASES
from correspondence.mail_reading.quotation import own_text, without_armour
from correspondence.mail_reading.text import clean_text, decode_text, html_to_text, to_single_line

MAX_DEPTH, MAX_PARTS = 20, 200
_TYPE = re.compile(r"[^\s/]+/[^\s/]+")
# Places that look like a boundary but are none, before it is given up to look for more.
MAX_LOOKS = 4000
MAX_PARAMETERS = 40
_QUOTED_OR_END = re.compile(r'"(?:[^"\\]|\\.)*"?|;', re.DOTALL)
_ESCAPED = re.compile(r"\\(.)")


def read_parameters(value: str) -> tuple[str, dict[str, str]]:
    """Return the value before the first `;` and the parameters, lower-case names."""
    # The pieces between semicolons that stand in no quotation.
    ends = [sign.start() for sign in _QUOTED_OR_END.finditer(value) if sign[0] == ";"]
    first, *rest = [value[begin + 1 : end] for begin, end in pairwise([-1, *ends, len(value)])]
    parameters: dict[str, str] = {}
    for part in rest[:MAX_PARAMETERS]:
        name, _, raw_value = part.partition("=")
        parameters.setdefault(name.strip().lower(), raw_value.strip())
    return first.strip().lower(), _plain_parameters(parameters)


def _plain_parameters(parameters: dict[str, str]) -> dict[str, str]:
    plain = {name: decode_words(_unquote_value(raw_value)) for name, raw_value in parameters.items() if "*" not in name}
    for name in dict.fromkeys(at.partition("*")[0] for at in parameters if "*" in at):
        plain[name] = _decode_extended(name, parameters)
    return plain


def _unquote_value(value: str) -> str:
    """Return a parameter's value without its quotation marks, or its comment."""
    if value[:1] != '"':
        return value.partition("(")[0].strip() if "(" in value else value
    return _ESCAPED.sub(r"\1", value[1:].rpartition('"')[0] or value[1:])


def _decode_extended(name: str, parameters: dict[str, str]) -> str:
    """A parameter in pieces (`name*0*`) or with its charset (`name*`)."""
    pieces = [f"{name}*"] if f"{name}*" in parameters else []
    for number in range(MAX_PARAMETERS):
        pieces += [at for at in (f"{name}*{number}*", f"{name}*{number}") if at in parameters]
    data, charset = b"", ""
    for place, at in enumerate(pieces):
        value = _unquote_value(parameters[at])
        if at.endswith("*"):
            if place == 0 and value.count("'") >= 2:
                charset, _, value = value.split("'", 2)
            data += unquote_to_bytes(value)
        else:
            data += value.encode("utf-8", "replace")
    return decode_text(data, charset)


@dataclass(frozen=True)
class Part:
    """A MIME part: its declared type, and the place of its body in the bytes."""

    data: bytes = field(repr=False)
    begin: int
    end: int
    fields: Fields
    # As text/plain; what says nothing is that.
    type: str
    parameters: dict[str, str]
    attached: bool
    # The name of a file; "" if none was given.
    name: str
    children: tuple[Part, ...] = ()

    @property
    def main_type(self) -> str:
        """text, multipart, message, image ..."""
        return self.type.partition("/")[0]

    def body(self, most: int) -> bytes:
        """Decode the body from its transfer encoding; return at most `most` bytes."""
        encoding = self.fields.first("content-transfer-encoding").partition(";")[0].strip().lower()
        # Encoded bytes are three characters at most, and lines end.
        raw = self.data[self.begin : min(self.end, self.begin + 4 * most)]
        if encoding == "quoted-printable":
            raw = binascii.a2b_qp(raw)
        elif encoding == "base64":
            raw = from_base64(raw)
        return raw[:most]

    def walk(self) -> Iterator[Part]:
        """Iterate over this part and all parts within it, outer ones first."""
        yield self
        for child in self.children:
            yield from child.walk()


def read_parts(data: bytes) -> Part:
    """The whole mail as a part, with those within it."""
    return _read_part(data, 0, len(data), "text/plain", 0, [MAX_PARTS])


def _read_part(data: bytes, begin: int, end: int, default: str, depth: int, left: list[int]) -> Part:
    """Read the part between two places of the mail, and the parts within it.
    `default` is its type if it declares none; `left[0]` counts down the parts that may still be read."""
    left[0] -= 1
    fields, body = read_head(data, begin, end)
    content_type, parameters = read_parameters(fields.first("content-type"))
    # What breaks the grammar is plain text (RFC 2045, 5.2).
    type_ = content_type if _TYPE.fullmatch(content_type) else "text/plain" if content_type else default
    disposition, more = read_parameters(fields.first("content-disposition"))
    name = decode_words(more.get("filename") or parameters.get("name") or "")
    children: tuple[Part, ...] = ()
    if depth < MAX_DEPTH:
        children = _read_children(data, body, end, type_, parameters, depth, left)
    if type_.startswith("multipart/") and not children:
        # Damaged: whatever it holds is read as text.
        type_ = "text/plain" if depth < MAX_DEPTH else "application/octet-stream"
    return Part(data, body, end, fields, type_, parameters, disposition == "attachment", name, children)


def _read_children(
    data: bytes, begin: int, end: int, type_: str, parameters: dict[str, str], depth: int, left: list[int]
) -> tuple[Part, ...]:
    """Read the parts within a multipart or an attached mail; others have none.
    `left[0]` counts down the parts that may still be read."""
    if type_ in ("message/rfc822", "message/global"):
        return (_read_part(data, begin, end, "text/plain", depth + 1, left),) if left[0] > 0 else ()
    if not type_.startswith("multipart/"):
        return ()
    boundary = parameters.get("boundary", "").encode("utf-8", "replace")[:200]
    if not boundary:
        # A multipart that doesn't name it: what its first line says, if that looks like one.
        first = data[begin : min(end, begin + 300)].lstrip(b"\r\n").partition(b"\n")[0].rstrip()
        boundary = first[2:] if first.startswith(b"--") and len(first) > 4 else b""
    default = "message/rfc822" if type_ == "multipart/digest" else "text/plain"
    children: list[Part] = []
    for at, stop in _between(data, begin, end, b"--" + boundary) if boundary else ():
        if left[0] <= 0:
            break
        children.append(_read_part(data, at, stop, default, depth + 1, left))
    return tuple(children)


def _between(data: bytes, begin: int, end: int, mark: bytes) -> Iterator[tuple[int, int]]:
    """Return the spans between boundary lines; the last one may be unclosed."""
    opened, at = -1, begin
    for _ in range(MAX_LOOKS):
        at = data.find(mark, at, end)
        if at < 0:
            break
        after = at + len(mark)
        line_end = data.find(b"\n", after, min(end, after + 1000))
        line_end = min(end, after + 1000) if line_end < 0 else line_end + 1
        rest = data[after:line_end].strip()
        if (at == begin or data[at - 1 : at] == b"\n") and rest in (b"", b"--"):
            if opened >= 0:
                # The break before the line of a boundary belongs to the boundary.
                stop = at - (at > opened and data[at - 1 : at] == b"\n")
                yield opened, stop - (stop > opened and data[stop - 1 : stop] == b"\r")
            opened = line_end if not rest else -1
            if rest:
                break
            at = line_end
        else:
            at = after
    if opened >= 0:
        yield opened, end


# Bytes of one body that are decoded, bytes of all as they were sent, and lines.
MAX_BODY, MAX_SOURCE, MAX_LINES = 4 * MAX_TEXT, 8 * MAX_TEXT, 20_000


def unflow(text: str, delete_space: bool) -> str:
    """Return flowed text with paragraphs as single lines, one `>` per quotation level."""
    paragraphs: list[tuple[int, list[str]]] = []
    flows = False
    for line in text.split("\n"):
        depth = len(line) - len(line.lstrip(">"))
        content = line[depth:].removeprefix(" ")
        # The line before a signature never flows, nor does one into another depth.
        signature = content == "-- "
        if not flows or signature or paragraphs[-1][0] != depth:
            paragraphs.append((depth, []))
        flows = content.endswith(" ") and not signature
        paragraphs[-1][1].append(content[:-1] if flows and delete_space else content)
    whole = ((depth, "".join(pieces)) for depth, pieces in paragraphs)
    return "\n".join(f"{'>' * depth} {content}" if depth else content for depth, content in whole)


def unwrap(text: str, other: str) -> str:
    """Return `text` without the line breaks that its HTML version `other` lacks.

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
    """A mail's text: what its writer wrote, all of it, and whether it was cut."""

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
    full_text, cut = _join_texts(part for piece in pieces if (part := piece.plain or piece.html))
    own = own_text(without_armour(full_text))
    if any(piece.html and piece.plain for piece in pieces):
        full_text, own = _choose_from_html(pieces, full_text, own)
    texts = (part for part in others if part.main_type in ("text", "application"))
    files = [part for part in texts if part.type == "text/plain" or part.name.lower().endswith((".txt", ".text"))]
    for file in files[:1] if not own else ():
        full_text, cut = _join_texts([file])
        own = own_text(full_text)
        others = [part for part in others if part is not file]
    return Text(own, full_text, cut, tuple(map(_name, others[:MAX_ATTACHMENTS])))


def _choose_from_html(pieces: list[_Piece], full_text: str, own: str) -> tuple[str, str]:
    """Return a mail's whole and own text, the own one unwrapped as in the HTML.
    If the plain text is a stub (empty, or a hint to read HTML), both come from the HTML part."""
    shown, _ = _join_texts(part for piece in pieces if (part := piece.html or piece.plain))
    own_shown = own_text(shown)
    # What stands for the text where programs show no HTML: "Your program cannot show HTML."
    stub = not full_text.strip() or (len(own) < 300 and "html" in own.lower() and "html" not in own_shown.lower())
    return (shown, own_shown) if stub and own_shown else (full_text, unwrap(own, own_shown))


def _sort(part: Part, related: bool, pieces: list[_Piece], others: list[Part]) -> None:
    """Sort text into `pieces`, the rest into `others`; `related`: a page's pictures."""
    if part.type == "multipart/alternative" and part.children:
        _alternatives(part, pieces, others)
    elif part.type in ("multipart/signed", "multipart/related", "multipart/report") and part.children:
        for number, child in enumerate(part.children):
            _sort(child, related or (number > 0 and part.type == "multipart/related"), pieces, others)
    elif part.type.startswith("multipart/") and part.type not in PHRASES["types"]["sealed"]:
        for child in part.children:
            _sort(child, related, pieces, others)
    elif part.type in ("text/plain", "text/html") and not part.attached and not part.name:
        pieces.append(_Piece(part, None) if part.type == "text/plain" else _Piece(None, part))
    elif part.type not in PHRASES["types"]["silent"] and not (related and part.main_type == "image"):
        others.append(part)


def _alternatives(part: Part, pieces: list[_Piece], others: list[Part]) -> None:
    """Choose one piece of the alternatives; list pictures and files (Apple's) in them."""
    choices: list[_Piece] = []
    for child in part.children:
        _sort(child, True, choices, others)
    plain = next((piece.plain for piece in choices if piece.plain), None)
    html = next((piece.html for piece in choices if piece.html), None)
    if plain or html:
        pieces.append(_Piece(plain, html))
    # A page in pieces: Apple's mails with pictures or files between words.
    pieces += [_Piece(None, piece.html) for piece in choices if piece.html and piece.html is not html and not plain]


def _join_texts(parts: Iterable[Part]) -> tuple[str, bool]:
    """The texts of parts below each other, and whether more was there than is read."""
    texts: list[str] = []
    room, source = MAX_TEXT, MAX_SOURCE
    for part in parts:
        source -= part.end - part.begin
        text, cut = _part_text(part)
        texts.append(text[:room])
        room -= len(text) + 1
        if cut or room < 0 or source < 0:
            return "\n".join(texts)[:MAX_TEXT], cut or room < -1 or source < 0
    return "\n".join(texts), False


def _part_text(part: Part) -> tuple[str, bool]:
    """A part's text, no longer than is read, and whether it was."""
    data = part.body(MAX_BODY)
    text = decode_text(data, part.parameters.get("charset", ""), cut=len(data) == MAX_BODY)
    if part.type == "text/html":
        page, cut = html_to_text(text)
        visible_text, more = _few_lines(clean_text(page))
        return visible_text, cut or more or len(data) == MAX_BODY
    visible_text, cut = _few_lines(text[:MAX_TEXT].replace("\r\n", "\n"))
    if part.parameters.get("format", "").lower() == "flowed":
        visible_text = unflow(visible_text, part.parameters.get("delsp", "").lower() == "yes")
    # Other signs than line feeds end lines, too.
    visible_text, more = _few_lines(clean_text(visible_text))
    return visible_text, cut or more or len(text) > MAX_TEXT


def _few_lines(text: str) -> tuple[str, bool]:
    """The lines of a text that are read, and whether there were more."""
    lines = text.split("\n", MAX_LINES)
    return "\n".join(lines[:MAX_LINES]), len(lines) > MAX_LINES


def _name(part: Part) -> str:
    """What an attachment is called: its name, that of a mail within, or its type."""
    if part.type == "application/ms-tnef" and not part.name:
        return "winmail.dat"
    return to_single_line(part.name, MAX_NAME) or to_single_line(part.type, MAX_NAME)


def is_sealed(mail: Part, text: Text) -> bool:
    """Whether a mail is encrypted, or signed in a way that hides its text (S/MIME)."""
    hidden = not text.own and any(part.type in PHRASES["types"]["sealed"] for part in mail.walk())
    return hidden or text.own.startswith("-----BEGIN PGP MESSAGE-----")
