"""The local mailbox: letters that a service without a mail server would have sent."""

from __future__ import annotations

import email
import email.policy
from email.message import EmailMessage
from ipaddress import ip_address

from flask import Blueprint, Response, make_response, render_template, request, url_for
from werkzeug.exceptions import NotFound as NoPage

from correspondence.outbox import queries
from web import request_context
from web.app_context import desk
from web.mail_parts import html_with_pictures, part_named, shown, styles_of
from web.security import LETTER_POLICY, style_hash

pages = Blueprint("mailbox", __name__, url_prefix="/mailbox")
# Parts that a browser may show by itself; everything else is saved.
SHOWABLE = frozenset({"image/png", "image/jpeg", "image/gif"})


@pages.before_request
def _only_without_mail_server() -> None:
    """Where letters really go out, nobody reads them here; and links in letters open accounts.

    So the mailbox is for people at this machine while the site is for it alone, and otherwise for who runs the service.
    """
    settings, me = desk().settings, request_context.reader()
    if not settings.embedded_mail or not (mailbox_is_open() or (me is not None and me.host)):
        raise NoPage


def mailbox_is_open() -> bool:
    """Whether whoever asks sits at this machine, and the site is not public."""
    try:
        here = ip_address(request.remote_addr or "").is_loopback
    except ValueError:
        here = False
    return here and not desk().settings.public


@pages.get("")
def letters() -> str:
    """The newest letters, of one address if named."""
    address = request.args.get("address", "").strip() or None
    with request_context.reading() as session:
        found = queries.mailbox(session, 100, address)
    return render_template("mailbox.html", letters=found, address=address or "")


@pages.get("/<letter_id>")
def letter(letter_id: str) -> str:
    """A letter: its head, its text with working links, its HTML part, what is attached."""
    return render_template("letter.html", letter=shown(_letter(letter_id)), letter_id=letter_id)


@pages.get("/<letter_id>/html")
def html(letter_id: str) -> Response:
    """The HTML part, for a frame in which nothing runs."""
    made = html_with_pictures(_letter(letter_id), lambda name: url_for("mailbox.part", letter_id=letter_id, name=name))
    if made is None:
        raise NoPage
    response = make_response(made)
    response.headers["Content-Security-Policy"] = LETTER_POLICY.format(
        styles=" ".join(map(style_hash, styles_of(made)))
    )
    response.headers["X-Frame-Options"] = "SAMEORIGIN"
    return response


@pages.get("/<letter_id>/parts/<path:name>")
def part(letter_id: str, name: str) -> Response:
    """A picture or an attachment."""
    found = part_named(_letter(letter_id), name)
    if found is None:
        raise NoPage
    kind = found.get_content_type()
    response = Response(found.get_payload(decode=True) or b"", mimetype=kind)
    # Shown in a frame without an origin of its own.
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    if kind not in SHOWABLE:
        response.headers["Content-Disposition"] = "attachment"
        response.headers["Content-Security-Policy"] = "default-src 'none'; sandbox"
    return response


@pages.get("/<letter_id>/raw")
def raw(letter_id: str) -> Response:
    """The letter as it would have gone over the wire."""
    with request_context.reading() as session:
        return Response(queries.mailbox_letter(session, letter_id), mimetype="text/plain")


def _letter(letter_id: str) -> EmailMessage:
    with request_context.reading() as session:
        document = queries.mailbox_letter(session, letter_id)
    return email.message_from_bytes(document, policy=email.policy.SMTP)
