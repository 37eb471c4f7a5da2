"""The host's mail server for tests, as Python: it takes mail from everybody, says who it vouches for, hands what is the
service's on by LMTP and keeps the rest for those who read it."""

from __future__ import annotations

import asyncio
import contextlib
import re
import smtplib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller

from tests import services
from tests.e2e.post import read_mail

CHECKED_BY = "mx.rookery.example"
SERVICE = "orders@rookery.example"
PLAYERS = "players.example"
_OWN_RESULTS = re.compile(rb"^authentication-results:[ \t]*mx\.rookery\.example\b.*(?:\r?\n[ \t].*)*\r?\n", re.I | re.M)


@dataclass
class MailServer:
    """A mail server: where emails are handed over (SMTP), where it brings the service's mail (LMTP, a port of this
    machine), and the emails that lie there for somebody, oldest first."""

    url: str
    lmtp: int
    mails: Callable[[str], list[EmailMessage]]
    # From which address of this machine it is spoken to, and what the server of a sender makes of a mail (signs it).
    outside: str = "127.0.0.1"
    leaving: Callable[[bytes, str], bytes] = lambda raw, _sender: raw

    def send(self, mail: EmailMessage, sender: str, recipient: str) -> None:
        """Hand a mail over, as the mail server of `sender` does."""
        raw = mail.as_bytes(policy=mail.policy.clone(linesep="\r\n"))
        self.bring(self.leaving(raw, sender), sender, recipient)

    def bring(self, raw: bytes, sender: str, recipient: str) -> None:
        """The same with its bytes as they are."""
        host, _, port = self.url.removeprefix("smtp://").rpartition(":")
        origin = (self.outside, 0)
        with smtplib.SMTP(host, int(port), local_hostname="desk.example", timeout=20, source_address=origin) as client:
            client.sendmail(sender, [recipient], raw)


class Relay:
    """What aiosmtpd asks."""

    def __init__(self, lmtp: int) -> None:
        self._lmtp = lmtp
        self.kept: list[EmailMessage] = []

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802  aiosmtpd's name
        """Take a mail; what cannot be handed on is not taken."""
        for recipient in envelope.rcpt_tos:
            if recipient.startswith("orders"):
                raw = vouched(envelope.content, envelope.mail_from)
                await asyncio.to_thread(self._hand_on, raw, envelope.mail_from, recipient)
            else:
                self.kept.append(read_mail(envelope.content))
        return "250 kept"

    def _hand_on(self, raw: bytes, sender: str, recipient: str) -> None:
        with smtplib.LMTP("127.0.0.1", self._lmtp, local_hostname=CHECKED_BY) as client:
            client.sendmail(sender, [recipient], raw)

    def to(self, address: str) -> list[EmailMessage]:
        """The emails to an address."""
        return [mail for mail in list(self.kept) if address in str(mail["To"])]


def vouched(raw: bytes, sender: str) -> bytes:
    """A mail with what this server says of who sent it; what somebody wrote in its name is taken out."""
    said = f"Authentication-Results: {CHECKED_BY}; spf=pass smtp.mailfrom={sender.rpartition('@')[2]}\r\n"
    return said.encode() + _OWN_RESULTS.sub(b"", raw)


@contextlib.contextmanager
def relay() -> Iterator[MailServer]:
    """A mail server on the loopback interface for the time of the block."""
    lmtp = services.free_port()
    keeper = Relay(lmtp)
    controller = Controller(keeper, hostname="127.0.0.1", port=services.free_port())
    controller.start()
    try:
        yield MailServer(f"smtp://127.0.0.1:{controller.port}", lmtp, keeper.to)
    finally:
        controller.stop()
