"""Emails: from a payload to a complete e-mail message.

    subject, raw = write(payload, recipient=Recipient(address="ada@example.org"), site=site, picture=picture)

Lines end with CRLF, ids and links stay whole. Send the bytes as they are.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from correspondence.mail.answers import answer
from correspondence.mail.message import UnsafeMail, message
from correspondence.mail.payload import (
    AnswerPayload,
    DigestPayload,
    GameOverPayload,
    InvitationPayload,
    NoticePayload,
    Payload,
    Picture,
    Recipient,
    ResultsPayload,
    SignInPayload,
    Site,
    decode_payload,
    encode_payload,
)
from correspondence.mail.results import game_over, results
from correspondence.mail.short_mails import digest, invitation, notice, sign_in
from correspondence.mail.text import Content, to_single_line
from correspondence.mail_reading.quotation import marker_line
from narration.words import translator

__all__ = [
    "Picture",
    "Recipient",
    "Site",
    "UnsafeMail",
    "compose",
    "decode_payload",
    "encode_payload",
    "write",
]


_PLAIN: dict[type[Payload], Callable[..., Content]] = {
    SignInPayload: sign_in,
    InvitationPayload: invitation,
    NoticePayload: notice,
    DigestPayload: digest,
}
_WITH_MAPS: dict[type[Payload], Callable[..., Content]] = {
    AnswerPayload: answer,
    ResultsPayload: results,
    GameOverPayload: game_over,
}


def compose(payload: Payload, *, recipient: Recipient, site: Site, picture: Picture | None = None) -> Content:
    """The email's content in the reader's language, before it is laid out."""
    mail = _compose_payload(payload, recipient, site, picture)
    # Whoever can answer finds the line above which an answer stands: what is quoted below is never read as orders.
    return replace(mail, marker=marker_line(translator(recipient.language).language)) if mail.reply_to else mail


def _compose_payload(payload: Payload, recipient: Recipient, site: Site, picture: Picture | None) -> Content:
    """Compose the email by the function for its payload's type."""
    words = translator(recipient.language)
    plain = _PLAIN.get(type(payload))
    if plain is not None:
        return plain(payload, recipient, site, words)
    return _WITH_MAPS[type(payload)](payload, recipient, site, words, picture)


def write(payload: Payload, *, recipient: Recipient, site: Site, picture: Picture | None = None) -> tuple[str, bytes]:
    """A complete message for one reader: its subject, and its bytes as they leave.

    Text and HTML, the map inline, the deadline as a calendar entry; the same payload gives the same bytes. Raises
    UnsafeMail where an address, id or link is not one.
    """
    content = compose(payload, recipient=recipient, site=site, picture=picture)
    raw = message(content, recipient, site, translator(recipient.language), payload.written_at)
    return to_single_line(content.subject), raw
