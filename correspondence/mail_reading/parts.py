"""A mail taken apart: what its structure (MIME) says it is made of. Bounded in depth and number; copies nothing.

Python's own parser raises for some mails that were damaged, looks at every line once for every level it is in, and
goes as deep as the sender likes.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import unquote_to_bytes

from correspondence.mail_reading.charsets import decoded
from correspondence.mail_reading.header_fields import Fields, from_base64, read_head, words_of

MOST_DEPTH, MOST_PARTS = 20, 200
_TYPE = re.compile(r"[^\s/]+/[^\s/]+")
# Places that look like a boundary but are none, before it is given up to look for more.
MOST_LOOKS = 4000
MOST_PARAMETERS = 40
_ESCAPED = re.compile(r"\\(.)")


def read_parameters(value: str) -> tuple[str, dict[str, str]]:
    """The value before the first `;` in lower case, and the parameters by their names in lower case."""
    first, *rest = _parts(value)
    given: dict[str, str] = {}
    for part in rest[:MOST_PARAMETERS]:
        name, _, said = part.partition("=")
        given.setdefault(name.strip().lower(), said.strip())
    return first.strip().lower(), _settled(given)


def _parts(value: str) -> list[str]:
    """The pieces between semicolons that stand in no quotation."""
    parts, begin, quoted, escaped = [], 0, False, False
    for place, sign in enumerate(value):
        if escaped:
            escaped = False
        elif sign == "\\" and quoted:
            escaped = True
        elif sign == '"':
            quoted = not quoted
        elif sign == ";" and not quoted:
            parts.append(value[begin:place])
            begin = place + 1
    return [*parts, value[begin:]]


def _settled(given: dict[str, str]) -> dict[str, str]:
    plain = {name: words_of(_unquoted(said)) for name, said in given.items() if "*" not in name}
    for name in dict.fromkeys(at.partition("*")[0] for at in given if "*" in at):
        plain[name] = _extended(name, given)
    return plain


def _unquoted(said: str) -> str:
    if said[:1] != '"':
        return said.partition("(")[0].strip() if "(" in said else said
    return _ESCAPED.sub(r"\1", said[1:].rpartition('"')[0] or said[1:])


def _extended(name: str, given: dict[str, str]) -> str:
    """A parameter in pieces (`name*0*`) or with its charset (`name*`)."""
    pieces = [f"{name}*"] if f"{name}*" in given else []
    for number in range(MOST_PARAMETERS):
        pieces += [at for at in (f"{name}*{number}*", f"{name}*{number}") if at in given]
    data, charset = b"", ""
    for place, at in enumerate(pieces):
        said = _unquoted(given[at])
        if at.endswith("*"):
            if place == 0 and said.count("'") >= 2:
                charset, _, said = said.split("'", 2)
            data += unquote_to_bytes(said)
        else:
            data += said.encode("utf-8", "replace")
    return decoded(data, charset)


@dataclass(frozen=True)
class Part:
    """One part: what it says it is, and where its body stands in the bytes of the mail."""

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
        """The body, its transfer encoding undone; no more than so many bytes."""
        encoding = self.fields.first("content-transfer-encoding").partition(";")[0].strip().lower()
        # Encoded bytes are three characters at most, and lines end.
        raw = self.data[self.begin : min(self.end, self.begin + 4 * most)]
        if encoding == "quoted-printable":
            raw = binascii.a2b_qp(raw)
        elif encoding == "base64":
            raw = from_base64(raw)
        return raw[:most]

    def walk(self) -> Iterator[Part]:
        """This part and all within it."""
        yield self
        for child in self.children:
            yield from child.walk()


def read_parts(data: bytes) -> Part:
    """The whole mail as a part, with those within it."""
    return _part(data, 0, len(data), "text/plain", 0, [MOST_PARTS])


def _part(data: bytes, begin: int, end: int, default: str, depth: int, left: list[int]) -> Part:
    left[0] -= 1
    fields, body = read_head(data, begin, end)
    said, parameters = read_parameters(fields.first("content-type"))
    # What breaks the grammar is plain text (RFC 2045, 5.2).
    type_ = said if _TYPE.fullmatch(said) else "text/plain" if said else default
    disposition, more = read_parameters(fields.first("content-disposition"))
    name = words_of(more.get("filename") or parameters.get("name") or "")
    children: tuple[Part, ...] = ()
    if depth < MOST_DEPTH:
        children = _children(data, body, end, type_, parameters, depth, left)
    if type_.startswith("multipart/") and not children:
        # Damaged: whatever it holds is read as text.
        type_ = "text/plain" if depth < MOST_DEPTH else "application/octet-stream"
    return Part(data, body, end, fields, type_, parameters, disposition == "attachment", name, children)


def _children(
    data: bytes, begin: int, end: int, type_: str, parameters: dict[str, str], depth: int, left: list[int]
) -> tuple[Part, ...]:
    if type_ in ("message/rfc822", "message/global"):
        return (_part(data, begin, end, "text/plain", depth + 1, left),) if left[0] > 0 else ()
    if not type_.startswith("multipart/"):
        return ()
    boundary = parameters.get("boundary", "").encode("utf-8", "replace")[:200] or _guessed(data, begin, end)
    default = "message/rfc822" if type_ == "multipart/digest" else "text/plain"
    found: list[Part] = []
    for at, stop in _between(data, begin, end, b"--" + boundary) if boundary else ():
        if left[0] <= 0:
            break
        found.append(_part(data, at, stop, default, depth + 1, left))
    return tuple(found)


def _guessed(data: bytes, begin: int, end: int) -> bytes:
    """The boundary of a multipart that doesn't name it: what its first line says, if that looks like one."""
    first = data[begin : min(end, begin + 300)].lstrip(b"\r\n").partition(b"\n")[0].rstrip()
    return first[2:] if first.startswith(b"--") and len(first) > 4 else b""


def _between(data: bytes, begin: int, end: int, mark: bytes) -> Iterator[tuple[int, int]]:
    """Where the parts between the lines of a boundary begin and end; the last one also if it isn't closed."""
    opened, at = -1, begin
    for _ in range(MOST_LOOKS):
        at = data.find(mark, at, end)
        if at < 0:
            break
        after = at + len(mark)
        line_end = data.find(b"\n", after, min(end, after + 1000))
        line_end = min(end, after + 1000) if line_end < 0 else line_end + 1
        rest = data[after:line_end].strip()
        if (at == begin or data[at - 1 : at] == b"\n") and rest in (b"", b"--"):
            if opened >= 0:
                yield opened, _before_line(data, opened, at)
            opened = line_end if not rest else -1
            if rest:
                break
            at = line_end
        else:
            at = after
    if opened >= 0:
        yield opened, end


def _before_line(data: bytes, begin: int, at: int) -> int:
    """Where a body ends before the line of a boundary: the break before that line belongs to the boundary."""
    at -= 1 if at > begin and data[at - 1 : at] == b"\n" else 0
    return at - 1 if at > begin and data[at - 1 : at] == b"\r" else at
