"""The embedded broker: messages as files, claimed by one worker, safe against crashes.

Every owner has a folder `taken/<owner>` and a lock file `taken/<owner>.lock` that it keeps locked while it lives. The
operating system lets the lock go when the process ends, however it ends; whoever then gets the lock returns the owner's
messages.

It mends kombu's file-system transport where that loses messages: a message appears under its final name only when it is
whole, it is claimed by one rename, and its file goes away only when the message is acknowledged. See
docs/adr/0003-embedded-broker.md.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty
from typing import Any, BinaryIO, ClassVar

import structlog
from kombu.exceptions import ChannelError
from kombu.transport import TRANSPORT_ALIASES, filesystem, virtual

log = structlog.get_logger(__name__)

RECOVER_SECONDS = 5.0


class Claims:
    """What one connection has taken from the queues in `folder` and not finished."""

    def __init__(self, folder: Path) -> None:
        self._messages = folder / "messages"
        self._taken = folder / "taken"
        self._spoiled = folder / "spoiled"
        self._held: dict[str, tuple[Path, Path]] = {}
        self._lock: BinaryIO | None = None
        self._own: Path | None = None
        self._mutex = threading.Lock()
        self._next_recovery = 0.0

    def take(self, path: Path) -> Path | None:
        """Claim a message's file by one rename; None if another was first. Returns where it lies now."""
        target = self._folder() / f"{path.name}~{path.parent.name}"
        try:
            path.rename(target)
        except FileNotFoundError:
            return None
        return target

    def hold(self, tag: str, taken: Path, origin: Path) -> None:
        """Remember a claimed message under its delivery tag until it is finished or given back."""
        self._held[tag] = (taken, origin)

    def finish(self, tag: str) -> None:
        """The message is done: remove its file. Unknown tags are no error, a message may be acknowledged twice."""
        held = self._held.pop(tag, None)
        if held is not None:
            held[0].unlink(missing_ok=True)

    def give_back(self, tag: str) -> bool:
        """Return a message to its queue; False if it is not held here."""
        held = self._held.pop(tag, None)
        if held is None:
            return False
        taken, origin = held
        taken.replace(origin)
        return True

    def spoil(self, taken: Path) -> None:
        """Set an unreadable message aside for a person to look at."""
        self._spoiled.mkdir(parents=True, exist_ok=True)
        taken.replace(self._spoiled / taken.name)

    def recover(self) -> int:
        """Return the messages of dead owners to their queues, now and then; how many there were."""
        if time.monotonic() < self._next_recovery:
            return 0
        self._next_recovery = time.monotonic() + RECOVER_SECONDS
        if not self._taken.is_dir():
            return 0
        return sum(self._recover_from(lock) for lock in sorted(self._taken.glob("*.lock")))

    def close(self) -> None:
        """Let the lock go. What is still held comes back to its queue."""
        for tag in list(self._held):
            self.give_back(tag)
        with self._mutex:
            if self._own is not None and self._lock is not None:
                self._remove(self._own)
                self._lock.close()
            self._own = self._lock = None

    def _folder(self) -> Path:
        """This owner's folder, with its lock held; made at the first claim."""
        with self._mutex:
            if self._own is None:
                owner = uuid.uuid4().hex
                own = self._taken / owner
                own.mkdir(parents=True, exist_ok=True)
                # Locked before it has its name, so that nobody takes a newborn owner for a dead one.
                unnamed = self._taken / f"{owner}.new"
                self._lock = unnamed.open("wb")
                fcntl.flock(self._lock, fcntl.LOCK_EX)
                unnamed.rename(self._taken / f"{owner}.lock")
                self._own = own
            return self._own

    def _recover_from(self, lock: Path) -> int:
        own = lock.with_suffix("")
        if own == self._own:
            return 0
        try:
            file = lock.open("rb")
        except FileNotFoundError:
            return 0
        with file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return 0
            count = self._return_all(own)
            self._remove(own)
        if count:
            log.warning("messages of a dead worker returned to their queues", count=count)
        return count

    def _return_all(self, own: Path) -> int:
        count = 0
        for taken in sorted(own.iterdir()) if own.is_dir() else ():
            name, _, queue = taken.name.partition("~")
            folder = self._messages / queue
            folder.mkdir(parents=True, exist_ok=True)
            taken.replace(folder / name)
            count += 1
        return count

    def _remove(self, own: Path) -> None:
        """Remove an owner's empty folder and its lock file."""
        if own.is_dir() and not os.listdir(own):
            own.rmdir()
            own.with_name(f"{own.name}.lock").unlink(missing_ok=True)


SCHEME = "rookery-files"
POLLING_SECONDS = 0.25
_MESSAGE = ".msg"
_QUEUE_NAME = re.compile(r"[A-Za-z0-9@._-]+")
_FORGETFUL = re.compile(r"pidbox$")
_FORGET_SECONDS = 300.0


def register() -> None:
    """Make the scheme known to kombu. Doing it twice does no harm."""
    TRANSPORT_ALIASES[SCHEME] = "worker.broker:Transport"


def transport_options(folder: Path) -> dict[str, Any]:
    """The options under which the queues lie in `folder`; the folder is made when it is first used."""
    return {
        "folder": str(folder),
        "control_folder": str(folder / "control"),
        "polling_interval": POLLING_SECONDS,
    }


def write_whole(path: Path, data: bytes) -> None:
    """Put data at path so that nobody ever sees a part of it: written aside, forced to the disk, renamed."""
    part = path.with_name(f"{path.name}.{uuid.uuid4().hex}.part")
    with part.open("wb", buffering=0) as file:
        file.write(data)
        os.fsync(file.fileno())
    part.replace(path)


class QoS(virtual.QoS):
    """Remembers what is unacknowledged, and lets the claimed file go when the message is done."""

    def ack(self, delivery_tag: str) -> None:
        """The message is done: its file goes away."""
        super().ack(delivery_tag)
        _claims_of(self).finish(delivery_tag)

    def reject(self, delivery_tag: str, requeue: bool = False) -> None:
        """The message is refused: back to its queue, or away."""
        super().reject(delivery_tag, requeue=requeue)
        _claims_of(self).finish(delivery_tag)


class Channel(filesystem.Channel):
    """One conversation with the folder of queues."""

    QoS = QoS

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._unacknowledged: set[str] = set()

    @property
    def claims(self) -> Claims:
        """The messages that this connection has taken and not finished."""
        connection: Any = self.connection
        claims: Claims = connection.claims
        return claims

    def basic_consume(self, queue: str, no_ack: bool, callback: Any, consumer_tag: str | None, **kwargs: Any) -> Any:
        """Consume from a queue; without acknowledgement a message is done when it is read."""
        if no_ack:
            self._unacknowledged.add(queue)
        return super().basic_consume(queue, no_ack, callback, consumer_tag, **kwargs)

    def basic_get(self, queue: str, no_ack: bool = False, **kwargs: Any) -> Any:
        """Take one message, or None."""
        message = super().basic_get(queue, no_ack=no_ack, **kwargs)
        if message is not None and no_ack:
            self.claims.finish(str(message.delivery_tag))
        return message

    def _queue_folder(self, queue: str) -> Path:
        if not _QUEUE_NAME.fullmatch(queue) or not queue.strip("."):
            raise ChannelError(f"a queue cannot be named {queue!r}")
        folder = Path(self.transport_options["folder"]) / "messages" / queue
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def _put(self, queue: str, payload: Any, **kwargs: Any) -> None:  # type: ignore[override]  # the stubs disagree
        """Put a message into a queue, in the order of the clock, across restarts of the machine too."""
        name = f"{time.time_ns():020d}-{uuid.uuid4().hex}{_MESSAGE}"
        try:
            write_whole(self._queue_folder(queue) / name, json.dumps(payload).encode())
        except OSError as error:
            raise ChannelError(f"cannot put a message into queue {queue!r}: {error}") from error

    def _waiting(self, queue: str) -> list[Path]:
        folder = self._queue_folder(queue)
        return [folder / name for name in sorted(os.listdir(folder)) if name.endswith(_MESSAGE)]

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        """Claim the oldest whole message of a queue; Empty if there is none."""
        self.claims.recover()
        for path in self._waiting(queue):
            if _FORGETFUL.search(queue) and _age(path) > _FORGET_SECONDS:
                path.unlink(missing_ok=True)
                continue
            payload = self._claim(queue, path)
            if payload is not None:
                return payload
        raise Empty

    def _claim(self, queue: str, path: Path) -> Any:
        """The message at path, now ours; None if another took it first or it cannot be read."""
        taken = self.claims.take(path)
        if taken is None:
            return None
        try:
            payload = json.loads(taken.read_bytes())
            tag = payload["properties"]["delivery_tag"]
        except (ValueError, KeyError, TypeError) as error:
            self.claims.spoil(taken)
            log.warning("unreadable message set aside", queue=queue, file=taken.name, error=repr(error))
            return None
        if queue in self._unacknowledged:
            taken.unlink(missing_ok=True)
        else:
            self.claims.hold(tag, taken, path)
        return payload

    def _restore(self, message: Any) -> None:
        """Give a message back to its queue, in its old place."""
        if not self.claims.give_back(message.delivery_tag):
            super()._restore(message)

    def _purge(self, queue: str) -> int:
        """Throw away what waits in a queue; returns how many messages that were."""
        waiting = self._waiting(queue)
        for path in waiting:
            path.unlink(missing_ok=True)
        return len(waiting)

    def _size(self, queue: str) -> int:
        return len(self._waiting(queue))

    def _table_file(self, exchange: str) -> Path:
        if not _QUEUE_NAME.fullmatch(exchange or "-"):
            raise ChannelError(f"an exchange cannot be named {exchange!r}")
        return self.control_folder / f"{exchange}.exchange"

    def get_table(self, exchange: str) -> list[Any]:
        """The bindings of an exchange."""
        try:
            rows = json.loads(self._table_file(exchange).read_bytes())
        except FileNotFoundError:
            return []
        return [filesystem.exchange_queue_t(*row) for row in rows]

    def _queue_bind(self, exchange: str, routing_key: str | None, pattern: str | None, queue: str | None) -> None:
        binding = filesystem.exchange_queue_t(routing_key or "", pattern or "", queue or "")
        self._edit_table(exchange, lambda rows: rows if binding in rows else [binding, *rows])

    def _delete(self, queue: str, exchange: str, routing_key: str, pattern: str, *args: Any, **kwargs: Any) -> None:
        binding = filesystem.exchange_queue_t(routing_key or "", pattern or "", queue or "")
        self._purge(queue)
        self._edit_table(exchange, lambda rows: [row for row in rows if row != binding])

    def _edit_table(self, exchange: str, change: Callable[[list[Any]], list[Any]]) -> None:
        """Rewrite the bindings of an exchange; one writer at a time, readers see the old or the new."""
        self.control_folder.mkdir(parents=True, exist_ok=True)
        with _only_one(self.control_folder / "lock"):
            before = self.get_table(exchange)
            after = change(before)
            if after != before:
                write_whole(self._table_file(exchange), json.dumps(after).encode())


class Transport(filesystem.Transport):
    """Connections to a folder of queues."""

    Channel = Channel
    polling_interval = POLLING_SECONDS
    driver_name = SCHEME
    _states: ClassVar[dict[Path, virtual.BrokerState]] = {}

    def __init__(self, client: Any, **kwargs: Any) -> None:
        super().__init__(client, **kwargs)
        folder = Path(client.transport_options["folder"])
        self.claims: Claims = Claims(folder)
        # kombu shares one memory of what is bound among all connections; ours is one for each folder.
        self.state = self._states.setdefault(folder, virtual.BrokerState())

    def close_connection(self, connection: Any) -> None:
        """Give back what was not finished and let the lock go."""
        super().close_connection(connection)
        self.claims.close()


def _claims_of(qos: virtual.QoS) -> Claims:
    channel: Any = qos.channel
    claims: Claims = channel.claims
    return claims


@contextmanager
def _only_one(path: Path) -> Iterator[None]:
    with path.open("wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _age(path: Path) -> float:
    """Seconds since the message was put, from its name."""
    return time.time() - int(path.name.partition("-")[0]) / 1e9
