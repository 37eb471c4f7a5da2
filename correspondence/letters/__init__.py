"""Letters: from a payload to a complete e-mail message.

    message = render(payload, recipient=Recipient(address="ada@example.org"), site=site, picture=picture)
    transport.send(message.as_bytes())

The message carries its own policy: lines end with CRLF, ids and links stay whole. Send the bytes as they are.
"""

from __future__ import annotations

from email.message import EmailMessage

from correspondence.letters.access import invitation, sign_in
from correspondence.letters.content import Content
from correspondence.letters.message import UnsafeLetter, message_of
from correspondence.letters.payload import (
    InvitationPayload,
    Payload,
    Picture,
    Recipient,
    ResultsPayload,
    SignInPayload,
    Site,
    decode_payload,
    encode_payload,
)
from correspondence.letters.results import game_over, results
from correspondence.words import translator

__all__ = ["Picture", "Recipient", "Site", "UnsafeLetter", "compose", "decode_payload", "encode_payload", "render"]


def compose(payload: Payload, *, recipient: Recipient, site: Site, picture: Picture | None = None) -> Content:
    """The letter's content in the reader's language, before it is laid out."""
    words = translator(recipient.language)
    if isinstance(payload, SignInPayload):
        return sign_in(payload, recipient, site, words)
    if isinstance(payload, InvitationPayload):
        return invitation(payload, recipient, site, words)
    if isinstance(payload, ResultsPayload):
        return results(payload, recipient, site, words, picture)
    return game_over(payload, recipient, site, words, picture)


def render(payload: Payload, *, recipient: Recipient, site: Site, picture: Picture | None = None) -> EmailMessage:
    """A complete message for one reader: text and HTML, the map inline, the deadline as a calendar entry.

    Deterministic but for the boundaries between parts. Raises UnsafeLetter where an address, id or link is not one.
    """
    content = compose(payload, recipient=recipient, site=site, picture=picture)
    return message_of(content, recipient, site, translator(recipient.language), payload.written_at)
