"""Incoming mail: a listener (LMTP or SMTP) and a mailbox reader (IMAP).

It stands behind the host's mail server, which handles spam, TLS and identity; it is none itself. With IDLE the server
announces new mail at once; else it is polled. A mail is marked only after it was stored, so one stored but not marked
comes again and is recognised.
"""

from __future__ import annotations

import asyncio
import signal
import ssl
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import unquote, urlsplit

import structlog
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session as SmtpSession
from imapclient import IMAPClient
from imapclient.exceptions import IMAPClientError
from sqlalchemy.orm import Session

from correspondence.incoming_mail.queue import is_awaited, keep_mail, note_mailbox_read, remaining_capacity
from correspondence.mail_reading.mail import MAX_BYTES
from correspondence.mail_reading.reading import read_mail
from correspondence.settings import Settings
from correspondence.store import AWAY, DatabaseClock, Store, driver_message, is_away
from worker.messages import WorkerNotifier
from worker.service import clock
from worker.startup import stop_event_on_signal

log = structlog.get_logger(__name__)

__all__ = ["Away", "Full", "Receiver"]


class Away(Exception):
    """The database does not answer; the mail was not taken and is to be brought again."""


class Full(Away):
    """The host's limit of stored mail is reached; the mail is to be delivered again."""


# How long it is believed how much room there is; what is taken meanwhile is taken off. To count takes 2 ms of the
# processor with 2,000 mails that are kept, and 4 ms with 40,000: a flood is not to count for each.
COUNTED = timedelta(seconds=10)


class Receiver:
    """Keeps mails for the addresses of a service."""

    def __init__(self, store: Store, clock: Callable[[], datetime], wake_worker: Callable[[str], None]) -> None:
        self._store, self._clock, self._wake = store, clock, wake_worker
        local, _, domain = store.settings.mail_in.casefold().rpartition("@")
        self._local, self._domain = local, domain
        self._counted_at, self._room = datetime.min.replace(tzinfo=UTC), (0, 0)
        # Several mails may be brought at once, each in a thread.
        self._counting = threading.Lock()

    def takes(self, recipient: str) -> bool:
        """Whether an address is the set one or a valid plus address of it. Raises Away.
        Away: what cannot be looked up is not refused."""
        local, _, domain = recipient.strip().casefold().rpartition("@")
        if domain != self._domain or local.partition("+")[0] != self._local:
            return False
        with self._database(self._store.read) as session:
            return is_awaited(session, recipient)

    def take(self, raw: bytes, recipients: Collection[str]) -> int:
        """Keep a mail for each of these recipients; how many are new. Raises Away, Full."""
        with self._database(self._store.begin) as session:
            self._reserve_room(session, len(raw), len(recipients))
            new_count = sum(keep_mail(session, raw, recipient, self._clock()) for recipient in recipients)
        if new_count:
            self._wake("incoming")
        return new_count

    def _reserve_room(self, session: Session, size: int, mails: int) -> None:
        """Reserve room for so many mails and bytes; raise Full if there is none.
        The free room is counted anew every few seconds, or if it seems too small."""
        with self._counting:
            now, (count, left) = self._clock(), self._room
            if now - self._counted_at > COUNTED or count < mails or left < size:
                (count, left), self._counted_at = remaining_capacity(session, mails, size), now
            self._room = count - mails, left - size
            if count < mails or left < size:
                log.error("MAIL_IN_MAX_MAILS or MAIL_IN_MAX_MEGABYTES is reached; emails are refused")
                raise Full

    def note_mailbox_read(self) -> None:
        """Note that all that was new in the mailbox was taken. Raises Away."""
        with self._database(self._store.begin) as session:
            note_mailbox_read(session, self._clock())

    @contextmanager
    def _database(self, opened: Callable[[], AbstractContextManager[Session]]) -> Iterator[Session]:
        """What is written is kept, or Away is raised."""
        try:
            with opened() as session:
                yield session
        except AWAY as fault:
            if not is_away(fault):
                raise
            log.warning("the database does not answer; emails are refused", error=driver_message(fault))
            raise Away from fault


NOT_OURS = "550 5.1.1 nobody here has this address"
TAKEN = "250 2.0.0 taken"
LATER = "451 4.3.0 not now; bring it again"
NO_ROOM = "452 4.3.1 there is no room for it now; bring it again"
TOO_MANY = "452 4.5.3 too many recipients"
MAX_RECIPIENTS = 20
# A connection that says nothing is closed after so many seconds.
SILENT_SECONDS = 60.0


# Some programs write a paragraph as one line, longer than RFC 5321 has it; not every mail server breaks it.
MAX_LINE_LENGTH = 64 * 1024


class _Smtp(SMTP):
    line_length_limit = MAX_LINE_LENGTH


class _Lmtp(LMTP):
    line_length_limit = MAX_LINE_LENGTH


class Handler:
    """What aiosmtpd asks: whether an address is ours, and whether a mail is taken."""

    def __init__(self, receiver: Receiver) -> None:
        self._receiver = receiver

    async def handle_RCPT(  # noqa: N802  the name that aiosmtpd looks for
        self, server: SMTP, session: SmtpSession, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Take recipients of ours alone: what is for nobody is never stored."""
        if len(envelope.rcpt_tos) >= MAX_RECIPIENTS:
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
        """Store the mail before accepting it; over LMTP for each recipient."""
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
        log.error("an email could not be stored", exc_info=error)
        return LATER


def make_protocol(handler: Handler, lmtp: bool) -> SMTP:
    """Return the protocol for one connection: LMTP if `lmtp`, else SMTP."""
    options: dict[str, Any] = {
        "data_size_limit": MAX_BYTES,
        "enable_SMTPUTF8": True,
        "ident": "rookery",
        "timeout": SILENT_SECONDS,
    }
    return (_Lmtp if lmtp else _Smtp)(handler, **options)


async def listen(receiver: Receiver, host: str, port: int, *, lmtp: bool, ready: asyncio.Event | None = None) -> None:
    """Take mails until SIGTERM or SIGINT."""
    handler, loop, stop_event = Handler(receiver), asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop_event.set)
    server = await loop.create_server(lambda: make_protocol(handler, lmtp), host, port)
    log.info("mail-in is listening", protocol="LMTP" if lmtp else "SMTP", host=host, port=port)
    if ready is not None:
        ready.set()
    async with server:
        await stop_event.wait()


# So long a server is believed to tell of new mail by itself: it may have told while nobody listened.
IDLE_SECONDS, ASK_SECONDS = 20.0, 60.0
# Between attempts to reach a server that is away.
MIN_WAIT, MAX_WAIT = 5.0, 300.0
AT_ONCE = 20


class Unusable(Exception):
    """What was asked for cannot be done: an address that is none."""


@dataclass(frozen=True)
class Box:
    """A mailbox: `imaps://user:password@host:port/Folder`; `imap://` only locally."""

    host: str
    port: int
    user: str
    password: str
    folder: str
    tls: bool


def parse_mailbox_address(address: str) -> Box:
    """Parse the address of a mailbox, `imaps://user:password@host:port/Folder`.
    Raises Unusable if it is none; the message never repeats the password."""
    if not address:
        raise Unusable("set MAIL_IN_BOX to the mailbox to read, imaps://user:password@mail.example/INBOX")
    parts = urlsplit(address)
    if parts.scheme not in ("imap", "imaps") or not parts.hostname or not parts.username:
        raise Unusable("MAIL_IN_BOX: this is not an address such as imaps://user:password@mail.example/INBOX")
    if parts.scheme == "imap" and parts.hostname not in ("127.0.0.1", "localhost", "::1"):
        raise Unusable("MAIL_IN_BOX: use imaps://; imap:// is only for this machine")
    tls = parts.scheme == "imaps"
    return Box(
        host=parts.hostname,
        port=parts.port or (993 if tls else 143),
        user=unquote(parts.username),
        password=unquote(parts.password or ""),
        folder=unquote(parts.path.strip("/")) or "INBOX",
        tls=tls,
    )


def watch(box: Box, receiver: Receiver, over: threading.Event, ask_seconds: float = ASK_SECONDS) -> None:
    """Take new mail until told to stop; retry ever later if the server is away."""
    wait = MIN_WAIT
    while not over.is_set():
        try:
            _follow_mailbox(box, receiver, over, ask_seconds)
            wait = MIN_WAIT
        except (IMAPClientError, OSError, Away) as fault:
            log.warning("the mailbox cannot be read; trying again", host=box.host, wait=wait, error=repr(fault))
            over.wait(wait)
            wait = min(wait * 2, MAX_WAIT)


def _follow_mailbox(box: Box, receiver: Receiver, over: threading.Event, ask_seconds: float) -> None:
    """Take new mail from a mailbox until `over` is set, in one connection.
    Waits by IDLE, or else asks every `ask_seconds`. Errors of the connection are raised."""
    context = ssl.create_default_context() if box.tls else None
    with IMAPClient(box.host, box.port, ssl=box.tls, ssl_context=context, timeout=30) as client:
        client.login(box.user, box.password)
        client.select_folder(box.folder)
        log.info("mailbox opened", host=box.host, folder=box.folder)
        idles = client.has_capability("IDLE")
        while not over.is_set():
            previous_numbers: list[int] = []
            while (mail_numbers := take_new(client, receiver)) != previous_numbers and not over.is_set():
                # What the server says of new mail between commands is not heard: look until there is no more.
                previous_numbers = mail_numbers
            receiver.note_mailbox_read()
            if idles:
                _idle(client, over)
            else:
                over.wait(ask_seconds)
                client.noop()


def take_new(client: IMAPClient, receiver: Receiver) -> list[int]:
    """Keep what nobody has seen, and mark it; the numbers of these mails. Raises Away."""
    mail_numbers = list(client.search(["UNSEEN"]))
    for at in range(0, len(mail_numbers), AT_ONCE):
        for key in mail_numbers[at : at + AT_ONCE]:
            size = client.fetch([key], ["RFC822.SIZE"]).get(key, {}).get(b"RFC822.SIZE", 0)
            # Of what is too large the head is enough to answer it.
            part = "" if size <= MAX_BYTES else "HEADER"
            raw = client.fetch([key], [f"BODY.PEEK[{part}]"]).get(key, {}).get(f"BODY[{part}]".encode(), b"")
            ours = [recipient for recipient in read_mail(raw).recipients if receiver.takes(recipient)]
            try:
                if ours:
                    receiver.take(raw, ours)
            except Full:
                # It stays unseen until there is room; another may be smaller.
                continue
            client.add_flags([key], [b"\\Seen"])
    return mail_numbers


def _idle(client: IMAPClient, over: threading.Event) -> None:
    """Wait until the server says that something has come, or for a while."""
    client.idle()
    waited = 0.0
    try:
        while waited < IDLE_SECONDS and not over.is_set():
            if client.idle_check(timeout=1.0):
                return
            waited += 1.0
    finally:
        client.idle_done()


DEFAULT = ("127.0.0.1", 8024)


def run(settings: Settings, *, lmtp: str, smtp: str, mailbox: bool) -> None:
    """Take mail until SIGTERM or SIGINT. Raises Unusable, OSError for a taken port."""
    if lmtp and smtp:
        raise Unusable("choose LMTP or SMTP; for both, start mail-in twice")
    box = parse_mailbox_address(settings.mail_in_box) if mailbox else None
    store = Store(settings)
    receiver, over = Receiver(store, DatabaseClock(store, clock), WorkerNotifier(settings)), threading.Event()
    reader = threading.Thread(target=watch, args=(box, receiver, over), name="mailbox") if box else None
    if reader is not None:
        reader.start()
    try:
        if lmtp or smtp or reader is None:
            host, port = _host_port(lmtp or smtp) if lmtp or smtp else DEFAULT
            asyncio.run(listen(receiver, host, port, lmtp=not smtp))
        else:
            with stop_event_on_signal() as stop_event:
                stop_event.wait()
    finally:
        over.set()
        if reader is not None:
            reader.join()
        store.close()


def _host_port(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 65536:
        raise Unusable(f"{text!r} is not HOST:PORT, such as 127.0.0.1:8024")
    return host.strip("[]"), int(port)
