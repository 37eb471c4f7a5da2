"""What people type stays text: it adds no header, no recipient, no line to the conversation with a mail server."""

from __future__ import annotations

import email
from email.policy import default

import msgspec
import pytest
from hypothesis import given, settings, strategies as st

from correspondence.mail import Recipient, UnsafeMail, write
from correspondence.mail.text import to_single_line
from tests.correspondence.mail import samples
from tests.correspondence.mail.reading import render
from tests.correspondence.mail.samples import ADA, SITE

HOSTILE = [
    "Table\r\nBcc: everyone@example.org\r\n\r\nbody",
    "Table\nX-Evil: 1",
    "Table\r.\rMAIL FROM:<x@example.org>",
    "Table\u2028Bcc: a@example.org\u2029\x85\x0b\x0c\x1c",
    "=?utf-8?q?Table=0D=0ABcc=3A_all=40example.org?=",
    '"Ada" <eve@example.org>, eve@example.org',
    "Ada (comment) ; group: a@example.org;",
    '\\" <eve@example.org>',
    "\u202eelbaT\u0000\u200b",
    "x" * 4000,
    "\u65e5\u672c\u8a9e" * 200,
]
KNOWN = {
    "From", "To", "Subject", "Date", "Message-ID", "In-Reply-To", "References", "Auto-Submitted", "X-Rookery",
    "X-Auto-Response-Suppress", "List-Id", "List-Unsubscribe", "List-Unsubscribe-Post", "MIME-Version", "Content-Type",
}  # fmt: skip


def heads(raw: bytes) -> list[bytes]:
    """The lines of a message's head."""
    return raw.partition(b"\r\n\r\n")[0].split(b"\r\n")


@pytest.mark.parametrize("text", HOSTILE)
def test_titles_and_names_add_nothing(text: str) -> None:
    game = samples.facts(title=text, stark=text)
    recipient = msgspec.structs.replace(ADA, name=text)
    _, raw = write(samples.results(game), recipient=recipient, site=SITE)
    message = email.message_from_bytes(raw, policy=default)
    assert set(message.keys()) == KNOWN
    assert [address.addr_spec for address in message["To"].addresses] == [ADA.address]
    assert [address.addr_spec for address in message["From"].addresses] == [SITE.sender]
    assert all(len(line) <= 998 for line in heads(raw))
    assert all(line[:1].isalpha() or line[:1] == b" " for line in heads(raw)), "every line is a header or folded"


@settings(max_examples=60, deadline=None)
@given(text=st.text(max_size=80))
def test_a_subject_is_read_as_it_was_typed(text: str) -> None:
    message = render(samples.results(samples.facts(title=text)), recipient=ADA, site=SITE)
    wanted = f"{to_single_line(text)}, round 4: Lannister takes Blackwater"
    # Where encoded words meet, the library's reader keeps the blank between them that is to be dropped.
    assert "".join(str(message["Subject"]).split()) == "".join(wanted.split())


@settings(max_examples=60, deadline=None)
@given(name=st.text(max_size=60))
def test_a_name_leads_to_nobody_else(name: str) -> None:
    _, raw = write(samples.sign_in(), recipient=Recipient(address="ada@example.org", name=name), site=SITE)
    message = email.message_from_bytes(raw, policy=default)
    assert [address.addr_spec for address in message["To"].addresses] == ["ada@example.org"]


@pytest.mark.parametrize(
    "address",
    [
        "ada@example.org\r\nRCPT TO:<eve@example.org>",
        "ada@example.org\n",
        "ada@example.org>",
        "ada eve@example.org",
        "ada@example..org",
        ".ada@example.org",
        "ada@[127.0.0.1]",
        "ada@exa\u0000mple.org",
        '"ada\\"@eve"@example.org',
    ],
)
def test_an_address_with_more_in_it_is_refused(address: str) -> None:
    with pytest.raises(UnsafeMail, match="address"):
        write(samples.sign_in(), recipient=Recipient(address=address), site=SITE)


def test_a_message_never_ends_early() -> None:
    """A line with a single dot would end the email for the mail server; none leaves the writer."""
    game = samples.facts(title=".", stark="\r\n.\r\nQUIT")
    _, raw = write(samples.results(game), recipient=ADA, site=SITE)
    assert b"\r\n.\r\n" not in raw
