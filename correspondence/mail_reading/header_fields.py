"""The head of a mail, or of a part of one: its fields, unfolded, and the words in them that were encoded."""

from __future__ import annotations

import binascii
import re
import string
from collections.abc import Iterable
from dataclasses import dataclass

from correspondence.mail_reading.charsets import decoded

# Bytes of a head, lines of it, and characters of one field: what stands beyond is not read.
MOST_HEAD, MOST_LINES, MOST_VALUE = 256 * 1024, 2000, 16 * 1024
_NAME = re.compile(rb"([!-9;-~]{1,80}[ \t]{0,10}):")
BOM = b"\xef\xbb\xbf"
_WORD = re.compile(r"=\?([A-Za-z0-9_.:+-]{1,40})(?:\*[A-Za-z0-9-]{0,20})?\?([bBqQ])\?([^?]{0,2000})\?=")


@dataclass(frozen=True)
class Fields:
    """The fields of a head in their order, names in lower case, values as they were sent.

    `odd` are the places of fields that filters of mail servers may know by no name: a blank before the colon, a mark of
    byte order before the first.
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
    found: list[tuple[str, list[bytes]]] = []
    odd: set[int] = set()
    at, last = begin, min(end, begin + MOST_HEAD)
    for number in range(MOST_LINES):
        if at >= last:
            break
        stop = data.find(b"\n", at, last)
        stop = last if stop < 0 else stop + 1
        line = data[at:stop].rstrip(b"\r\n")
        marked = not number and line.startswith(BOM)
        line = line.removeprefix(BOM) if marked else line
        if not line:
            return Fields(_joined(found), frozenset(odd)), stop
        if line[:1] in b" \t" and found:
            found[-1][1].append(line)
        elif (named := _NAME.match(line)) is not None:
            name = named[1].rstrip()
            odd |= {len(found)} if marked or name != named[1] else set()
            found.append((name.decode("ascii").lower(), [line[named.end() :]]))
        elif number or not line.startswith((b"From ", b">From ")):
            return Fields(_joined(found), frozenset(odd)), at
        at = stop
    return Fields(_joined(found), frozenset(odd)), _after_empty_line(data, at, end)


def _joined(found: list[tuple[str, list[bytes]]]) -> tuple[tuple[str, str], ...]:
    return tuple((name, decoded(b"".join(lines)[:MOST_VALUE], "").strip()) for name, lines in found)


def _after_empty_line(data: bytes, at: int, end: int) -> int:
    """Where the body begins of what has a longer head than is read."""
    ends = [place + len(mark) for mark in (b"\n\n", b"\n\r\n") if (place := data.find(mark, at, end)) >= 0]
    return min(ends, default=end)


def words_of(value: str) -> str:
    """A field's value with its encoded words (RFC 2047) as text; neighbours of one charset are decoded together."""
    if "=?" not in value:
        return value
    out: list[str] = []
    waiting, charset, at = b"", "", 0
    for word in _WORD.finditer(value):
        between = value[at : word.start()]
        if between.strip() or word[1].lower() != charset:
            out.append(decoded(waiting, charset))
            waiting = b""
        if between.strip() or not charset:
            out.append(between)
        waiting, charset, at = waiting + _data(word[2], word[3]), word[1].lower(), word.end()
    return "".join(out) + decoded(waiting, charset) + value[at:]


def _data(encoding: str, text: str) -> bytes:
    data = text.encode("utf-8", "replace")
    if encoding in "qQ":
        return binascii.a2b_qp(data.replace(b" ", b"_"), header=True)
    return from_base64(data)


_OTHER = bytes(set(range(256)) - set(string.ascii_letters.encode() + b"0123456789+/"))


def from_base64(data: bytes) -> bytes:
    """What Base64 says, up to where it ends; whatever is none of it is passed over."""
    kept = data.partition(b"=")[0].translate(None, _OTHER)
    kept = kept[: len(kept) - 1] if len(kept) % 4 == 1 else kept
    return binascii.a2b_base64(kept + b"=" * (-len(kept) % 4))
