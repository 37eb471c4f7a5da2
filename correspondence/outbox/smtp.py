"""Hand emails to a mail server: one connection for many, which stays open."""

from __future__ import annotations

import contextlib
import smtplib
import socket
import ssl
import time
from collections.abc import Callable
from datetime import datetime
from functools import cache
from urllib.parse import unquote, urlsplit

from correspondence.mail.message import UnsafeMail, envelope_address
from correspondence.settings import BadSetting

CONNECT_SECONDS, REPLY_SECONDS = 10.0, 15.0
# Servers close a connection that took many emails, or none for a while.
MAX_MAILS, MAX_IDLE_SECONDS_LENGTH = 100, 20.0
# What a server says of us, or of itself, where it might speak of one email.
OF_ITSELF = (421, 530, 534, 535, 538)
Reply = tuple[int, bytes]


class Unreachable(Exception):
    """Nobody takes emails now; try again later."""


class Refusing(Exception):
    """This email was not taken; `for_good` if it never will be."""

    def __init__(self, reason: str, *, for_good: bool) -> None:
        self.for_good = for_good
        super().__init__(reason)


class SmtpTransport:
    """SMTP client: `smtp://` (TLS if offered, required with password) or `smtps://`."""

    def __init__(self, url: str, sender: str, *, ticks: Callable[[], float] = time.monotonic) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
            raise BadSetting("SMTP_URL: not an address such as smtp://user:password@mail.example:587")
        self._secure = parts.scheme == "smtps"
        self._host, self._port = parts.hostname, parts.port or (465 if self._secure else 587)
        self._user, self._password = unquote(parts.username or ""), unquote(parts.password or "")
        self._sender, self._ticks = sender, ticks
        self._server: smtplib.SMTP | None = None
        self._take_card, self._used_at = 0, 0.0

    def open(self, now: datetime) -> None:
        """Be connected: the connection of before if it still holds, else a new one."""
        self._open()

    def _open(self) -> None:
        """Connect and log in, unless an open connection can still be used.
        Raises Unreachable."""
        if self._server is not None and self._take_card < MAX_MAILS and self._still_there():
            return
        self.close()
        try:
            self._server = self._connect()
            if self._user:
                self._server.login(self._user, self._password)
        except (smtplib.SMTPException, OSError) as fault:
            self.close()
            raise Unreachable(f"{self._host}:{self._port}: {fault}") from fault
        self._take_card, self._used_at = 0, self._ticks()

    def _still_there(self) -> bool:
        """Whether the server listens, where it may have hung up meanwhile."""
        if self._server is None or self._ticks() - self._used_at < MAX_IDLE_SECONDS_LENGTH:
            return self._server is not None
        with contextlib.suppress(smtplib.SMTPException, OSError):
            return self._server.noop()[0] == 250
        return False

    def _connect(self) -> smtplib.SMTP:
        """Return a new connection, encrypted if possible, without logging in.
        Raises SMTPNotSupportedError for a password without encryption, else as smtplib does."""
        name = _own_name()
        if self._secure:
            server: smtplib.SMTP = smtplib.SMTP_SSL(
                self._host, self._port, local_hostname=name, timeout=CONNECT_SECONDS, context=_tls()
            )
        else:
            server = smtplib.SMTP(self._host, self._port, local_hostname=name, timeout=CONNECT_SECONDS)
        try:
            server.ehlo_or_helo_if_needed()
            if not self._secure and server.has_extn("starttls"):
                server.starttls(context=_tls())
                server.ehlo_or_helo_if_needed()
            elif not self._secure and self._user:
                raise smtplib.SMTPNotSupportedError("the server offers no encryption, so it gets no password")
            if server.sock is not None:
                server.sock.settimeout(REPLY_SECONDS)
                # The end of an email does not wait until what came before it has been received.
                server.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        except BaseException:
            server.close()
            raise
        return server

    def send(self, address: str, message_id: str, subject: str, raw: bytes, sender: str = "") -> None:
        """Send one email as `sender` or the default; 5xx refuses for good, 4xx for now."""
        if self._server is None:
            raise Unreachable("not connected")
        if self._take_card >= MAX_MAILS:
            self._open()
        try:
            self._hand_over(self._server, sender or self._sender, envelope_address(address), raw)
        except UnsafeMail as fault:
            raise Refusing(str(fault), for_good=True) from fault
        except (smtplib.SMTPException, OSError) as fault:
            self._break_off()
            raise Unreachable(str(fault)) from fault
        except Unreachable:
            self._break_off()
            raise
        finally:
            self._take_card, self._used_at = self._take_card + 1, self._ticks()

    def _hand_over(self, server: smtplib.SMTP, sender: str, address: str, raw: bytes) -> None:
        """Give one email to the connected server.
        Raises Refusing if it does not take this email, Unreachable if it takes none now."""
        size = f" SIZE={len(raw)}" if server.has_extn("size") else ""
        reply = server.docmd(f"MAIL FROM:<{sender}>{size}")
        if reply[0] != 250:
            # Who refuses the sender refuses all emails, whatever becomes of this one.
            raise self._unreachable(reply)
        reply = server.docmd(f"RCPT TO:<{address}>")
        if reply[0] in (250, 251):
            reply = server.docmd("DATA")
        if reply[0] == 354:
            # A dot at the beginning of a line is doubled, and one alone ends the email (RFC 5321, 4.5.2).
            stuffed = (b"\r\n" + raw).replace(b"\r\n.", b"\r\n..")[2:]
            server.send(stuffed + (b".\r\n" if raw.endswith(b"\r\n") else b"\r\n.\r\n"))
            reply = server.getreply()
            if reply[0] == 250:
                return
        if reply[0] in OF_ITSELF or reply[0] < 0:
            raise self._unreachable(reply)
        # The connection is made fit for the next email.
        if server.rset()[0] != 250:
            self._break_off()
        raise Refusing(_reply_text(reply), for_good=reply[0] >= 500)

    def _unreachable(self, reply: Reply) -> Unreachable:
        return Unreachable(f"{self._host}:{self._port}: {_reply_text(reply)}")

    def _break_off(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None

    def close(self) -> None:
        """Quit, whether or not the server still listens."""
        if self._server is not None:
            with contextlib.suppress(smtplib.SMTPException, OSError):
                self._server.quit()
            self._break_off()


def _reply_text(reply: Reply) -> str:
    return f"{reply[0]} {reply[1].decode('utf-8', 'replace')}"


@cache
def _tls() -> ssl.SSLContext:
    """The certificates that are trusted; reading them takes a tenth of a second."""
    return ssl.create_default_context()


@cache
def _own_name() -> str:
    """The name to greet with; asking for it can take seconds."""
    name = socket.getfqdn()
    return name if "." in name else "[127.0.0.1]"
