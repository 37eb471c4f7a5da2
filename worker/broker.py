"""The embedded broker: messages as files, which only wake a worker.

A lost one costs the time to the next sweep. Fixes kombu's file-system transport: a message gets its final name only
when it is whole, has a queue's folder to itself, keeps clock order across restarts, and stops no worker if unreadable.
See docs/adr/0003-embedded-broker.md.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty
from typing import Any, ClassVar

import structlog
from kombu.exceptions import ChannelError
from kombu.transport import TRANSPORT_ALIASES, filesystem, virtual

log = structlog.get_logger(__name__)

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
    """Return options for queues in `folder`, which is created at first use."""
    return {
        "folder": str(folder),
        "control_folder": str(folder / "control"),
        "polling_interval": POLLING_SECONDS,
    }


def write_whole(path: Path, data: bytes) -> None:
    """Write data to path atomically: to a temporary file, fsync, rename."""
    part = path.with_name(f"{path.name}.{uuid.uuid4().hex}.part")
    with part.open("wb", buffering=0) as file:
        file.write(data)
        os.fsync(file.fileno())
    part.replace(path)


class Channel(filesystem.Channel):
    """One conversation with the folder of queues."""

    def _queue_folder(self, queue: str) -> Path:
        if not _QUEUE_NAME.fullmatch(queue) or not queue.strip("."):
            raise ChannelError(f"{queue!r} is not a valid name of a queue")
        folder = Path(self.transport_options["folder"]) / "messages" / queue
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def _put(self, queue: str, payload: Any, **kwargs: Any) -> None:  # type: ignore[override]  # the stubs disagree
        """Put a message into a queue in clock order, even across restarts of the machine."""
        name = f"{time.time_ns():020d}-{uuid.uuid4().hex}{_MESSAGE}"
        try:
            write_whole(self._queue_folder(queue) / name, json.dumps(payload).encode())
        except OSError as error:
            raise ChannelError(f"cannot put a message into queue {queue!r}: {error}") from error

    def _waiting(self, queue: str) -> list[Path]:
        """Return the files of the messages in a queue, the oldest first."""
        folder = self._queue_folder(queue)
        return [folder / name for name in sorted(os.listdir(folder)) if name.endswith(_MESSAGE)]

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        """Take the oldest whole message of a queue; Empty if there is none."""
        for path in self._waiting(queue):
            try:
                data = path.read_bytes()
                # Whoever removes the file has the message.
                path.unlink()
            except FileNotFoundError:
                continue
            try:
                age = time.time() - int(path.name.partition("-")[0]) / 1e9
                if _FORGETFUL.search(queue) and age > _FORGET_SECONDS:
                    continue
                payload = json.loads(data)
                payload["properties"]["delivery_tag"]
            except (ValueError, KeyError, TypeError) as error:
                # For a person to look at.
                spoiled = Path(self.transport_options["folder"]) / "spoiled"
                spoiled.mkdir(parents=True, exist_ok=True)
                (spoiled / path.name).write_bytes(data)
                log.warning("unreadable message quarantined", queue=queue, file=path.name, error=repr(error))
                continue
            return payload
        raise Empty

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
            raise ChannelError(f"{exchange!r} is not a valid name of an exchange")
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
        """Rewrite an exchange's bindings; one writer at a time, readers see old or new."""
        self.control_folder.mkdir(parents=True, exist_ok=True)
        with _exclusive_lock(self.control_folder / "lock"):
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
        # kombu shares one memory of what is bound among all connections; ours is one for each folder.
        # Celery's report makes one without options, to print its address.
        folder = Path(client.transport_options.get("folder", ""))
        self.state = self._states.setdefault(folder, virtual.BrokerState())


@contextmanager
def _exclusive_lock(path: Path) -> Iterator[None]:
    with path.open("wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
