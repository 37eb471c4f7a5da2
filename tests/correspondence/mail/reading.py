"""Emails read back by the library, as a mail program would read them."""

from __future__ import annotations

import email
from email.message import EmailMessage
from email.policy import default

from correspondence.mail import Picture, Recipient, Site, write
from correspondence.mail.payload import Payload


def render(payload: Payload, *, recipient: Recipient, site: Site, picture: Picture | None = None) -> EmailMessage:
    """The message of an email, parsed."""
    _, raw = write(payload, recipient=recipient, site=site, picture=picture)
    message = email.message_from_bytes(raw.replace(b"\r\n", b"\n"), policy=default)
    assert not list(message.defects)
    return message
