"""A mail's header: fields, addresses, authentication results (RFC 8601).

A malformed Authentication-Results header has no results: half of one could say what the server did not. The grammar
allows a name many spellings; filters of mail servers know a bare name right before the semicolon. Names written
otherwise are read, so that they are seen, but are not `plain`.
"""

from __future__ import annotations

import binascii
import re
import string
from collections.abc import Iterable
from dataclasses import dataclass

from correspondence.mail_reading.mail import (
    MAX_ADDRESS,
    MAX_ADDRESSES,
    MAX_ID,
    MAX_REFERENCES,
    AuthenticationResult,
    MethodResult,
)
from correspondence.mail_reading.text import decode_text, to_single_line

# Bytes of a head, lines of it, and characters of one field: what stands beyond is not read.
MAX_HEAD, MAX_LINES, MAX_VALUE = 256 * 1024, 2000, 16 * 1024
_NAME = re.compile(rb"([!-9;-~]{1,80}[ \t]{0,10}):")
BOM = b"\xef\xbb\xbf"
_WORD = re.compile(r"=\?([A-Za-z0-9_.:+-]{1,40})(?:\*[A-Za-z0-9-]{0,20})?\?([bBqQ])\?([^?]{0,2000})\?=")


@dataclass(frozen=True)
class Fields:
    """A header's fields in order, names in lower case, values as sent.

    `odd` are the places of fields whose names filters may miss: a blank before the colon, a byte order mark before the
    first.
    """

    fields: tuple[tuple[str, str], ...]
    odd: frozenset[int] = frozenset()

    def first(self, name: str) -> str:
        """The value of the first field so named; "" if there is none."""
        return next((value for at, value in self.fields if at == name), "")

    def every(self, names: Iterable[str]) -> list[str]:
        """The values of all fields so named, by the order of the names."""
        return [value for name in names for at, value in self.fields if at == name]

    def has(self, *names: str) -> bool:
        """Whether there is any field so named."""
        return any(at in names for at, _ in self.fields)


def read_head(data: bytes, begin: int, end: int) -> tuple[Fields, int]:
    """The fields that begin here, and where the body after them begins.

    A head ends at an empty line, or before a line that can be none of it.
    """
    raw_fields: list[tuple[str, list[bytes]]] = []
    odd: set[int] = set()
    at, last = begin, min(end, begin + MAX_HEAD)
    for number in range(MAX_LINES):
        if at >= last:
            break
        stop = data.find(b"\n", at, last)
        stop = last if stop < 0 else stop + 1
        line = data[at:stop].rstrip(b"\r\n")
        marked = not number and line.startswith(BOM)
        line = line.removeprefix(BOM) if marked else line
        if not line:
            return Fields(_decode_fields(raw_fields), frozenset(odd)), stop
        if line[:1] in b" \t" and raw_fields:
            raw_fields[-1][1].append(line)
        elif (named := _NAME.match(line)) is not None:
            name = named[1].rstrip()
            odd |= {len(raw_fields)} if marked or name != named[1] else set()
            raw_fields.append((name.decode("ascii").lower(), [line[named.end() :]]))
        elif number or not line.startswith((b"From ", b">From ")):
            return Fields(_decode_fields(raw_fields), frozenset(odd)), at
        at = stop
    return Fields(_decode_fields(raw_fields), frozenset(odd)), _find_body_start(data, at, end)


def _decode_fields(raw_fields: list[tuple[str, list[bytes]]]) -> tuple[tuple[str, str], ...]:
    """Join the lines of each raw field and decode its value.
    Values are cut to MAX_VALUE bytes."""
    return tuple((name, decode_text(b"".join(lines)[:MAX_VALUE], "").strip()) for name, lines in raw_fields)


def _find_body_start(data: bytes, at: int, end: int) -> int:
    """Return the place after the next empty line, or `end` if there is none.
    There the body begins of a part whose head is longer than what is read."""
    ends = [place + len(mark) for mark in (b"\n\n", b"\n\r\n") if (place := data.find(mark, at, end)) >= 0]
    return min(ends, default=end)


def decode_words(value: str) -> str:
    """Decode a header value's encoded words (RFC 2047).
    Adjacent words of one charset are decoded together."""
    if "=?" not in value:
        return value
    out: list[str] = []
    waiting, charset, at = b"", "", 0
    for word in _WORD.finditer(value):
        between = value[at : word.start()]
        if between.strip() or word[1].lower() != charset:
            out.append(decode_text(waiting, charset))
            waiting = b""
        if between.strip() or not charset:
            out.append(between)
        waiting, charset, at = waiting + _data(word[2], word[3]), word[1].lower(), word.end()
    return "".join(out) + decode_text(waiting, charset) + value[at:]


def _data(encoding: str, text: str) -> bytes:
    data = text.encode("utf-8", "replace")
    if encoding in "qQ":
        return binascii.a2b_qp(data.replace(b" ", b"_"), header=True)
    return from_base64(data)


_OTHER = bytes(set(range(256)) - set(string.ascii_letters.encode() + b"0123456789+/"))


def from_base64(data: bytes) -> bytes:
    """Decode Base64 up to its first `=`, skipping foreign characters."""
    base64_bytes = data.partition(b"=")[0].translate(None, _OTHER)
    base64_bytes = base64_bytes[: len(base64_bytes) - 1] if len(base64_bytes) % 4 == 1 else base64_bytes
    return binascii.a2b_base64(base64_bytes + b"=" * (-len(base64_bytes) % 4))


# Characters of all fields that list them.
MAX_LISTED = 64 * 1024
_ADDRESS = re.compile(r"[^\s\x00-\x20\x7f-\x9f()<>\[\]:;@\\,\"]{1,120}@[^\s\x00-\x2c\x2f:-@\[-`{-\x9f]{1,200}")
_ID = re.compile(r"<([^<>\s]{1,250})>")
_QUOTED, _ESCAPED = re.compile(r'"((?:[^"\\]|\\.)*)"?', re.DOTALL), re.compile(r"\\(.)", re.DOTALL)
_BARE_WORD = re.compile(r"[^<>\s\"(),;:]+")


def read_addresses(value: str) -> list[str]:
    """The address of each mailbox that a field lists; "" for what is none."""
    return [_mailbox_address(box) for box in _boxes(value)[:MAX_ADDRESSES]]


def plain_address(text: str) -> str:
    """An address with its domain in lower case; "" for what is not one."""
    text = text.strip()
    if len(text) > MAX_ADDRESS or _ADDRESS.fullmatch(text) is None:
        return ""
    local, _, domain = text.rpartition("@")
    return f"{local}@{domain.lower().rstrip('.')}" if ".." not in domain and domain.strip(".") else ""


def _boxes(value: str) -> list[str]:
    """The mailboxes of a list, without comments; groups are their members."""
    boxes: list[str] = []
    now: list[str] = []
    quoted = escaped = angled = False
    depth = 0
    for sign in value:
        if escaped:
            escaped = False
        elif sign == "\\" and (quoted or depth):
            escaped = True
        elif quoted:
            quoted = sign != '"'
        elif sign == "(" and not angled:
            depth += 1
        elif sign == ")" and depth:
            depth -= 1
            continue
        elif sign == '"' and not depth:
            quoted = True
        elif depth:
            continue
        elif sign in "<>":
            angled = sign == "<"
        elif sign in ",;" or (sign == ":" and not angled):
            # A colon ends the name of a group, which is nobody's.
            if sign != ":":
                boxes.append("".join(now))
            now = []
            continue
        if not depth:
            now.append(sign)
    # What was opened and never closed says nothing for sure.
    whole = not (quoted or angled or depth)
    return [box for box in (*boxes, "".join(now) if whole else "?" if now else "") if box.strip()]


def _mailbox_address(box: str) -> str:
    """Return the address of a mailbox, in angle brackets or alone.
    It is empty if there is none, or if text follows the brackets."""
    name, angle, rest = _QUOTED.sub('"', box).partition("<")
    if not angle:
        return plain_address(_QUOTED.sub(lambda match: _ESCAPED.sub(r"\1", match[1]), box))
    inside, _, after = rest.partition(">")
    return "" if after.strip() else plain_address(inside)


def the_sender(values: list[str]) -> str:
    """The address of the one whom From names; "" if there is not just one."""
    addresses = [address for value in values for address in read_addresses(value)]
    return addresses[0] if len(values) == len(addresses) == 1 else ""


def every_address(values: Iterable[str]) -> tuple[str, ...]:
    """The addresses that fields list, each once."""
    addresses: dict[str, None] = {}
    room = MAX_LISTED
    for value in values:
        room -= len(value)
        addresses |= dict.fromkeys(filter(None, read_addresses(value)))
        if len(addresses) >= MAX_ADDRESSES or room < 0:
            break
    return tuple(addresses)[:MAX_ADDRESSES]


def message_ids(values: Iterable[str]) -> tuple[str, ...]:
    """Return the distinct message ids in fields; only the last ones if too many."""
    unique_ids: dict[str, None] = {}
    for value in values:
        ids = _ID.findall(value) or [word for word in _BARE_WORD.findall(value[:MAX_ID]) if "@" in word[1:-1]]
        unique_ids |= dict.fromkeys(to_single_line(i, MAX_ID) for i in ids)
    return tuple(i for i in unique_ids if i)[-MAX_REFERENCES:]


# Headers, characters of one, and what one may find.
MAX_HEADERS, MAX_HEADER_LENGTH, MAX_RESULTS = 20, 4096, 50
# A name, and its value behind a sign; a sign behind a NUL was quoted, and two of these end a quotation.
_PAIR = re.compile(
    r"((?:\x00.|[^\x00 \t\r\n=])*)[ \t\r\n]*(?:(=)[ \t\r\n]*((?:\x00.|[^\x00 \t\r\n])*))?[ \t\r\n]*", re.DOTALL
)
_PLAIN = re.compile(r"[ \t]*[A-Za-z0-9._-]+;")


class _Broken(ValueError):
    """What is read is no such header."""


def read_authentication(fields: Fields) -> tuple[AuthenticationResult, ...]:
    """The results of all such headers, topmost first."""
    headers: list[AuthenticationResult] = []
    received = 0
    for place, (name, value) in enumerate(fields.fields):
        received += name == "received"
        if name == "authentication-results" and len(headers) < MAX_HEADERS:
            plain = place not in fields.odd and _PLAIN.match(value) is not None
            headers.append(_read_result_header(value, received, plain))
    return tuple(headers)


def _read_result_header(value: str, below: int, plain: bool) -> AuthenticationResult:
    """Read the value of one Authentication-Results header.
    It has no results if it is too long or malformed. `below`: how many Received fields stand above."""
    server = ""
    try:
        if len(value) > MAX_HEADER_LENGTH:
            raise _Broken
        first, *rest = _clauses(value)
        if any("=" in (name, sign) for name, sign, _ in _pairs(first)):
            # Microsoft's servers leave their name out.
            rest = [first, *rest]
        else:
            server = _server(first)
        return AuthenticationResult(server, _read_results(rest), below, plain)
    except _Broken:
        return AuthenticationResult(server, (), below, plain)


def _server(clause: str) -> str:
    words = clause.split()
    # A version may follow the name.
    if not words or len(words) > 2 or (len(words) == 2 and not words[1].isdigit()):
        raise _Broken
    return words[0].replace("\x00", "").lower()


def _read_results(clauses: list[str]) -> tuple[MethodResult, ...]:
    """Read the results from the clauses behind the server name; empty for `none`.
    Raises _Broken."""
    results = []
    for number, clause in enumerate(clauses):
        if not clause.strip():
            if number == len(clauses) - 1 and number:
                continue
            raise _Broken
        if [word.lower() for word in clause.split()] == ["none"]:
            if len(clauses) > 1 and clauses[1].strip():
                raise _Broken
            return ()
        results.append(_read_result(_pairs(clause)))
        if len(results) > MAX_RESULTS:
            raise _Broken
    return tuple(results)


def _read_result(pairs: list[tuple[str, str, str]]) -> MethodResult:
    """Read one method's result from the pairs of its clause. Raises _Broken."""
    if not pairs or any(sign != "=" for _, sign, _ in pairs):
        raise _Broken
    (method, _, result), *more = pairs
    method = method.partition("/")[0].lower()
    if not method or not result or not result.isascii():
        raise _Broken
    return MethodResult(method, result.lower(), tuple((name, value) for name, _, value in more))


def _clauses(value: str) -> list[str]:
    """Split at semicolons, without comments; quoted characters follow a NUL."""
    clauses = [""]
    quoted, escaped, depth = False, False, 0
    for sign in value.replace("\x00", " "):
        if escaped:
            escaped = False
            if not depth:
                clauses[-1] += "\x00" + sign
        elif sign == "\\" and (quoted or depth):
            escaped = True
        elif quoted:
            quoted = sign != '"'
            # An empty quotation is a value, too.
            clauses[-1] += "\x00" + (sign if quoted else "\x00")
        elif sign in "()":
            depth += 1 if sign == "(" else -1
            clauses[-1] += " " if sign == ")" else ""
        elif depth:
            continue
        elif sign == '"':
            quoted = True
        elif sign == ";":
            clauses.append("")
        else:
            clauses[-1] += sign
        if depth < 0:
            raise _Broken
    if quoted or escaped or depth:
        raise _Broken
    return clauses


def _pairs(clause: str) -> list[tuple[str, str, str]]:
    """Name, sign and value of each `name = value`; without a sign what has none."""
    matches = _PAIR.findall(clause.lstrip(" \t\r\n"))
    return [
        (name.replace("\x00", "").lower(), sign, value.replace("\x00", ""))
        for name, sign, value in matches
        if name or sign
    ]
