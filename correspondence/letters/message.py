"""The e-mail message around a letter's content: headers, parts, pictures and calendar."""

from __future__ import annotations

import re
from datetime import datetime
from email.errors import HeaderParseError
from email.headerregistry import Address, BaseHeader, HeaderRegistry, UnstructuredHeader
from email.message import EmailMessage
from email.policy import SMTP, EmailPolicy, Policy
from email.utils import format_datetime

from correspondence.letters.calendar import calendar_text
from correspondence.letters.content import Content, one_line
from correspondence.letters.html import html_part
from correspondence.letters.payload import Recipient, Site, Thread
from correspondence.letters.text import text_part
from correspondence.words import Words

_ID = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]+@[A-Za-z0-9.-]+")
_URL = re.compile(r"https?://[\x21-\x3b\x3d\x3f-\x7e]+")
_ADDRESS = re.compile(r"[^\s@<>,;:\"\\\x00-\x1f\x7f]+@[^\s@<>,;:\"\\\x00-\x1f\x7f]+")


class UnsafeLetter(ValueError):
    """A part that goes into a header is not what it should be; the letter is not made."""


class Whole(BaseHeader):
    """A header that must stay on one line: folding would turn long addresses and ids into encoded words."""

    max_count = 1

    @classmethod
    def parse(cls, value: str, kwds: dict[str, object]) -> None:
        """Take the value as it is; it was checked before and is plain ASCII."""
        kwds["parse_tree"] = None
        kwds["decoded"] = value

    def fold(self, *, policy: Policy) -> str:
        """The header as one line, whatever its length (RFC 5322 allows 998 characters)."""
        return f"{self.name}: {self}{policy.linesep}"


class Subject(BaseHeader):
    """A subject on one line while it is plain ASCII: folded by the library it could begin with an empty line."""

    max_count = 1

    @classmethod
    def parse(cls, value: str, kwds: dict[str, object]) -> None:
        """Read the subject as any unstructured header."""
        UnstructuredHeader.parse(value, kwds)

    def fold(self, *, policy: Policy) -> str:
        """The header, folded only where letters must be encoded."""
        if self.isascii():
            return f"{self.name}: {self}{policy.linesep}"
        return super().fold(policy=policy)


def _mail_policy() -> EmailPolicy[EmailMessage]:
    registry = HeaderRegistry()
    for name in ("message-id", "in-reply-to", "references", "list-id", "list-unsubscribe"):
        registry.map_to_type(name, Whole)
    registry.map_to_type("subject", Subject)
    return SMTP.clone(header_factory=registry)


POLICY = _mail_policy()


def _checked(pattern: re.Pattern[str], value: str, what: str) -> str:
    if pattern.fullmatch(value) is None or not (value.isascii() or what == "address"):
        raise UnsafeLetter(f"{value!r} cannot be used as {what}")
    return value


def _address(address: str, name: str) -> Address:
    local, _, host = _checked(_ADDRESS, address, "address").rpartition("@")
    try:
        # Names before the @ outside ASCII need SMTPUTF8, which few relays speak.
        return Address(one_line(name), local.encode("ascii").decode(), host.encode("idna").decode())
    except (UnicodeError, HeaderParseError, ValueError) as fault:
        raise UnsafeLetter(f"{address!r} cannot be used as address") from fault


def _thread(message: EmailMessage, thread: Thread) -> None:
    ids = [_checked(_ID, i, "message id") for i in dict.fromkeys((thread.first, *thread.previous)) if i]
    earlier = [i for i in ids if i != thread.message_id]
    message["Message-ID"] = f"<{_checked(_ID, thread.message_id, 'message id')}>"
    if earlier:
        message["In-Reply-To"] = f"<{earlier[-1]}>"
        # The first and the latest are enough for every mail program, and keep the line short.
        message["References"] = " ".join(
            f"<{i}>" for i in (earlier if len(earlier) < 9 else [earlier[0], *earlier[-8:]])
        )


def _headers(message: EmailMessage, content: Content, recipient: Recipient, site: Site, written_at: datetime) -> None:
    message["From"] = _address(site.sender, site.name)
    message["To"] = _address(recipient.address, recipient.name)
    message["Subject"] = one_line(content.subject)
    message["Date"] = format_datetime(written_at)
    if site.reply_to:
        message["Reply-To"] = _address(site.reply_to, site.name)
    _thread(message, content.thread)
    message["Auto-Submitted"] = "auto-generated"
    if content.list_id:
        message["List-Id"] = f"<{_checked(re.compile(r'[A-Za-z0-9.-]+'), content.list_id, 'list id')}>"
    if content.unsubscribe:
        message["List-Unsubscribe"] = f"<{_checked(_URL, content.unsubscribe, 'link')}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"


def message_of(content: Content, recipient: Recipient, site: Site, words: Words, written_at: datetime) -> EmailMessage:
    """The complete message.

    Raises UnsafeLetter for an address, id or link that could not stand in a header; text that people typed (titles,
    names) is made one line instead.
    """
    message = EmailMessage(policy=POLICY)
    _headers(message, content, recipient, site, written_at)
    cid = f"map.{content.thread.message_id}"
    message.set_content(text_part(content), cte="quoted-printable")
    message.add_alternative(html_part(content, words, cid), subtype="html", cte="quoted-printable")
    if content.picture is not None:
        html = message.get_body(("html",))
        if not isinstance(html, EmailMessage):
            raise TypeError("the letter has no HTML part")
        html.add_related(content.picture.png, "image", "png", cid=f"<{cid}>", filename="map.png", disposition="inline")
    if content.deadline is not None:
        message.add_attachment(
            calendar_text(content.deadline).replace("\r\n", "\n"),
            subtype="calendar",
            cte="quoted-printable",
            params={"method": "PUBLISH"},
            filename="deadline.ics",
        )
    return message
