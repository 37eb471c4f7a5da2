"""Taking mail in: the listener (LMTP or SMTP), the mailbox (IMAP), as a process.

With IDLE the server tells of new mail at once; else it is asked now and then. A mail is marked only after it was kept,
so one that was kept and not marked comes again, and is known then.
"""

from __future__ import annotations

import asyncio
import signal
import ssl
import threading
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

import structlog
from imapclient import IMAPClient
from imapclient.exceptions import IMAPClientError

from correspondence.mail_reading.mail import MOST_BYTES
from correspondence.mail_reading.reading import read_mail
from correspondence.settings import Settings
from correspondence.store import DatabaseClock, Store
from worker.mail_in.listener import listen
from worker.mail_in.receiving import Away, Full, Receiver
from worker.service import clock
from worker.wake_worker import Doorbell

log = structlog.get_logger(__name__)

# So long a server is believed to tell of new mail by itself: it may have told while nobody listened.
IDLE_SECONDS, ASK_SECONDS = 20.0, 60.0
# Between attempts to reach a server that is away.
SHORTEST_WAIT, LONGEST_WAIT = 5.0, 300.0
AT_ONCE = 20


class BadAddress(ValueError):
    """An address of a mailbox that cannot be used."""


@dataclass(frozen=True)
class Box:
    """Where a mailbox is: `imaps://user:password@host:port/Folder`; `imap://` only on this machine."""

    host: str
    port: int
    user: str
    password: str
    folder: str
    tls: bool


def box_at(address: str) -> Box:
    """The mailbox of an address. Raises BadAddress, which never repeats the password."""
    parts = urlsplit(address)
    if parts.scheme not in ("imap", "imaps") or not parts.hostname or not parts.username:
        raise BadAddress("this is not an address such as imaps://user:password@mail.example/INBOX")
    if parts.scheme == "imap" and parts.hostname not in ("127.0.0.1", "localhost", "::1"):
        raise BadAddress("without TLS a mailbox is read on this machine alone: imaps://...")
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
    """Take what is new in a mailbox, until told to stop; a server that is away is tried again, ever later."""
    wait = SHORTEST_WAIT
    while not over.is_set():
        try:
            _stay(box, receiver, over, ask_seconds)
            wait = SHORTEST_WAIT
        except (IMAPClientError, OSError, Away) as fault:
            log.warning("the mailbox cannot be read; it is tried again", host=box.host, wait=wait, error=repr(fault))
            over.wait(wait)
            wait = min(wait * 2, LONGEST_WAIT)


def _stay(box: Box, receiver: Receiver, over: threading.Event, ask_seconds: float) -> None:
    context = ssl.create_default_context() if box.tls else None
    with IMAPClient(box.host, box.port, ssl=box.tls, ssl_context=context, timeout=30) as client:
        client.login(box.user, box.password)
        client.select_folder(box.folder)
        log.info("the mailbox is read", host=box.host, folder=box.folder)
        idles = client.has_capability("IDLE")
        while not over.is_set():
            seen: list[int] = []
            while (found := take_new(client, receiver)) != seen and not over.is_set():
                # What the server says of new mail between commands is not heard: look until there is no more.
                seen = found
            receiver.note_mailbox_read()
            if idles:
                _idle(client, over)
            else:
                over.wait(ask_seconds)
                client.noop()


def take_new(client: IMAPClient, receiver: Receiver) -> list[int]:
    """Keep what nobody has seen, and mark it; the numbers of these mails. Raises Away."""
    found = list(client.search(["UNSEEN"]))
    for at in range(0, len(found), AT_ONCE):
        for key in found[at : at + AT_ONCE]:
            size = client.fetch([key], ["RFC822.SIZE"]).get(key, {}).get(b"RFC822.SIZE", 0)
            # Of what is too large the head is enough to answer it.
            part = "" if size <= MOST_BYTES else "HEADER"
            raw = client.fetch([key], [f"BODY.PEEK[{part}]"]).get(key, {}).get(f"BODY[{part}]".encode(), b"")
            ours = [one for one in read_mail(raw).recipients if receiver.takes(one)]
            try:
                if ours:
                    receiver.take(raw, ours)
            except Full:
                # It stays unseen until there is room; another may be smaller.
                continue
            client.add_flags([key], [b"\\Seen"])
    return found


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


class Unusable(Exception):
    """What was asked for cannot be done: an address that is none."""


def run(settings: Settings, *, lmtp: str, smtp: str, mailbox: bool) -> None:
    """Take mail until SIGTERM or SIGINT. Raises Unusable, OSError for a port that is taken."""
    if lmtp and smtp:
        raise Unusable("LMTP or SMTP, not both; start two")
    box = _box(settings.mail_in_box) if mailbox else None
    store = Store(settings)
    receiver, over = Receiver(store, DatabaseClock(store, clock), Doorbell(settings)), threading.Event()
    reader = threading.Thread(target=watch, args=(box, receiver, over), name="mailbox") if box else None
    if reader is not None:
        reader.start()
    try:
        if lmtp or smtp or reader is None:
            host, port = _host_port(lmtp or smtp) if lmtp or smtp else DEFAULT
            asyncio.run(listen(receiver, host, port, lmtp=not smtp))
        else:
            _until_told(over)
    finally:
        over.set()
        if reader is not None:
            reader.join()
        store.close()


def _box(address: str) -> Box:
    if not address:
        raise Unusable("MAIL_IN_BOX is not set; it is the mailbox to read, imaps://user:password@mail.example/INBOX")
    try:
        return box_at(address)
    except BadAddress as reason:
        raise Unusable(f"MAIL_IN_BOX: {reason}") from None


def _host_port(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 65536:
        raise Unusable(f"{text!r} is not HOST:PORT, such as 127.0.0.1:8024")
    return host.strip("[]"), int(port)


def _until_told(over: threading.Event) -> None:
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: over.set())
    over.wait()
