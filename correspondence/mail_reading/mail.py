"""What a mail says, and how much of one is read."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal

# Bytes of a mail; of what is larger the head alone is read.
MAX_BYTES = 25 * 1024 * 1024
# Characters of text.
MAX_TEXT = 256 * 1024
# Characters of a subject, a name, an address, a message id, and how many of each are read.
MAX_SUBJECT, MAX_NAME, MAX_ADDRESS, MAX_ID = 1000, 200, 320, 250
MAX_ADDRESSES, MAX_REFERENCES, MAX_ATTACHMENTS, MAX_BOUNCES = 100, 100, 50, 50
# The header that our own emails carry, so that one which comes back is known.
OWN_MARK = "X-Rookery"
# How what programs write is known: lists of words, by topic and name.
PHRASES: dict[str, dict[str, tuple[str, ...]]] = {
    topic: {name: tuple(words) for name, words in lists.items()}
    for topic, lists in tomllib.loads(Path(__file__).with_name("phrases.toml").read_text(encoding="utf-8")).items()
}

Kind = Literal["letter", "auto-reply", "bounce", "list", "loop", "complaint", "empty", "unreadable", "too-large"]


@dataclass(frozen=True)
class MethodResult:
    """What one method found, as `dkim=pass header.d=example.org`: RFC 8601, 2.2."""

    method: str
    result: str
    # Names in lower case; a name that came twice is here twice.
    properties: tuple[tuple[str, str], ...] = ()

    def value(self, name: str) -> str:
        """A property's value; "" if there is none, or if there are several that differ."""
        values = {value for at, value in self.properties if at == name}
        return values.pop() if len(values) == 1 else ""


@dataclass(frozen=True)
class AuthenticationResult:
    """One Authentication-Results header; a malformed one has no results."""

    # The server that says it (authserv-id), lower case; "" if the header names none.
    server: str
    results: tuple[MethodResult, ...]
    # How many Received headers stand above it: what the sender invented stands below the receiving servers' own.
    below: int = 0
    # Whether its server is named by a bare word right before the semicolon, the one form that mail servers' filters
    # for foreign headers know.
    plain: bool = False


@dataclass(frozen=True)
class Bounce:
    """The status of one recipient (RFC 3464, 2.3), or a complaint (RFC 5965)."""

    recipient: str
    # As 5.1.1; "" if it was not said.
    status: str
    # failed, delayed, delivered, relayed, expanded, or complaint.
    action: str
    # Of the mail that did not arrive; "" if it was not said.
    message_id: str


@dataclass(frozen=True)
class Mail:
    """A parsed mail; texts are bounded, without control characters but line breaks."""

    # Bare, without its angle brackets; "" if there is none.
    message_id: str
    # Message ids of In-Reply-To and References, bare.
    references: tuple[str, ...]
    # The address of From, its domain in lower case; "" if there is none, or several.
    sender: str
    # Addresses of To, Cc, Delivered-To, X-Original-To, Envelope-To and Resent-To.
    recipients: tuple[str, ...]
    # Those of To and Cc, whom the writer meant; none where either field comes twice.
    addressees: tuple[str, ...]
    subject: str
    # What the writer wrote: without quotations, signatures, footers of lists; wrapped lines whole again.
    text: str
    kind: Kind
    # Why it is of its kind, a code: "auto-submitted", "delivery-status", "no-text" ... Of an email "text-cut" if it
    # was longer than what is read, else "".
    why: str
    # Topmost first; whom to trust is decided elsewhere.
    authentication: tuple[AuthenticationResult, ...]
    bounced: tuple[Bounce, ...]
    # Names of what was attached and not read.
    attachments: tuple[str, ...]
    # When it was written, as it says itself; None if it does not, or not so that it can be read.
    date: datetime | None = None
