"""Mails put together line by line, as programs do it: by hand, for what the standard library would never write."""

from __future__ import annotations

import base64
import quopri
import textwrap
from dataclasses import dataclass, field

from tests.correspondence.mail_reading.sheets import REPLY_TO

SENDER = "ada@post.example.org"
MESSAGE_ID = "a1b2c3@post.example.org"
MAIL_ID = "letter-77@play.example.org"
FIRST_ID = "game-12@play.example.org"


@dataclass
class Made:
    """A mail of the corpus, and what is to be read in it."""

    name: str
    raw: bytes
    text: str = ""
    # The sheet in the text, line for line; "" if there is none.
    orders: str = ""
    kind: str = "letter"
    why: str = ""
    sender: str = SENDER
    references: tuple[str, ...] = (MAIL_ID, FIRST_ID)
    recipients: tuple[str, ...] = (REPLY_TO,)
    attachments: tuple[str, ...] = ()
    bounced: tuple[str, ...] = field(default=())


def word(text: str) -> str:
    """A value as an encoded word where it needs one."""
    return text if text.isascii() else f"=?UTF-8?B?{base64.b64encode(text.encode()).decode()}?="


def head(subject: str, *more: str, answer: bool = True, sender: str = f"Ada Lovelace <{SENDER}>") -> str:
    """The head of a mail to us, without its content's fields."""
    lines = [
        f"From: {sender}",
        f"To: Rookery <{REPLY_TO}>",
        f"Subject: {word(subject)}",
        "Date: Fri, 20 Nov 2026 12:34:56 +0100",
        f"Message-ID: <{MESSAGE_ID}>",
    ]
    if answer:
        lines += [f"In-Reply-To: <{MAIL_ID}>", f"References: <{FIRST_ID}>\n <{MAIL_ID}>"]
    return "\n".join([*lines, *more, "MIME-Version: 1.0"])


def body(text: str, sort: str = "plain", charset: str = "utf-8", encoding: str = "8bit", more: str = "") -> bytes:
    """Content's fields and content of one part."""
    data = text.encode(charset)
    if encoding == "base64":
        data = base64.encodebytes(data)
    elif encoding == "quoted-printable":
        data = quopri.encodestring(data)
    fields = f"Content-Type: text/{sort}; charset={charset}{more}\nContent-Transfer-Encoding: {encoding}\n\n"
    return fields.encode() + data


def parts(sort: str, *each: bytes, boundary: str = "b1", more: str = "") -> bytes:
    """Several parts in one."""
    mark = f"--{boundary}\n".encode()
    fields = f'Content-Type: multipart/{sort}; boundary="{boundary}"{more}\n\n'.encode()
    return fields + b"".join(mark + one.rstrip(b"\n") + b"\n" for one in each) + f"--{boundary}--\n".encode()


def attached(type_: str, name: str, data: bytes, disposition: str = "attachment") -> bytes:
    """A file."""
    lines = [
        f'Content-Type: {type_}; name="{name}"',
        "Content-Transfer-Encoding: base64",
        f'Content-Disposition: {disposition}; filename="{name}"',
    ]
    return "\n".join(lines).encode() + b"\n\n" + base64.encodebytes(data)


def mail(fields: str, content: bytes) -> bytes:
    """A whole mail, its lines ended as on the wire."""
    return (fields.encode() + b"\n" + content).replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")


def quoted(text: str) -> str:
    """Lines behind `> `."""
    return "\n".join(f"> {line}" if line else ">" for line in text.split("\n"))


def wrapped(text: str, width: int = 76) -> str:
    """Lines broken as programs do it without saying so."""
    return "\n".join(
        part for line in text.split("\n") for part in (textwrap.wrap(line, width, break_on_hyphens=False) or [""])
    )


def flowed(text: str, width: int = 72) -> str:
    """Lines broken as RFC 3676 has it: a space stands before each break that is none."""
    out = []
    for line in text.split("\n"):
        depth = len(line) - len(line.lstrip(">"))
        mark, said = line[:depth] + (" " if depth else ""), line[depth:].lstrip(" ") if depth else line
        said = f" {said}" if not depth and said.startswith((" ", "From ")) else said
        pieces = textwrap.wrap(said, width, break_on_hyphens=False) or [""]
        out += [f"{mark}{piece} " for piece in pieces[:-1]] + [f"{mark}{pieces[-1]}" if said != "-- " else "-- "]
    return "\n".join(out)


def escaped(text: str) -> str:
    """Text for HTML."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
