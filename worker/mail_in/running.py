"""Taking mail in as a process: the listener, the mailbox, or both, until it is told to stop."""

from __future__ import annotations

import asyncio
import signal
import threading

import structlog

from correspondence.clock import DatabaseClock
from correspondence.settings import Settings
from correspondence.store import Store
from worker.mail_in.listener import listen
from worker.mail_in.mailbox import BadAddress, Box, box_at, watch
from worker.mail_in.receiving import Receiver
from worker.service import clock
from worker.wake_worker import Doorbell

log = structlog.get_logger(__name__)

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
