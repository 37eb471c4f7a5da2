"""Listening for the host's mail server: LMTP, or SMTP, on loopback unless the host says otherwise.

It stands behind a mail server that knows about spam, TLS and who is who; it is none itself.
"""

from __future__ import annotations

import asyncio
import signal
from typing import Any

import structlog
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope
from aiosmtpd.smtp import Session as SmtpSession

from correspondence.mail_reading.mail import MOST_BYTES
from worker.mail_in.receiving import Away, Full, Receiver

log = structlog.get_logger(__name__)

NOT_OURS = "550 5.1.1 nobody here has this address"
TAKEN = "250 2.0.0 taken"
LATER = "451 4.3.0 not now; bring it again"
NO_ROOM = "452 4.3.1 there is no room for it now; bring it again"
TOO_MANY = "452 4.5.3 too many recipients"
MOST_RECIPIENTS = 20
# A connection that says nothing is closed after so many seconds.
SILENT_SECONDS = 60.0


# Some programs write a paragraph as one line, longer than RFC 5321 has it; not every mail server breaks it.
LONGEST_LINE = 64 * 1024


class _Smtp(SMTP):
    line_length_limit = LONGEST_LINE


class _Lmtp(LMTP):
    line_length_limit = LONGEST_LINE


class Handler:
    """What aiosmtpd asks: whether an address is ours, and whether a mail is taken."""

    def __init__(self, receiver: Receiver) -> None:
        self._receiver = receiver

    async def handle_RCPT(  # noqa: N802  the name that aiosmtpd looks for
        self, server: SMTP, session: SmtpSession, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Take recipients of ours alone: what is for nobody is never stored."""
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return TOO_MANY
        try:
            ours = await asyncio.to_thread(self._receiver.takes, address)
        except Away:
            return LATER
        if not ours:
            return NOT_OURS
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 ok"

    async def handle_DATA(self, server: SMTP, session: SmtpSession, envelope: Envelope) -> str:  # noqa: N802
        """Keep the mail, and only then say that it is taken; over LMTP that holds for each recipient."""
        content = envelope.content if isinstance(envelope.content, bytes) else b""
        # Who delivers a mail at last writes this line (RFC 5321, 4.4). Programs that answer by themselves send from <>.
        sender = (envelope.mail_from or "").strip("<>").encode("utf-8", "replace")
        raw = b"Return-Path: <%s>\r\n" % sender + content
        try:
            await asyncio.to_thread(self._receiver.take, raw, tuple(dict.fromkeys(envelope.rcpt_tos)))
        except Full:
            answer = NO_ROOM
        except Away:
            answer = LATER
        else:
            answer = TAKEN
        return "\r\n".join([answer] * len(envelope.rcpt_tos)) if isinstance(server, LMTP) else answer

    async def handle_exception(self, error: Exception) -> str:
        """Whatever went wrong, the mail was not taken, and the mail server keeps it."""
        log.error("a mail could not be taken", exc_info=error)
        return LATER


def make_protocol(handler: Handler, lmtp: bool) -> SMTP:
    """One connection."""
    options: dict[str, Any] = {
        "data_size_limit": MOST_BYTES,
        "enable_SMTPUTF8": True,
        "ident": "rookery",
        "timeout": SILENT_SECONDS,
    }
    return (_Lmtp if lmtp else _Smtp)(handler, **options)


async def listen(receiver: Receiver, host: str, port: int, *, lmtp: bool, ready: asyncio.Event | None = None) -> None:
    """Take mails until SIGTERM or SIGINT."""
    handler, loop, told = Handler(receiver), asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, told.set)
    server = await loop.create_server(lambda: make_protocol(handler, lmtp), host, port)
    log.info("mail is taken", protocol="LMTP" if lmtp else "SMTP", host=host, port=port)
    if ready is not None:
        ready.set()
    async with server:
        await told.wait()
