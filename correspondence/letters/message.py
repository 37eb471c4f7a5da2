"""The e-mail message around a letter's content: headers, parts, the map and the calendar, as the bytes that leave.

Written out directly: the library's message objects cost three times what composing a letter costs. A test reads the
bytes back with the library. What a table's letters share is encoded once, so a text is encoded piece by piece.
"""

from __future__ import annotations

import binascii
import hashlib
from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache
from itertools import groupby

from correspondence.letters.content import Content
from correspondence.letters.headers import header_lines
from correspondence.letters.html import html_part
from correspondence.letters.payload import Recipient, Site
from correspondence.letters.quoting import piece, quoted
from correspondence.letters.text import text_pieces
from narration.memo import remembered
from narration.words import Words

_TEXT = b'Content-Type: text/plain; charset="utf-8"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n'
_HTML = b'Content-Type: text/html; charset="utf-8"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n'
_CALENDAR = (
    b'Content-Type: text/calendar; charset="utf-8"; method="PUBLISH"\r\nContent-Transfer-Encoding: quoted-printable\r\n'
    b'Content-Disposition: attachment; filename="deadline.ics"\r\n\r\n'
)
_MAP = (
    "Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n"
    'Content-Disposition: inline; filename="map.png"\r\nContent-ID: <{cid}>\r\n\r\n'
)


# A piece of this size is passed on as it is: a map, which a whole table shares.
LARGE = 2**16


def message_pieces(
    content: Content, recipient: Recipient, site: Site, words: Words, written_at: datetime
) -> tuple[bytes, ...]:
    """The complete message in a few pieces, lines ended with CRLF; the same content gives the same bytes.

    A large picture is a piece by itself, the same object for all who share it. Raises UnsafeLetter.
    """
    head = header_lines(content, recipient, site, written_at)
    message_id = content.thread.message_id
    cid = f"map.{message_id}"
    page = [_HTML, html_part(content, words, cid).encode("ascii")]
    if content.picture is not None:
        shown = [_MAP.format(cid=cid).encode(), _base64_lines(content.picture.png)]
        page = _multipart("related", message_id, page, shown)
    text = "".join(map(_text_piece, text_pieces(content))).encode("ascii")
    body = _multipart("alternative", message_id, [_TEXT, text], page)
    if content.deadline is not None:
        # A process that writes no letters need not hold the library.
        from correspondence.letters.calendar import calendar_text

        entry = quoted(calendar_text(content.deadline).replace("\r\n", "\n")).encode("ascii")
        body = _multipart("mixed", message_id, body, [_CALENDAR, entry])
    return _gathered(["\r\n".join([*head, "MIME-Version: 1.0", ""]).encode("ascii"), *body])


@remembered
def _text_piece(text: str) -> str:
    return piece(text)


def _gathered(pieces: Iterable[bytes]) -> tuple[bytes, ...]:
    """Small pieces put together, large ones left as they are."""
    runs = groupby(pieces, key=lambda piece: len(piece) >= LARGE)
    return tuple(piece for large, run in runs for piece in (run if large else (b"".join(run),)))


def _multipart(kind: str, message_id: str, *parts: list[bytes]) -> list[bytes]:
    """Parts as one, in pieces that are put together at the end: a map is large."""
    # Neither of the two encodings can write `=_`, so no part holds a boundary.
    mark = f"=_{kind}_{hashlib.sha256(message_id.encode()).hexdigest()[:24]}"
    whole = [f'Content-Type: multipart/{kind}; boundary="{mark}"\r\n\r\n'.encode()]
    for part in parts:
        whole += [f"--{mark}\r\n".encode(), *part, b"\r\n"]
    return [*whole, f"--{mark}--\r\n".encode()]


@lru_cache(maxsize=8)
def _base64_lines(data: bytes) -> bytes:
    """A picture is the same for everybody at a table: it is written out once."""
    whole = binascii.b2a_base64(data, newline=False)
    return b"\r\n".join([whole[at : at + 76] for at in range(0, len(whole), 76)]) + b"\r\n"
