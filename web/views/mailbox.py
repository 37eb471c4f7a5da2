"""The local mailbox: emails that a service without a mail server would have sent."""

from __future__ import annotations

import email
import email.policy
import re
from collections.abc import Callable
from dataclasses import dataclass
from email.message import EmailMessage
from html.parser import HTMLParser

from flask import Blueprint, Response, make_response, render_template, request, url_for
from werkzeug.exceptions import NotFound as NoPage

from correspondence.outbox import sending
from web.app_context import app_context
from web.request_context import fetch, is_from_this_machine, reader
from web.security import MAIL_POLICY, style_hash

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
class ShownMail:
    """An email to show. In `text` pieces every second is a link; `attachments`: names."""

    subject: str
    headers: tuple[tuple[str, str], ...]
    more: tuple[tuple[str, str], ...]
    text: tuple[str, ...]
    html: bool
    attachments: tuple[tuple[str, str], ...]


def shown(mail: EmailMessage) -> ShownMail:
    """What the page shows of an email."""
    plain, rich = mail.get_body(("plain",)), mail.get_body(("html",))
    text = str(plain.get_content()) if isinstance(plain, EmailMessage) else ""
    files = [part for part in mail.walk() if part.get_content_maintype() not in ("multipart", "text")]
    files += [part for part in mail.walk() if part.get_content_type() == "text/calendar"]
    labels = {part_name(part): part.get_filename() or part_name(part) for part in files}
    return ShownMail(
        subject=str(mail.get("Subject", "")),
        headers=_headers(mail, HEADERS),
        more=_headers(mail, MORE_HEADERS),
        text=with_links(text),
        html=rich is not None,
        attachments=tuple((name, label) for name, label in labels.items() if name),
    )


def _headers(mail: EmailMessage, names: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    return tuple((name, str(mail[name])) for name in names if mail[name] is not None)


def with_links(text: str) -> tuple[str, ...]:
    """Split text at its links; return words, link, words, link, ..., words."""
    pieces, at = [], 0
    for match in _LINK.finditer(text):
        pieces += [text[at : match.start()], match.group()]
        at = match.end()
    return (*pieces, text[at:])


def part_name(part: object) -> str:
    """What a part is called: its Content-ID without brackets, else its file name."""
    if not isinstance(part, EmailMessage):
        return ""
    return str(part.get("Content-ID", "")).strip().strip("<>") or part.get_filename() or ""


def html_with_pictures(mail: EmailMessage, address: Callable[[str], str]) -> str | None:
    """Return the HTML part with inline pictures served here and links in new windows."""
    part = mail.get_body(("html",))
    if not isinstance(part, EmailMessage):
        return None
    # Browsers read one kind of line break, and the hashes of styles are of what they read.
    html = str(part.get_content()).replace("\r\n", "\n")
    drawn = re.sub(r"cid:([^\"'\s>)]+)", lambda match: address(match[1]), html)
    return re.sub(r"<head>", '<head><base target="_blank">', drawn, count=1)


def styles_of(html: str) -> list[str]:
    """Return an HTML document's distinct styles, of elements and attributes."""
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


pages = Blueprint("mailbox", __name__, url_prefix="/mailbox")
# Parts that a browser may show by itself; everything else is saved.
SHOWABLE = frozenset({"image/png", "image/jpeg", "image/gif"})


@pages.before_request
def _only_without_mail_server() -> None:
    """Refuse to show emails where a mail server sends them: their links open accounts.

    So the mailbox is for people at this machine while the site is local, and otherwise for whoever runs the service.
    """
    settings, me = app_context().settings, reader()
    if not settings.embedded_mail or not (mailbox_is_open() or (me is not None and me.host)):
        raise NoPage


def mailbox_is_open() -> bool:
    """Whether whoever asks sits at this machine, and the site is not public."""
    return is_from_this_machine() and not app_context().settings.public


@pages.get("")
def mails() -> str:
    """The newest emails, of one address if named."""
    address = request.args.get("address", "").strip() or None
    emails = fetch(sending.mailbox, 100, address)
    return render_template("mailbox.html", mails=emails, address=address or "")


@pages.get("/<mail_id>")
def mail(mail_id: str) -> str:
    """Show an email: headers, text with working links, HTML part, attachments."""
    return render_template("mail.html", mail=shown(_mail(mail_id)), mail_id=mail_id)


@pages.get("/<mail_id>/html")
def html(mail_id: str) -> Response:
    """The HTML part, for a frame in which nothing runs."""
    text = html_with_pictures(_mail(mail_id), lambda name: url_for("mailbox.part", mail_id=mail_id, name=name))
    if text is None:
        raise NoPage
    response = make_response(text)
    response.headers["Content-Security-Policy"] = MAIL_POLICY.format(styles=" ".join(map(style_hash, styles_of(text))))
    response.headers["X-Frame-Options"] = "SAMEORIGIN"
    return response


@pages.get("/<mail_id>/parts/<path:name>")
def part(mail_id: str, name: str) -> Response:
    """A picture or an attachment."""
    mime_part = next((part for part in _mail(mail_id).walk() if part_name(part) == name), None)
    if mime_part is None:
        raise NoPage
    kind = mime_part.get_content_type()
    response = Response(mime_part.get_payload(decode=True) or b"", mimetype=kind)
    # Shown in a frame without an origin of its own.
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    if kind not in SHOWABLE:
        response.headers["Content-Disposition"] = "attachment"
        response.headers["Content-Security-Policy"] = "default-src 'none'; sandbox"
    return response


@pages.get("/<mail_id>/raw")
def raw(mail_id: str) -> Response:
    """The email as it would have gone over the wire."""
    return Response(fetch(sending.mailbox_mail, mail_id), mimetype="text/plain")


def _mail(mail_id: str) -> EmailMessage:
    document = fetch(sending.mailbox_mail, mail_id)
    return email.message_from_bytes(document, policy=email.policy.SMTP)
