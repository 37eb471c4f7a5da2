"""The MIME message around an email's content: header, parts, map, calendar entry.

Written directly: the library's message objects cost three times what composing costs; a test parses the bytes with the
library. What emails of a game share is encoded once, so a text is encoded piece by piece.
"""

from __future__ import annotations

import binascii
import hashlib
import re
from datetime import datetime
from email.header import Header
from email.utils import format_datetime
from functools import lru_cache

from correspondence.input_validation import ascii_domain
from correspondence.mail.payload import Recipient, Site, Thread
from correspondence.mail.text import Content, html_part, piece, text_pieces, to_quoted_printable, to_single_line
from correspondence.mail_reading.mail import OWN_MARK
from narration.words import Words

_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LOCAL = re.compile(rf"{_ATOM}(?:\.{_ATOM})*")
_HOST = re.compile(r"[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*\.?")
_ID = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]+@[A-Za-z0-9.-]+")
_LIST = re.compile(r"[A-Za-z0-9.-]+")
_URL = re.compile(r"https?://[\x21-\x3b\x3d\x3f-\x7e]+")
# A name that may stand bare; anything else in ASCII goes between quotation marks.
_BARE = re.compile(r"[A-Za-z0-9 !#$%&'*+/^_`{|}~-]*")
# Longer lines are folded; those with links and ids never are (RFC 5322 allows 998).
LINE, MAX_LENGTH = 76, 990
# Ids of other programs that are longer are left out.
MAX_FOREIGN_LENGTH = 250


class UnsafeMail(ValueError):
    """A part that goes into a header is not what it should be; the email is not made."""


def _check_header_part(pattern: re.Pattern[str], value: str, what: str) -> str:
    """Return the value if it fits the pattern and MAX_LENGTH; UnsafeMail if not.
    `what` names the value in the error."""
    if pattern.fullmatch(value) is None or len(value) > MAX_LENGTH:
        raise UnsafeMail(f"{value!r} cannot be used as {what}")
    return value


def encode_header_text(text: str, name: str) -> str:
    """Encode typed text as a value of header `name`: ASCII line or encoded words.

    What looks like an encoded word is encoded again, so that it is read as typed.
    """
    line = to_single_line(text)
    if line.isascii() and "=?" not in line and len(line) <= MAX_LENGTH - len(name):
        return line
    return _encode_words(line, name)


def _encode_words(line: str, name: str) -> str:
    """Encode a line as encoded words of header `name` (RFC 2047)."""
    return Header(line, "utf-8", maxlinelen=LINE, header_name=name).encode(linesep="\r\n")


@lru_cache(maxsize=256)
def _host(host: str) -> str:
    try:
        return ascii_domain(host)
    except UnicodeError as fault:
        raise UnsafeMail(f"{host!r} cannot be used as the host of an address") from fault


def envelope_address(value: str) -> str:
    """An address as mail servers are told it, in ASCII; UnsafeMail if it is none.

    Names before the @ outside ASCII are refused: they need SMTPUTF8, which few relays speak.
    """
    local, at, host = value.rpartition("@")
    if not at or not _LOCAL.fullmatch(local) or not _HOST.fullmatch(_host(host)):
        raise UnsafeMail(f"{value!r} cannot be used as address")
    return f"{local}@{_host(host)}"


def address(value: str, display: str, name: str) -> str:
    """Return an address with display name for header `name`; UnsafeMail if bad."""
    bare, shown = envelope_address(value), to_single_line(display)
    if not shown:
        return bare
    if not shown.isascii() or "=?" in shown or len(shown) > LINE:
        shown = _encode_words(shown, name)
    elif not _BARE.fullmatch(shown):
        escaped = shown.replace("\\", "\\\\").replace('"', '\\"')
        shown = f'"{escaped}"'
    line = f"{shown} <{bare}>"
    return line if len(line) + len(name) + 2 <= LINE else f"{shown}\r\n <{bare}>"


def is_message_id(value: str) -> bool:
    """Whether an id of somebody else's mail can stand in a header of ours."""
    return len(value) <= MAX_FOREIGN_LENGTH and _ID.fullmatch(value) is not None


def _thread(thread: Thread) -> list[str]:
    """Return the headers that put an email in its thread; UnsafeMail for a bad id."""
    ids = [_check_header_part(_ID, i, "message id") for i in dict.fromkeys((thread.first, *thread.previous)) if i]
    earlier = [i for i in ids if i != thread.message_id]
    lines = [f"Message-ID: <{_check_header_part(_ID, thread.message_id, 'message id')}>"]
    if earlier:
        lines.append(f"In-Reply-To: <{earlier[-1]}>")
        # The first and the latest are enough for every mail program, and keep the line short.
        references = earlier if len(earlier) < 9 else [earlier[0], *earlier[-8:]]
        lines.append("References: " + " ".join(f"<{i}>" for i in references))
    return lines


def header_lines(content: Content, recipient: Recipient, site: Site, written_at: datetime) -> list[str]:
    """Return an email's header lines without those of its parts; some are folded.

    Raises UnsafeMail for an address, id or link that must not stand there; typed text (titles, names) is made one
    line instead.
    """
    lines = [
        f"From: {address(site.sender, site.name, 'From')}",
        f"To: {address(recipient.address, recipient.name, 'To')}",
        f"Subject: {encode_header_text(content.subject, 'Subject')}",
        f"Date: {format_datetime(written_at)}",
    ]
    reply_to = content.reply_to or site.reply_to
    if reply_to:
        lines.append(f"Reply-To: {address(reply_to, site.name, 'Reply-To')}")
    lines += _thread(content.thread)
    # One of ours that comes back is known by the last. Exchange answers by itself unless told (MS-OXCMAIL 2.2.3.2.14);
    # what it says of emails that did not arrive (NDR) is wanted.
    lines += ["Auto-Submitted: auto-generated", "X-Auto-Response-Suppress: DR, RN, NRN, OOF, AutoReply"]
    lines.append(f"{OWN_MARK}: letter")
    if content.list_id:
        lines.append(f"List-Id: <{_check_header_part(_LIST, content.list_id, 'list id')}>")
    if content.unsubscribe:
        lines.append(f"List-Unsubscribe: <{_check_header_part(_URL, content.unsubscribe, 'link')}>")
        lines.append("List-Unsubscribe-Post: List-Unsubscribe=One-Click")
    return lines


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


def message(content: Content, recipient: Recipient, site: Site, words: Words, written_at: datetime) -> bytes:
    """Return the whole message with CRLF, deterministically. Raises UnsafeMail."""
    head = header_lines(content, recipient, site, written_at)
    message_id = content.thread.message_id
    cid = f"map.{message_id}"
    page = [_HTML, html_part(content, words, cid).encode("ascii")]
    if content.picture is not None:
        shown = [_MAP.format(cid=cid).encode(), _base64_lines(content.picture.png)]
        page = _multipart("related", message_id, page, shown)
    text = "".join(map(piece, text_pieces(content))).encode("ascii")
    body = _multipart("alternative", message_id, [_TEXT, text], page)
    if content.deadline is not None:
        # A process that writes no emails need not hold the library.
        from correspondence.mail.calendar import calendar_text

        entry = to_quoted_printable(calendar_text([content.deadline]).replace("\r\n", "\n")).encode("ascii")
        body = _multipart("mixed", message_id, body, [_CALENDAR, entry])
    return b"".join(["\r\n".join([*head, "MIME-Version: 1.0", ""]).encode("ascii"), *body])


def _multipart(kind: str, message_id: str, *parts: list[bytes]) -> list[bytes]:
    # Neither of the two encodings can write `=_`, so no part holds a boundary.
    """Return parts as one multipart entity, its boundary made from the message id."""
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
